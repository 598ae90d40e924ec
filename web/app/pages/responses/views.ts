import { call } from '../../api/client.ts';
import type { Input, Output } from '../../api/operations.ts';
import { type Filters, queryOf } from './filters.ts';

export type SavedView = Output<'GET /forms/{id}/views'>['items'][number];

type ViewPatch = Input<'PUT /forms/{id}/views/{viewId}'>['body'];

/** The filters and columns of a view, as the page uses them. */
export type ViewContent = { readonly filters: Filters; readonly columns: readonly string[] | undefined };

export async function readViews(formId: string, signal?: AbortSignal): Promise<SavedView[]> {
  const { items } = await call('GET /forms/{id}/views', {
    params: { id: formId },
    query: { order: 'asc', limit: 1000 },
    ...(signal && { signal }),
  });
  return items;
}

/** The service calls a duration `durationMs`. */
const toService = (name: string): string => (name === 'duration' ? 'durationMs' : name);
const toPage = (name: string): string => (name === 'durationMs' ? 'duration' : name);

/** The columns as the service calls them, the time of submission first. */
export const namesOf = (columns: readonly string[]): string[] => ['submittedAt', ...columns.map(toService)];

/** Returns what a saved view shows. */
export const shownBy = ({ filters: { folder = 'inbox', ...filters }, order, columns }: SavedView): ViewContent => ({
  filters: { folder, order, ...filters } as Filters,
  columns: columns?.filter(name => name !== 'submittedAt').map(toPage),
});

/** The part of the shown list that a view stores. */
export const savedOf = ({ filters: { order, ...filters }, columns }: ViewContent) => ({
  filters,
  order,
  columns: columns ? namesOf(columns) : null,
});

/** Whether the page shows something else than the view. */
export function differs(view: SavedView, shown: ViewContent): boolean {
  const saved = shownBy(view);
  return textOf(saved) !== textOf(shown);
}

const textOf = ({ filters, columns }: ViewContent): string =>
  JSON.stringify([
    Object.entries(queryOf(filters))
      .filter(([, value]) => value !== undefined)
      .sort(),
    columns ?? null,
  ]);

/** Returns the change that makes a view show the same as the page. `null` removes a filter. */
export function changeOf(view: SavedView, shown: ViewContent): ViewPatch {
  const { filters, ...rest } = savedOf(shown);
  const { answers: before = {}, ...others } = view.filters;
  const answers = filters.answers && { ...nulls(before), ...filters.answers };
  return { ...rest, filters: { ...nulls(others), ...filters, answers: answers ?? null } } as ViewPatch;
}

const nulls = (object: object): Record<string, null> =>
  Object.fromEntries(Object.keys(object).map(name => [name, null]));

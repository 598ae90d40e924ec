import type { Input } from '../../api/operations.ts';
import { type Handling, handlings, type Status, statuses } from './response.ts';

type ResponsesRequest = NonNullable<Input<'GET /responses'>['query']>;

const folders = ['inbox', 'spam', 'restricted'] as const;
type Folder = (typeof folders)[number];

/** The filters in the page's address. */
export type Filters = {
  readonly folder: Folder;
  readonly order: 'asc' | 'desc';
  readonly status?: Status;
  readonly handling?: Handling;
  /** The id of a member, or `none`. */
  readonly assignee?: string;
  readonly source?: ResponsesRequest['source'];
  readonly origin?: string;
  readonly language?: string;
  readonly browser?: ResponsesRequest['browser'];
  /** Days in the user's time zone: `2026-01-31`. Both are included. */
  readonly from?: string;
  readonly to?: string;
  /** A text within an answer. */
  readonly q?: string;
  /** Conditions on answers, as the service takes them: `age][gte` to `18`. */
  readonly answers?: Readonly<Record<string, string>>;
};

/** A change of some filters; `undefined` removes one. */
export type FilterChange = { readonly [N in keyof Filters]?: Filters[N] | undefined };

type FilterQuery = Readonly<Record<string, string | undefined>>;

/** Filters that the service applies by reading responses. */
const searched = ['assignee', 'source', 'origin', 'language', 'browser', 'q'] as const;

const pick = (query: FilterQuery): Pick<Filters, (typeof searched)[number]> =>
  Object.fromEntries(searched.flatMap(name => (query[name] ? [[name, query[name]]] : [])));

const isDay = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

const answerName = (name: string): string | undefined => /^answers\[(.+)\]$/s.exec(name)?.[1];

export function filtersOf(query: FilterQuery): Filters {
  const { folder, order, status, handling, from, to } = query;
  const known = statuses.find(name => name === status);
  const handled = handlings.find(name => name === handling);
  const answers = Object.entries(query).flatMap(([name, value]) => {
    const condition = answerName(name);
    return condition && value ? [[condition, value] as const] : [];
  });
  return {
    folder: folders.find(name => name === folder) ?? 'inbox',
    order: order === 'asc' ? 'asc' : 'desc',
    ...(known && { status: known }),
    ...(handled && { handling: handled }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...pick(query),
    ...(answers.length > 0 && { answers: Object.fromEntries(answers) }),
  };
}

/** The conditions as parameters. */
const parametersOf = ({ answers = {} }: Pick<Filters, 'answers'>): Record<string, string> =>
  Object.fromEntries(Object.entries(answers).map(([name, value]) => [`answers[${name}]`, value]));

/** The filters as parameters of the address, without defaults. */
export const queryOf = ({ folder, order, answers, ...others }: Filters): Record<string, string | undefined> => ({
  ...others,
  ...parametersOf({ answers }),
  folder: folder === 'inbox' ? undefined : folder,
  order: order === 'asc' ? order : undefined,
});

/** Returns the change of the address from some filters to others. */
export const changeTo = (before: Filters, after: Filters): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.keys(queryOf(before)).map(name => [name, undefined])),
  ...queryOf(after),
});

/** The address without filters. */
export const withoutFilters = ({ folder, order }: Filters): Filters => ({ folder, order });

/** Whether the filters may leave out responses. */
export const narrows = ({ folder: _, order: __, ...others }: Filters): boolean => Object.keys(others).length > 0;

/** Whether the service must read responses to find those that match. */
export const isSearch = (filters: Filters): boolean =>
  filters.folder === 'restricted' ||
  filters.answers !== undefined ||
  searched.some(name => filters[name] !== undefined);

/**
 * Whether to keep checking for new responses: only if they come first, and the service need not read every response to
 * find them.
 */
export const isLive = (filters: Filters): boolean => filters.order === 'desc' && !isSearch(filters);

/** The request to the service. A day ends when the next begins in the user's time zone. */
export const requestOf = (
  { folder, order, status, handling, from, to, answers, ...others }: Filters,
  formId: string,
) => ({
  form_id: formId,
  folder,
  order,
  ...(status && { status }),
  ...(handling && { handling }),
  ...(from && { from: momentOf(from) }),
  ...(to && { to: momentOf(to, 1) }),
  ...others,
  ...parametersOf({ answers }),
});

function momentOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

import { type Status, statuses } from './response.ts';

/** Which responses are shown, as the address of the page says it. */
export type Filters = {
  readonly folder: 'inbox' | 'spam';
  readonly order: 'asc' | 'desc';
  readonly status?: Status;
  /** Days by the clocks of the person: `2026-01-31`. Both are in it. */
  readonly from?: string;
  readonly to?: string;
  /** A field and what it was answered with. */
  readonly field?: string;
  readonly value?: string;
};

type Query = Readonly<Record<string, string>>;

const isDay = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

export function filtersOf({ folder, order, status, from, to, field, value }: Query): Filters {
  const known = statuses.find(name => name === status);
  return {
    folder: folder === 'spam' ? 'spam' : 'inbox',
    order: order === 'asc' ? 'asc' : 'desc',
    ...(known && { status: known }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(field && value && { field, value }),
  };
}

/** The same as an address says it, and nothing that goes without saying. */
export const queryOf = ({ folder, order, ...others }: Filters): Record<string, string | undefined> => ({
  ...others,
  folder: folder === 'spam' ? folder : undefined,
  order: order === 'asc' ? order : undefined,
});

/** What takes every filter away. */
export const noFilters = { status: undefined, from: undefined, to: undefined, field: undefined, value: undefined };

/** Whether there may be responses that are not shown. */
export const narrows = ({ folder: _, order: __, ...others }: Filters): boolean => Object.keys(others).length > 0;

/**
 * Whether new responses may be looked for again and again: where they come first, and where the service need not read every
 * response to find them.
 */
export const isLive = ({ order, field }: Filters): boolean => order === 'desc' && field === undefined;

/** What the service is asked for. A day ends when the next begins, by the clocks of the person. */
export const requestOf = ({ folder, order, status, from, to, field, value }: Filters, formId: string) => ({
  form_id: formId,
  folder,
  order,
  ...(status && { status }),
  ...(from && { from: momentOf(from) }),
  ...(to && { to: momentOf(to, 1) }),
  ...(field && value && { [`answers[${field}]`]: value }),
});

function momentOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** Conditions on answers, as filters name them: `age][gte` to `18`. */
export type Conditions = Readonly<Record<string, string>>;

/** Whether a value is a free text, or only the beginning of a long one. */
export const isCut = (value: string): boolean => value === '' || value.endsWith('…');

export const withAnswer = (id: string, value: string): Conditions => ({ [id]: value });

export const whetherAnswered = (id: string, isAnswered: boolean): Conditions => ({
  [`${id}][empty`]: String(!isAnswered),
});

export const inCell = (id: string, row: string, column: string): Conditions | undefined =>
  isCut(row) ? undefined : { [`${id}][row][${row}`]: column };

/**
 * Returns the conditions of a bar of numbers. Integers below 100 are counted exactly. Other numbers are counted by
 * their first digits, so a negative one counts in the bar that ends with it.
 */
export function inRange(id: string, { from, to }: { readonly from: number; readonly to: number }): Conditions {
  if (from === to) return { [id]: String(from) };
  const endsWith = (bound: number) => bound < 0 && !(Number.isInteger(bound) && bound > -100);
  return {
    [`${id}][${endsWith(from) ? 'gt' : 'gte'}`]: String(from),
    [`${id}][${endsWith(to) ? 'lte' : 'lt'}`]: String(to),
  };
}

/** Returns the conditions of a day, a month (`2026-01`) or a year (`2026`). */
export function inDates(id: string, date: string): Conditions {
  const first = `${date}-01-01`.slice(0, 10);
  const next = new Date(`${first}T00:00:00Z`);
  if (date.length === 10) next.setUTCDate(next.getUTCDate() + 1);
  else if (date.length === 7) next.setUTCMonth(next.getUTCMonth() + 1);
  else next.setUTCFullYear(next.getUTCFullYear() + 1);
  return { [`${id}][gte`]: first, [`${id}][lt`]: next.toISOString().slice(0, 10) };
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export const inHour = (id: string, hour: number): Conditions => ({
  [`${id}][gte`]: clock(hour),
  ...(hour < 23 && { [`${id}][lt`]: clock(hour + 1) }),
});

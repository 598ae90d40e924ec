import type { ResponseStatus } from './response.ts';
import type { DeliveryStatus } from './webhook.ts';

/** Responses are counted by the quarter hour, in UTC, in which they were submitted, deliveries by that of their event. Times are milliseconds since 1970. */
export const quarterMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;
const quartersPerDay = dayMs / quarterMs;

export const quarterStart = (time: number): number => Math.floor(time / quarterMs) * quarterMs;

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export type CountedStatus = ResponseStatus | DeliveryStatus;

const letters = {
  ...({ completed: 'c', partial: 'p', abandoned: 'a' } satisfies Record<ResponseStatus, string>),
  ...({ scheduled: 's', succeeded: 'k', dead: 'd', cancelled: 'x' } satisfies Record<DeliveryStatus, string>),
};
export const countedStatuses = Object.keys(letters) as CountedStatus[];

/** The attribute of a day's item that counts what has a status in one quarter hour: `c37`. */
export function quarterAttribute(time: number, status: CountedStatus): string {
  const quarter = Math.floor((time % dayMs) / quarterMs);
  return `${letters[status]}${String(quarter).padStart(2, '0')}`;
}

/** The quarter hours of a day that hold anything: when each begins, and how many of this status (or of any) it has. */
export function quartersOfDay(
  day: string,
  counts: Readonly<Record<string, unknown>>,
  status: string | undefined,
): { start: number; count: number }[] {
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  const wanted = countedStatuses.filter(each => status === undefined || each === status);
  return Array.from({ length: quartersPerDay }, (_, quarter) => {
    const start = midnight + quarter * quarterMs;
    const count = wanted.reduce((sum, each) => sum + Number(counts[quarterAttribute(start, each)] ?? 0), 0);
    return { start, count };
  }).filter(({ count }) => count > 0);
}

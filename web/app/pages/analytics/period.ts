import { dayAfter, daysFrom, today } from '../../charts/days.ts';

/** The period of a report. */
export type Period = {
  readonly days: number;
  /** The last day; default: today. */
  readonly to?: string;
  readonly timezone: string;
};

export const ranges = [7, 30, 90, 365] as const;
const daysMax = 365;

/** Reads the period from an address; by default the last 30 days. */
export function periodOf({ days = '30', to }: Readonly<Record<string, string>>, timezone: string): Period {
  const count = Number(days);
  const asked = Number.isInteger(count) && count >= 1 && count <= daysMax ? count : 30;
  const isDay = to !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(to) && to <= today(timezone);
  return { days: asked, timezone, ...(isDay && { to }) };
}

/** Returns the previous period, which has the same number of days and ends the day before `from`. */
export const periodBefore = ({ days, timezone }: Period, from: string): Period => ({
  days,
  timezone,
  to: dayAfter(from, -1),
});

/** Returns the first and the last day of a period. */
export function boundsOf({ days, timezone, to = today(timezone) }: Period): { from: string; to: string } {
  return { from: dayAfter(to, 1 - days), to };
}

/**
 * Returns the days between two dates, both included, as the parameters of an address. Returns undefined if they are not
 * a valid period.
 */
export function rangeOf(from: string, to: string): { days: string; to: string } | undefined {
  const days = daysFrom(from, to);
  return days >= 1 && days <= daysMax ? { days: String(days), to } : undefined;
}

import { closestName } from '../../domain/text/closest-name.ts';
import { isDate } from '../../domain/time/calendar.ts';
import { isTimeZone, type LocalDay, localDay, localDaysTo } from '../../domain/time/local-days.ts';
import { invalidParameter } from '../../errors.ts';

export type ReportPeriod = {
  /** The period as the reply shows it. */
  period: { from: string; to: string; days: number; timezone: string };
  days: LocalDay[];
};

type PeriodQuery = { days: number; timezone: string; to?: string };

/** Returns the days that a report's query requests. Throws a 400 that names the fault. */
export function periodOf({ days: count, timezone, to }: PeriodQuery): ReportPeriod {
  checkTimeZone(timezone);
  const today = localDay(Date.now(), timezone);
  const days = localDaysTo(lastDay(to, today), count, timezone);
  const from = days.at(0)?.date ?? '';
  return { period: { from, to: to ?? today, days: count, timezone }, days };
}

function lastDay(to: string | undefined, today: string): string {
  if (to === undefined) return today;
  if (!isDate(to)) throw invalidParameter([{ field: 'to', rule: 'format', message: 'is not a valid date' }]);
  if (to <= today) return to;
  throw invalidParameter([{ field: 'to', rule: 'maximum', message: `must not be after today, ${today}` }]);
}

/** Throws a 400 that suggests the intended time zone. */
export function checkTimeZone(timezone: string): void {
  if (isTimeZone(timezone)) return;
  const closest = closestName(timezone, Intl.supportedValuesOf('timeZone'));
  const hint = closest ? `did you mean ${closest}?` : 'send an IANA name, such as Europe/Berlin or America/New_York';
  throw invalidParameter([{ field: 'timezone', rule: 'timezone', message: `is not a time zone; ${hint}` }]);
}

type DaysQuery = { from?: string; to?: string; timezone: string };

/**
 * Returns the time between two days of a time zone, both included. A missing day means no bound. Throws a 400 that
 * names the fault.
 */
export function daysBetween({ from, to, timezone }: DaysQuery) {
  checkTimeZone(timezone);
  for (const [field, date] of [['from', from] as const, ['to', to] as const]) {
    if (date !== undefined && !isDate(date)) {
      throw invalidParameter([{ field, rule: 'format', message: 'is not a valid date' }]);
    }
  }
  if (from !== undefined && to !== undefined && from > to) {
    throw invalidParameter([{ field: 'to', rule: 'minimum', message: `must not be before from, ${from}` }]);
  }
  const dayAt = (date: string | undefined) => (date === undefined ? undefined : localDaysTo(date, 1, timezone)[0]);
  return {
    period: { from: from ?? null, to: to ?? null, timezone },
    bounds: { from: dayAt(from)?.start, to: dayAt(to)?.end },
  };
}

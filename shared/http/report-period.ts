import { isDate } from '../domain/calendar.ts';
import { closestName } from '../domain/closest-name.ts';
import { isTimeZone, type LocalDay, localDay, localDaysTo } from '../domain/time/local-days.ts';
import { invalidParameter } from '../errors.ts';

export type ReportPeriod = {
  /** As the answer shows it. */
  period: { from: string; to: string; days: number; timezone: string };
  days: LocalDay[];
};

type PeriodQuery = { days: number; timezone: string; to?: string };

/** The days that the query of a report asks for. Throws the 400 that says what is wrong with it. */
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

/** Throws the 400 that names the time zone which was meant. */
export function checkTimeZone(timezone: string): void {
  if (isTimeZone(timezone)) return;
  const closest = closestName(timezone, Intl.supportedValuesOf('timeZone'));
  const hint = closest ? `did you mean ${closest}?` : 'send an IANA name, such as Europe/Berlin or America/New_York';
  throw invalidParameter([{ field: 'timezone', rule: 'timezone', message: `is not a time zone; ${hint}` }]);
}

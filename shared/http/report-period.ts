import { isTimeZone, type LocalDay, localDays } from '../domain/analytics/local-days.ts';
import { closestName } from '../domain/closest-name.ts';
import { invalidParameter } from '../errors.ts';

export type ReportPeriod = {
  /** As the answer shows it: `to` is today in the time zone. */
  period: { from: string; to: string; days: number; timezone: string };
  days: LocalDay[];
};

/** The days that the query of a report asks for. Throws the 400 that says how a time zone is named. */
export function periodOf({ days: count, timezone }: { days: number; timezone: string }): ReportPeriod {
  if (!isTimeZone(timezone)) {
    const closest = closestName(timezone, Intl.supportedValuesOf('timeZone'));
    const hint = closest ? `did you mean ${closest}?` : 'send an IANA name, such as Europe/Berlin or America/New_York';
    throw invalidParameter([{ field: 'timezone', rule: 'timezone', message: `is not a time zone; ${hint}` }]);
  }
  const days = localDays(Date.now(), count, timezone);
  const [from = '', to = ''] = [days.at(0)?.date, days.at(-1)?.date];
  return { period: { from, to, days: count, timezone }, days };
}

import { localTime } from '../time/local-days.ts';
import type { ExportedResponse } from './columns.ts';

/**
 * Returns a function that shows a response's times in a time zone, given by its IANA name, with their offset from UTC.
 */
export function withLocalTimes(timezone: string): <R extends ExportedResponse>(response: R) => R {
  const local = localTime(timezone);
  return response => {
    const { startedAt, submittedAt, updatedAt } = response;
    return {
      ...response,
      ...(startedAt && { startedAt: local(startedAt) }),
      submittedAt: local(submittedAt),
      ...(updatedAt && { updatedAt: local(updatedAt) }),
    };
  };
}

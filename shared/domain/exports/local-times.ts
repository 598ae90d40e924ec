import { localTime } from '../time/local-days.ts';
import type { ExportedResponse } from './columns.ts';

/** Responses whose times are told by the clocks of a time zone, by its IANA name, with their offset from UTC. */
export function withLocalTimes(timezone: string): <R extends ExportedResponse>(response: R) => R {
  const local = localTime(timezone);
  return response => {
    const { submittedAt, updatedAt } = response;
    return { ...response, submittedAt: local(submittedAt), ...(updatedAt && { updatedAt: local(updatedAt) }) };
  };
}

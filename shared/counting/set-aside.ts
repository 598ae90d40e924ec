import { log } from '../log.ts';
import { measure } from '../metric.ts';

/** Tells, for an alarm, of what will never be counted, so that it holds nothing else up. No answers may be in it. */
export function setAside(uncounted: object, error: unknown): void {
  log.error('changes were not counted', { ...uncounted, error: error as Error });
  measure('CountersSetAside', 1, 'Count');
}

import { log } from '../log.ts';
import { measure } from '../metric.ts';

/** Logs, for an alarm, what will never be counted, so that it blocks nothing else. It must not contain answers. */
export function setAside(uncounted: object, error: unknown): void {
  log.error('changes were not counted', { ...uncounted, error: error as Error });
  measure('CountersSetAside', 1, 'Count');
}

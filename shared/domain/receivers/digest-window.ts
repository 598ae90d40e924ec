import { hourMs } from '../../durations.ts';
import { localTime } from '../time/local-days.ts';
import { quarterMs } from '../time/quarters.ts';
import type { ShownConfig } from './integration.ts';

/**
 * Returns when the digest of a response that arrives now ends, or undefined when each has its own mail. Hourly digests
 * end with UTC hours, daily ones when the clocks of their zone show their hour. If the clocks skip that hour, the
 * digest covers two days; if they show it twice, a digest ends each time. Times are in ms since the epoch.
 */
export function digestEnd({ digest, digestHour = 8, timeZone }: ShownConfig, now: number): number | undefined {
  if (digest === 'hourly') return (Math.floor(now / hourMs) + 1) * hourMs;
  if (digest !== 'daily') return undefined;
  const clock = localTime(timeZone ?? 'UTC');
  const wanted = `T${String(digestHour).padStart(2, '0')}:00`;
  let end = (Math.floor(now / quarterMs) + 1) * quarterMs;
  while (!clock(new Date(end).toISOString()).includes(wanted)) end += quarterMs;
  return end;
}

/**
 * How long after its end a digest is sent. A worker that found it open writes within this time, because it runs for a
 * minute at most.
 */
export const digestSettlesMs = 90_000;

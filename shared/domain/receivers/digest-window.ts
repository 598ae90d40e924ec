import { hourMs } from '../../durations.ts';
import { quarterMs } from '../quarters.ts';
import { localTime } from '../time/local-days.ts';
import type { ShownConfig } from './integration.ts';

/**
 * When the digest ends that a response belongs to which comes now; undefined where each has a mail of its own. Hourly ones
 * end with the hours of UTC, daily ones when the clocks of their zone show their hour: one that the clocks leave out has the
 * two days in one, one that they show twice ends a digest each time. Times: ms since the epoch.
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
 * How long after its end a digest is sent. Whoever found it open writes the response within this: no run of a worker lasts
 * longer than a minute.
 */
export const digestSettlesMs = 90_000;

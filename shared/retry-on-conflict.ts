import { setTimeout as pause } from 'node:timers/promises';
import { sessionBusy, unavailable } from './errors.ts';

type Patience = { attemptsMax: number; refusal: () => Error };

const untilUnavailable: Patience = {
  attemptsMax: 10,
  refusal: () => unavailable(new Error('Other requests for the same record came first, each time')),
};

/** The number of tries for requests of one browser session. */
export const ofOneSession: Patience = { attemptsMax: 5, refusal: sessionBusy };

/**
 * Repeats an attempt while other requests come first.
 *
 * @param attempt returns undefined if the records have changed since it read them, and nothing was written
 */
export async function retryOnConflict<T>(
  attempt: () => Promise<T | undefined>,
  { attemptsMax, refusal } = untilUnavailable,
): Promise<T> {
  for (let failures = 0; failures < attemptsMax; failures++) {
    if (failures > 0) await pause(Math.random() * 10 * 2 ** failures);
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw refusal();
}

import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from './errors.ts';

const attemptsMax = 10;

/**
 * Reads, changes and writes, again from the start for as long as another request came first.
 *
 * @param attempt gives undefined when the records were not as it had read them, and nothing was written
 */
export async function retryOnConflict<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let failures = 0; failures < attemptsMax; failures++) {
    if (failures > 0) await pause(Math.random() * 10 * 2 ** failures);
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw unavailable(new Error('Other requests for the same record came first, each time'));
}

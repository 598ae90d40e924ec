import { setTimeout as pause } from 'node:timers/promises';
import { requestPatience } from '../aws/request-patience.ts';

const attemptsMax = 10;

/**
 * Waits before the unprocessed items of a batch are sent again. Throws a throttle after too many attempts, or when the
 * request has no time left.
 */
export async function pauseBeforeRest(attempt: number, unprocessed: number): Promise<void> {
  const patience = requestPatience();
  if (attempt > attemptsMax || (patience && !patience.takeRepeat())) {
    const error = new Error(`DynamoDB left ${unprocessed} items of a batch unprocessed`);
    throw Object.assign(error, { name: 'ThrottlingException' });
  }
  await pause(Math.random() * 20 * 2 ** Math.min(attempt, 6));
}

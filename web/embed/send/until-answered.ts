import { Refusal, waitMsOf } from './refusal.ts';

/** Sends a request that is safe to repeat, up to four times, while its failure may pass. */
export const untilAnswered = <T>(
  send: () => Promise<T>,
  wait: (waitMs: number) => Promise<void>,
  attempt = 0,
): Promise<T> =>
  send().catch(async error => {
    if (attempt > 3 || !(error instanceof Refusal && error.isPassing)) throw error;
    await wait(waitMsOf(attempt, error));
    return untilAnswered(send, wait, attempt + 1);
  });

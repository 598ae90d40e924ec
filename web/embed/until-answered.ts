import { Refusal, waitMsOf } from './refusal.ts';

/** Sends what may be sent twice again, four times at most, for as long as its failure may pass. */
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

import { FormlineError } from './errors.ts';

/** The longest that the client waits by itself: a `Retry-After` beyond it is an error. */
const waitSecondsMax = 60;

export type Attempt = {
  /** Whether the request may be carried out twice. */
  readonly repeatable: boolean;
  /** From 0. */
  readonly number: number;
};

/** Milliseconds until the next attempt; undefined: there is none. A 429 was not carried out, whatever it asked for. */
export function waitBefore(error: unknown, { repeatable, number }: Attempt): number | undefined {
  const refusal = error instanceof FormlineError ? error : undefined;
  if (refusal && !isPassing(refusal.status)) return undefined;
  if (!repeatable && refusal?.status !== 429) return undefined;
  const { retryAfter } = refusal ?? {};
  if (retryAfter === undefined) return Math.random() * Math.min(8000, 250 * 2 ** number);
  return retryAfter > waitSecondsMax ? undefined : retryAfter * 1000;
}

const isPassing = (status: number): boolean => status === 429 || status === 502 || status === 503 || status === 504;

/** Resolves after a time, or rejects as soon as the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}

import { FormlineError } from './errors.ts';

/** The longest wait of the client, in seconds. A longer `Retry-After` is an error. */
const waitSecondsMax = 60;

export type Attempt = {
  /** Whether repeating the request is safe. */
  readonly repeatable: boolean;
  /** Starts at 0. */
  readonly number: number;
};

/**
 * Returns the milliseconds until the next attempt, or undefined if there is none. A request answered with 429 was not
 * carried out, so any may be retried. The wait is random, so that clients that failed together don't come back
 * together.
 */
export function waitBefore(error: unknown, { repeatable, number }: Attempt): number | undefined {
  const refusal = error instanceof FormlineError ? error : undefined;
  if (refusal && !isPassing(refusal)) return undefined;
  if (!repeatable && refusal?.status !== 429) return undefined;
  const { retryAfter } = refusal ?? {};
  const jitter = Math.random() * Math.min(8000, 250 * 2 ** number);
  if (retryAfter === undefined) return jitter;
  return retryAfter > waitSecondsMax ? undefined : retryAfter * 1000 + jitter;
}

/**
 * Whether an error is temporary. A 409 with `Retry-After` means that another request of the same key or session was
 * being stored.
 */
const isPassing = ({ status, retryAfter }: FormlineError): boolean =>
  status === 429 || (status >= 500 && status <= 504) || (status === 409 && retryAfter !== undefined);

/** Resolves after the given time, or rejects as soon as the signal is aborted. */
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

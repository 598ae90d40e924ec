import type { Attempt } from '../domain/receivers/webhook.ts';

/** How an attempt ended. */
export type Outcome = {
  readonly succeeded: boolean;
  /** Of the answer that decided it, if there was one. */
  readonly status?: number;
  readonly error?: string;
  readonly latencyMs: number;
  /** The beginning of the answer, where the log is to show it. */
  readonly body?: string;
  /** The header as it came. */
  readonly retryAfter?: string;
  /** The whole deadline passed. */
  readonly timedOut?: boolean;
  /** Somebody has to change something first: it is not tried as often as usual. */
  readonly refused?: boolean;
  /** Some of it will never be taken, which is no fault of the receiver: it is not tried again. */
  readonly rejected?: boolean;
  /** There is nobody to deliver to, which says nothing of how the receiver is. */
  readonly cancelled?: boolean;
  /** Of the recipients of a mail, those who have it. */
  readonly told?: readonly string[];
};

/** An attempt as its log shows it. */
export function attemptRecord({ status, error, latencyMs, body = '' }: Outcome, startedAt: number): Attempt {
  return {
    at: new Date(startedAt).toISOString(),
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
    latencyMs,
    ...(body !== '' && { body }),
  };
}

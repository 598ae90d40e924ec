import type { Attempt } from '../domain/receivers/webhook.ts';

/** The outcome of an attempt. */
export type DeliveryOutcome = {
  readonly succeeded: boolean;
  /** The status of the reply that decided it, if there was one. */
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
  /** Part of it will never be accepted, although the receiver is healthy: it is not tried again. */
  readonly rejected?: boolean;
  /** There is nobody to deliver to, which says nothing of how the receiver is. */
  readonly cancelled?: boolean;
  /** The recipients who have got the mail. */
  readonly told?: readonly string[];
};

/** An attempt as its log shows it. */
export function attemptRecord({ status, error, latencyMs, body = '' }: DeliveryOutcome, startedAt: number): Attempt {
  return {
    at: new Date(startedAt).toISOString(),
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
    latencyMs,
    ...(body !== '' && { body }),
  };
}

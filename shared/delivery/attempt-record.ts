import type { Attempt } from '../domain/receivers/webhook.ts';

/** The outcome of an attempt. */
export type DeliveryOutcome = {
  readonly succeeded: boolean;
  /** The status of the reply that decided it, if there was one. */
  readonly status?: number;
  readonly error?: string;
  readonly latencyMs: number;
  /** The start of the answer, for logs that show it. */
  readonly body?: string;
  /** The unparsed header. */
  readonly retryAfter?: string;
  /** Whether the deadline passed without an answer. */
  readonly timedOut?: boolean;
  /** Whether a person must fix something first, so it is retried less often. */
  readonly refused?: boolean;
  /** Whether the receiver is healthy but will never accept it, so it is not retried. */
  readonly rejected?: boolean;
  /** Whether there was no recipient, which says nothing about the receiver’s health. */
  readonly cancelled?: boolean;
  /** The recipients who got the mail. */
  readonly told?: readonly string[];
};

/** Returns an attempt as its log shows it. */
export function attemptRecord({ status, error, latencyMs, body = '' }: DeliveryOutcome, startedAt: number): Attempt {
  return {
    at: new Date(startedAt).toISOString(),
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
    latencyMs,
    ...(body !== '' && { body }),
  };
}

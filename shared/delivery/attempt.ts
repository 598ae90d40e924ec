import type { Attempt, Delivery } from '../domain/webhook.ts';
import type { StoredForm } from '../store/forms.ts';
import { isIntegration, type Receiver } from '../store/receivers.ts';
import { attemptIntegration } from './attempt-integration.ts';
import { attemptWebhook } from './attempt-webhook.ts';

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
};

/**
 * Makes one attempt at a delivery. Undefined when there is nothing more to deliver: the response is gone. Rejects only for
 * faults of our own.
 *
 * @param form the form of the event; undefined for a test
 */
export function attemptDelivery(
  receiver: Receiver,
  delivery: Delivery,
  form: StoredForm | undefined,
  deadlineMs: number,
): Promise<Outcome | undefined> {
  return isIntegration(receiver)
    ? attemptIntegration(receiver, delivery, form, deadlineMs)
    : attemptWebhook(receiver, delivery, deadlineMs);
}

/** An attempt as its log shows it. */
export function logged({ status, error, latencyMs, body = '' }: Outcome, startedAt: number): Attempt {
  return {
    at: new Date(startedAt).toISOString(),
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
    latencyMs,
    ...(body !== '' && { body }),
  };
}

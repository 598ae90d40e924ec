import type { Delivery } from '../domain/receivers/webhook.ts';
import type { StoredForm } from '../store/forms/forms.ts';
import { isIntegration, type Receiver } from '../store/receivers/receivers.ts';
import { attemptIntegration } from './attempt-integration.ts';
import { attemptWebhook } from './attempt-webhook.ts';
import type { Outcome } from './outcome.ts';

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

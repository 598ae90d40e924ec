import type { Delivery } from '../domain/receivers/webhook.ts';
import type { StoredForm } from '../store/forms/forms.ts';
import { isAutoresponder, isIntegration, type Receiver } from '../store/receivers/receivers.ts';
import { attemptEmail } from './attempt-email.ts';
import { attemptIntegration } from './attempt-integration.ts';
import { attemptWebhook } from './attempt-webhook.ts';
import { sendReply } from './integrations/send-reply.ts';
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
  if (isAutoresponder(receiver)) return sendReply(receiver, delivery, form);
  if (!isIntegration(receiver)) return attemptWebhook(receiver, delivery, deadlineMs);
  return receiver.integration.type === 'email'
    ? attemptEmail(receiver, delivery, form, deadlineMs)
    : attemptIntegration(receiver, delivery, form, deadlineMs);
}

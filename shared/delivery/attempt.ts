import { patienceMs, silentUntilFrom } from '../domain/receivers/breaker.ts';
import type { Delivery } from '../domain/receivers/webhook.ts';
import { log } from '../log.ts';
import type { CallTimes, Silence } from '../outbound/call-receiver.ts';
import type { StoredForm } from '../store/forms/forms.ts';
import { markSilent } from '../store/receivers/receiver-health.ts';
import { addressOf, isAutoresponder, isIntegration, type Receiver } from '../store/receivers/receivers.ts';
import { attemptEmail } from './attempt-email.ts';
import { attemptIntegration } from './attempt-integration.ts';
import type { DeliveryOutcome } from './attempt-record.ts';
import { attemptWebhook } from './attempt-webhook.ts';
import { sendReply } from './send-reply.ts';

/**
 * Makes one attempt at a delivery. Returns undefined when the response is gone. Rejects only for our own faults.
 *
 * @param form the form of the event; undefined for a test
 */
export function attemptDelivery(
  receiver: Receiver,
  delivery: Delivery,
  form: StoredForm | undefined,
  deadlineMs: number,
): Promise<WatchedResult<DeliveryOutcome | undefined>> {
  return watchSilence(receiver, silence => attempt(receiver, delivery, form, { deadlineMs, silence }));
}

function attempt(
  receiver: Receiver,
  delivery: Delivery,
  form: StoredForm | undefined,
  times: CallTimes,
): Promise<DeliveryOutcome | undefined> {
  if (isAutoresponder(receiver)) return sendReply(receiver, delivery, form);
  if (!isIntegration(receiver)) return attemptWebhook(receiver, delivery, form, times);
  return receiver.integration.type === 'email'
    ? attemptEmail(receiver, delivery, form, times.deadlineMs)
    : attemptIntegration(receiver, delivery, form, times);
}

/** The result of an attempt, and the receiver's state after it. */
type WatchedResult<T> = { readonly result: T; readonly watched: Receiver };

/**
 * Makes an attempt. Once its receiver is silent for too long, the receiver's other deliveries stop waiting in other
 * runs. The deadline or an answer shows whether it hangs.
 */
export async function watchSilence<T>(
  receiver: Receiver,
  attempt: (silence: Silence) => Promise<T>,
): Promise<WatchedResult<T>> {
  const now = Date.now();
  const silentUntil = silentUntilFrom(now);
  let marking: Promise<void> | undefined;
  const tell = () => {
    if (!receiver.health.slow) marking ??= mark(receiver, silentUntil);
  };
  try {
    const result = await attempt({ afterMs: patienceMs(receiver.health, now), tell });
    const isMarked = marking !== undefined;
    return { result, watched: isMarked ? { ...receiver, health: { ...receiver.health, silentUntil } } : receiver };
  } finally {
    await marking;
  }
}

/** The attempt's result matters more than the mark. */
async function mark(receiver: Receiver, silentUntil: number): Promise<void> {
  try {
    await markSilent(receiver, silentUntil);
  } catch (error) {
    log.warn('a silent receiver was not marked', { ...addressOf(receiver), error: error as Error });
  }
}

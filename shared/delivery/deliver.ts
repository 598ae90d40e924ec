import { delaySecondsMax } from '../aws/queues.ts';
import {
  breakerPace,
  type Health,
  isGivenUp,
  openUntilAfter,
  releaseTime,
  warningBetween,
} from '../domain/receivers/breaker.ts';
import type { Attempt, Delivery, WaitingFor } from '../domain/receivers/webhook.ts';
import { log } from '../log.ts';
import type { StoredForm } from '../store/forms/forms.ts';
import {
  cancelDelivery,
  deferDelivery,
  deliveryKey,
  type RetryTimes,
  recordCancellation,
  recordFailure,
  recordSuccess,
  removeDelivery,
  retryDelivery,
} from '../store/receivers/deliveries.ts';
import { collect } from '../store/receivers/digests.ts';
import { clearFailures, countFailure, disableReceiver, openBreaker } from '../store/receivers/receiver-health.ts';
import { addressOf, isAutoresponder, type Receiver } from '../store/receivers/receivers.ts';
import { takeReleasePlace } from '../store/receivers/release-places.ts';
import { againWhenClosedMs, unlessClosed } from '../store/responses/moved-answers.ts';
import { attemptDelivery } from './attempt.ts';
import { attemptRecord, type DeliveryOutcome } from './attempt-record.ts';
import { sendDeadDelivery, sendDelivery } from './delivery-queue.ts';
import {
  afterFailure,
  endOfSchedule,
  healthAfterSuccess,
  type LanePace,
  nextStep,
  retryTimes,
  type Task,
} from './next-step.ts';

/** The findings about the receiver. */
export type DeliveryResult = { readonly health?: Health; readonly stopped?: boolean };

/** Carries out a message, unless that is done already. Rejects only for our own faults. */
export async function deliver(task: Task, pace: LanePace): Promise<DeliveryResult> {
  const now = Date.now();
  const step = nextStep(task, pace, now);
  switch (step.kind) {
    case 'attempt':
      return attempt(step.receiver, step.delivery, task.form, pace, { isProbe: false });
    case 'probe':
      return probe(step.receiver, step.delivery, task.form, pace, step.until);
    case 'wait':
      await wait(step.receiver, step.delivery, pace, step.until);
      return {};
    case 'collect':
      await collect(step.stored, step.delivery, step.end);
      return {};
    case 'store':
      await putOff(step.receiver, step.delivery, step.until, now);
      return {};
    case 'redrive':
      await retryDelivery(step.delivery, task.receiver?.environmentId ?? step.delivery.owner, now);
      return {};
    case 'cancel':
      await cancelDelivery(step.delivery);
      return {};
    case 'remove':
      await removeDelivery(step.delivery);
      return {};
    case 'nothing':
      return {};
  }
}

/** Claims the probe, which only one worker makes. The breaker stays open until its result. */
async function probe(
  receiver: Receiver,
  delivery: Delivery,
  form: StoredForm | undefined,
  pace: LanePace,
  until: number,
): Promise<DeliveryResult> {
  if (!(await openBreaker(receiver, until, receiver.health.probes))) {
    await wait(receiver, delivery, pace, until);
    return {};
  }
  const probing = { ...receiver, health: { ...receiver.health, openUntil: until } };
  return attempt(probing, delivery, form, pace, { isProbe: true });
}

/** Defers a delivery until the breaker closes, or a bucket opens. One that has waited for its whole schedule ends. */
async function wait(
  receiver: Receiver,
  delivery: Delivery,
  { retryDelays }: LanePace,
  until: number,
  waitingFor: WaitingFor = 'receiver',
): Promise<void> {
  const now = Date.now();
  if (now > endOfSchedule(delivery, retryDelays)) {
    await deadLetter(delivery, { at: new Date(now).toISOString(), error: waitedErrors[waitingFor], latencyMs: 0 });
    return;
  }
  await putOff(receiver, delivery, until, now, waitingFor);
}

/** The errors of deliveries that have waited for their whole schedule. */
const waitedErrors: Readonly<Record<WaitingFor, string>> = {
  receiver: 'receiver_down',
  answers: 'answers_unavailable',
};

/** Stores a delivery that is due at this time. */
async function putOff(
  receiver: Receiver,
  delivery: Delivery,
  until: number,
  now: number,
  waitingFor?: WaitingFor,
): Promise<void> {
  const position = await takeReleasePlace(addressOf(receiver), until);
  const next = retryTimes(receiver, releaseTime(until, position), now);
  if (await deferDelivery(delivery, next, waitingFor))
    await sendRetryMessage(delivery, delivery.attemptCount, next, now);
}

async function attempt(
  receiver: Receiver,
  delivery: Delivery,
  form: StoredForm | undefined,
  pace: LanePace,
  { isProbe }: { isProbe: boolean },
): Promise<DeliveryResult> {
  const startedAt = Date.now();
  const attempted = await attemptDelivery(receiver, delivery, form, pace.deadlineMs).catch(unlessClosed);
  if (attempted === 'closed') {
    await wait(receiver, delivery, pace, Date.now() + againWhenClosedMs, 'answers');
    return {};
  }
  const { result: outcome, watched } = attempted;
  if (!outcome) {
    await cancelDelivery(delivery);
    return {};
  }
  const record = attemptRecord(outcome, startedAt);
  if (outcome.succeeded) {
    await recordSuccess(delivery, record);
    return foundHealthy(watched, outcome);
  }
  if (outcome.cancelled) {
    await recordCancellation(delivery, record);
    return {};
  }
  const { told = delivery.told } = outcome;
  const left = { ...delivery, ...(told && { told: [...told] }) };
  if (outcome.rejected) {
    await deadLetter(left, record);
    return foundHealthy(watched, outcome);
  }
  const { isGone, nextAttemptAt } = afterFailure(delivery, outcome, pace.retryDelays, Date.now(), Math.random);
  if (isGone) await disableGone(receiver);
  await storeFailure(receiver, left, record, nextAttemptAt);
  return isGone ? { stopped: true } : failed(receiver, outcome, pace, isProbe);
}

async function foundHealthy(receiver: Receiver, { latencyMs }: DeliveryOutcome): Promise<DeliveryResult> {
  const health = healthAfterSuccess(receiver.health, latencyMs, Date.now());
  if (!health) return {};
  await clearFailures(receiver, health);
  return { health };
}

async function disableGone(receiver: Receiver): Promise<void> {
  log.warn('a receiver is gone: it is disabled', addressOf(receiver));
  await disableReceiver(receiver, 'gone');
}

/** @param nextAttemptAt undefined if there is none, so the delivery is dead */
async function storeFailure(
  receiver: Receiver,
  delivery: Delivery,
  record: Attempt,
  nextAttemptAt: number | undefined,
): Promise<void> {
  if (nextAttemptAt === undefined) return deadLetter(delivery, record);
  const now = Date.now();
  const next = retryTimes(receiver, nextAttemptAt, now);
  if (await recordFailure(delivery, record, next))
    await sendRetryMessage(delivery, delivery.attemptCount + 1, next, now);
}

/** Ends a delivery. Sends its message first, so that every dead delivery in the table is also in the queue. */
async function deadLetter(delivery: Delivery, record: Attempt): Promise<void> {
  await sendDeadDelivery({ ...deliveryKey(delivery), deadAfter: delivery.attemptCount + 1 });
  await recordFailure(delivery, record);
}

async function sendRetryMessage(
  delivery: Delivery,
  attempts: number,
  { nextAttemptAt, dueAt }: RetryTimes,
  now: number,
): Promise<void> {
  if (dueAt === nextAttemptAt) return;
  const delaySeconds = Math.min(Math.max(Math.ceil((nextAttemptAt - now) / 1000), 0), delaySecondsMax);
  await sendDelivery('slow', { ...deliveryKey(delivery), attempts }, delaySeconds);
}

async function failed(
  receiver: Receiver,
  { timedOut: slow = false }: DeliveryOutcome,
  pace: LanePace,
  isProbe: boolean,
): Promise<DeliveryResult> {
  const health = await updateHealth(receiver, slow, pace, isProbe);
  return health ? { health } : { stopped: true };
}

/** Counts the failure and decides what follows. Returns undefined if this receiver gets nothing more. */
async function updateHealth(
  receiver: Receiver,
  slow: boolean,
  { retryDelays }: LanePace,
  isProbe: boolean,
): Promise<Health | undefined> {
  const now = Date.now();
  const health = await countFailure(receiver, now, slow);
  if (!health) return undefined;
  const { receiverId } = addressOf(receiver);
  const hours = warningBetween(health, receiver.health.failingSince ?? now, now);
  if (hours !== undefined) log.warn('a receiver has been failing', { receiverId, hours });
  // An autoresponder is a setting of its form, and only that setting turns it off.
  if (isGivenUp(health, now) && !isAutoresponder(receiver)) {
    log.warn('a receiver has failed for days: it is disabled', { receiverId });
    await disableReceiver(receiver, 'failing');
    return undefined;
  }
  const openUntil = openUntilAfter(health, now, breakerPace(retryDelays), isProbe);
  if (openUntil === undefined) return health;
  const probes = isProbe ? health.probes + 1 : 0;
  await openBreaker({ ...receiver, health }, openUntil, probes);
  return { ...health, openUntil, probes };
}

import { delaySecondsMax } from '../aws/queues.ts';
import { retryDelayMs } from '../domain/receivers/backoff.ts';
import {
  breakerPace,
  breakerState,
  isGivenUp,
  openUntilAfter,
  releaseTime,
  warningBetween,
} from '../domain/receivers/breaker.ts';
import type { Attempt, Delivery } from '../domain/receivers/webhook.ts';
import { log } from '../log.ts';
import type { StoredForm } from '../store/forms/forms.ts';
import {
  cancelDelivery,
  deferDelivery,
  deliveryKey,
  type RetryTimes,
  recordFailure,
  recordSuccess,
  retryDelivery,
} from '../store/receivers/deliveries.ts';
import { clearHealth, countFailure, disableReceiver, openBreaker } from '../store/receivers/receiver-health.ts';
import type { Health } from '../store/receivers/receiver-item.ts';
import { addressOf, type Receiver, recordOf } from '../store/receivers/receivers.ts';
import { takeReleasePlace } from '../store/receivers/release-places.ts';
import { attemptDelivery } from './attempt.ts';
import { type DeliveryMessage, sendDeadDelivery, sendDelivery } from './delivery-queue.ts';
import { attemptRecord, type Outcome } from './outcome.ts';

/** A delivery that is asked for, as the table has it now. */
export type Task = {
  readonly message: DeliveryMessage;
  /** Undefined when it is gone. */
  readonly receiver: Receiver | undefined;
  /** Undefined when it was not attempted yet. */
  readonly stored: Delivery | undefined;
  /** The form of the event; undefined for a test, and when it is gone. */
  readonly form: StoredForm | undefined;
  readonly formGone: boolean;
};

/** How a lane works: milliseconds for one attempt, seconds to wait before each retry. */
export type LanePace = { readonly deadlineMs: number; readonly retryDelays: readonly number[] };

/** What became known of the receiver. `slow`: it let the whole deadline pass. */
export type Delivered = { readonly health?: Health; readonly slow?: boolean; readonly stopped?: boolean };

/** The index of due work shows a retry this much later than its message arrives: it is there for lost messages. */
const guaranteeMs = 2 * 60_000;

/**
 * Beyond the deadline of its attempt, a probe has this long, and up to twice as long, to tell how it went before another is
 * sent: its end is a round time, so that those who wait for it wait for the same.
 */
const probeReserveMs = 10_000;

/** So many retries, over three quarters of an hour by the usual schedule, has what somebody has to change something for first. */
const refusedRetries = 5;

/** A receiver that was slow is quick again when it answers within this. */
const quickMs = 1000;

/** Does what a message asks for, unless it is done already. Rejects only for our own faults. */
export async function deliver(task: Task, pace: LanePace): Promise<Delivered> {
  const { message, receiver, stored, form, formGone } = task;
  const delivery = stored ?? message.delivery;
  if (!delivery) return {};
  if (stored && isDeadOf(message, stored))
    await retryDelivery(stored, receiver?.environmentId ?? stored.owner, Date.now());
  else if (!isDone(message, stored)) {
    if (receiver && recordOf(receiver).active && !formGone) return deliverTo(receiver, delivery, { form, pace });
    if (stored) await cancelDelivery(stored);
  }
  return {};
}

const isDeadOf = (message: DeliveryMessage, { status, attemptCount }: Delivery): boolean =>
  status === 'dead' && message.deadAfter === attemptCount;

/** Whether it was done already: queues deliver at least once, and the index of due work repeats what takes long. */
function isDone(message: DeliveryMessage, stored: Delivery | undefined): boolean {
  if (!stored) return false;
  // Once it is stored, it is the index of due work, or a message without it, that brings a delivery back.
  if (stored.status !== 'scheduled' || message.delivery || message.deadAfter !== undefined) return true;
  if (message.attempts !== undefined && message.attempts !== stored.attemptCount) return true;
  return Date.parse(stored.nextAttemptAt ?? '') > Date.now() + 1000;
}

/** What an attempt needs besides receiver and delivery. */
type AttemptOptions = { form: StoredForm | undefined; pace: LanePace };

async function deliverTo(receiver: Receiver, delivery: Delivery, options: AttemptOptions): Promise<Delivered> {
  const { pace } = options;
  const now = Date.now();
  const state = isManualRetry(delivery) ? 'closed' : breakerState(receiver.health, now);
  if (state === 'closed') return attempt(receiver, delivery, { ...options, isProbe: false });
  const { probes } = receiver.health;
  const probeUntil = Math.ceil((now + pace.deadlineMs) / probeReserveMs + 1) * probeReserveMs;
  if (state === 'probe' && (await openBreaker(receiver, probeUntil, probes))) {
    const probing = { ...receiver, health: { ...receiver.health, openUntil: probeUntil } };
    return attempt(probing, delivery, { ...options, isProbe: true });
  }
  const openUntil = state === 'probe' ? probeUntil : (receiver.health.openUntil ?? probeUntil);
  await deferToBreaker(receiver, delivery, openUntil, pace);
  return {};
}

/** A retry by hand is made whatever the breaker says. */
const isManualRetry = ({ attemptsBefore, attemptCount }: Delivery): boolean =>
  attemptsBefore > 0 && attemptCount === attemptsBefore;

/** Puts a delivery off until the breaker closes; one that has waited for as long as its schedule lasts has had its time. */
async function deferToBreaker(
  receiver: Receiver,
  delivery: Delivery,
  openUntil: number,
  pace: LanePace,
): Promise<void> {
  const now = Date.now();
  if (now > endOfSchedule(delivery, pace)) {
    await deadLetter(delivery, { at: new Date(now).toISOString(), error: 'receiver_down', latencyMs: 0 });
    return;
  }
  const position = await takeReleasePlace(addressOf(receiver), openUntil);
  const next = retryTimes(receiver, releaseTime(openUntil, position));
  if (await deferDelivery(delivery, next)) await sendRetryMessage(delivery, delivery.attemptCount, next, now);
}

/** When the last attempt of the schedule would have been made, jitter included: ms since the epoch. */
function endOfSchedule({ attempts, attemptCount, attemptsBefore, createdAt }: Delivery, pace: LanePace): number {
  const begin = attemptsBefore > 0 ? attempts.at(attemptsBefore - attemptCount)?.at : createdAt;
  const lastsMs = pace.retryDelays.reduce((sum, delay) => sum + Math.max(delay * 1.2, delay + 2), 0) * 1000;
  return Date.parse(begin ?? createdAt) + lastsMs;
}

async function attempt(
  receiver: Receiver,
  delivery: Delivery,
  { form, pace, isProbe }: AttemptOptions & { isProbe: boolean },
): Promise<Delivered> {
  const startedAt = Date.now();
  const outcome = await attemptDelivery(receiver, delivery, form, pace.deadlineMs);
  if (!outcome) {
    await cancelDelivery(delivery);
    return {};
  }
  if (!outcome.succeeded) return fail(receiver, delivery, outcome, { startedAt, isProbe, pace });
  await recordSuccess(delivery, attemptRecord(outcome, startedAt));
  const { failures, slow } = receiver.health;
  if (failures === 0 && !(slow && outcome.latencyMs < quickMs)) return {};
  await clearHealth(receiver);
  return { health: { failures: 0, probes: 0, slow: false } };
}

type FailureOptions = { startedAt: number; isProbe: boolean; pace: LanePace };

async function fail(
  receiver: Receiver,
  delivery: Delivery,
  outcome: Outcome,
  options: FailureOptions,
): Promise<Delivered> {
  const { startedAt, pace } = options;
  const entry = attemptRecord(outcome, startedAt);
  const now = Date.now();
  const ordinal = delivery.attemptCount - delivery.attemptsBefore + 1;
  const { status, retryAfter, refused = false, timedOut: slow = false } = outcome;
  const delays = {
    delays: refused ? pace.retryDelays.slice(0, refusedRetries) : pace.retryDelays,
    now,
    random: Math.random,
  };
  const planned = retryDelayMs({ attempt: ordinal, status, retryAfter }, delays);
  const gone = isGone(delivery, status, planned);
  const delayMs = gone ? undefined : planned;
  if (gone) {
    log.warn('a receiver is gone: it is disabled', addressOf(receiver));
    await disableReceiver(receiver, 'gone');
  }
  if (delayMs === undefined) await deadLetter(delivery, entry);
  else {
    const next = retryTimes(receiver, now + delayMs);
    if (await recordFailure(delivery, entry, next))
      await sendRetryMessage(delivery, delivery.attemptCount + 1, next, now);
  }
  if (gone) return { stopped: true };
  const health = await updateHealth(receiver, slow, options);
  return { slow, ...(health ? { health } : { stopped: true }) };
}

/** A 410 is believed when it is said twice: a deployment that is half done says it once. */
function isGone({ attempts }: Delivery, status: number | undefined, nextDelayMs: number | undefined): boolean {
  return status === 410 && (attempts.at(-1)?.status === 410 || nextDelayMs === undefined);
}

/** Ends a delivery. Its message goes first: what the table calls dead is surely in the queue too. */
async function deadLetter(delivery: Delivery, entry: Attempt): Promise<void> {
  await sendDeadDelivery({ ...deliveryKey(delivery), deadAfter: delivery.attemptCount + 1 });
  await recordFailure(delivery, entry);
}

/** A short wait is a message's, with the index of due work behind it; a long one is that of the index alone. */
function retryTimes({ environmentId }: Receiver, nextAttemptAt: number): RetryTimes {
  const short = nextAttemptAt - Date.now() <= delaySecondsMax * 1000;
  return { nextAttemptAt, dueAt: short ? nextAttemptAt + guaranteeMs : nextAttemptAt, environmentId };
}

async function sendRetryMessage(
  delivery: Delivery,
  attempts: number,
  { nextAttemptAt, dueAt }: RetryTimes,
  now: number,
) {
  if (dueAt === nextAttemptAt) return;
  const delaySeconds = Math.min(Math.max(Math.ceil((nextAttemptAt - now) / 1000), 0), delaySecondsMax);
  await sendDelivery('slow', { ...deliveryKey(delivery), attempts }, delaySeconds);
}

/** Counts the failure, and draws its conclusions. Undefined when nothing more is to be sent to this receiver. */
async function updateHealth(
  receiver: Receiver,
  slow: boolean,
  { isProbe, pace }: FailureOptions,
): Promise<Health | undefined> {
  const now = Date.now();
  const health = await countFailure(receiver, now, slow);
  if (!health) return undefined;
  const { receiverId } = addressOf(receiver);
  const hours = warningBetween(health, receiver.health.failingSince ?? now, now);
  if (hours !== undefined) log.warn('a receiver has been failing', { receiverId, hours });
  if (isGivenUp(health, now)) {
    log.warn('a receiver has failed for days: it is disabled', { receiverId });
    await disableReceiver(receiver, 'failing');
    return undefined;
  }
  const openUntil = openUntilAfter(health, now, breakerPace(pace.retryDelays), isProbe);
  if (openUntil === undefined) return health;
  const probes = isProbe ? health.probes + 1 : 0;
  await openBreaker({ ...receiver, health }, openUntil, probes);
  return { ...health, openUntil, probes };
}

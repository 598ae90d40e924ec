import { delaySecondsMax } from '../aws/queues.ts';
import { retryDelayMs } from '../domain/receivers/backoff.ts';
import {
  breakerState,
  type Health,
  isPatient,
  patientUntilFrom,
  quickMs,
  silenceDelaySeconds,
  usualPatienceMs,
} from '../domain/receivers/breaker.ts';
import { digestEnd } from '../domain/receivers/digest-window.ts';
import { type Delivery, isDigest } from '../domain/receivers/webhook.ts';
import { dayMs, hourMs, minuteMs } from '../durations.ts';
import type { StoredForm } from '../store/forms/forms.ts';
import type { RetryTimes } from '../store/receivers/deliveries.ts';
import type { StoredIntegration } from '../store/receivers/integrations.ts';
import { isIntegration, type Receiver, recordOf } from '../store/receivers/receivers.ts';
import type { DeliveryOutcome } from './attempt-record.ts';
import type { DeliveryMessage, Lane } from './delivery-queue.ts';

/** A requested delivery, as it is now in the table. */
export type Task = {
  readonly message: DeliveryMessage;
  /** Undefined if it is gone. */
  readonly receiver: Receiver | undefined;
  /** Undefined before the first attempt. */
  readonly stored: Delivery | undefined;
  /** The form of the event. Undefined for a test, or if it is gone. */
  readonly form: StoredForm | undefined;
  readonly formGone: boolean;
};

/** The lane for a receiver’s deliveries, and their delay in seconds. */
export type Route = { readonly lane: Lane; readonly delaySeconds: number };

export const slowRoute: Route = { lane: 'slow', delaySeconds: 0 };

/**
 * Returns the lane and delay for a receiver of this health. While a receiver may hang, its deliveries wait in the fast
 * lane, because the slow lane has others that hang.
 */
export const routeFor = (health: Health, now: number): Route =>
  health.slow || breakerState(health, now) !== 'closed'
    ? slowRoute
    : { lane: 'fast', delaySeconds: silenceDelaySeconds(health, now) };

/** The limits of a lane: milliseconds for an attempt, seconds to wait before each retry. */
export type LanePace = { readonly deadlineMs: number; readonly retryDelays: readonly number[] };

/** The next step for a message. Times are in ms since the epoch. */
export type DeliveryStep =
  | { readonly kind: 'nothing' }
  /** `redrive`: a dead letter was sent back, so the delivery is due again. `remove`: its response is deleted. */
  | { readonly kind: 'redrive' | 'cancel' | 'remove'; readonly delivery: Delivery }
  | { readonly kind: 'attempt'; readonly receiver: Receiver; readonly delivery: Delivery }
  /** Adds the response to the digest that ends then, and sends nothing now. */
  | { readonly kind: 'collect'; readonly stored: StoredIntegration; readonly delivery: Delivery; readonly end: number }
  /** Stores a new delivery in the table, where nothing expires, because its lane is a day behind. */
  | { readonly kind: 'store'; readonly receiver: Receiver; readonly delivery: Delivery; readonly until: number }
  /** The one attempt that shows whether the receiver is back. Other deliveries wait for its result. */
  | { readonly kind: 'probe'; readonly receiver: Receiver; readonly delivery: Delivery; readonly until: number }
  /** The breaker is open. */
  | { readonly kind: 'wait'; readonly receiver: Receiver; readonly delivery: Delivery; readonly until: number };

/** @param now ms since the epoch */
export function nextStep({ message, receiver, stored, formGone }: Task, pace: LanePace, now: number): DeliveryStep {
  const delivery = stored ?? message.delivery;
  if (!delivery) return { kind: 'nothing' };
  if (isDeadOf(message, delivery)) return { kind: 'redrive', delivery };
  if (isDone(message, stored, now)) return { kind: 'nothing' };
  if (receiver && recordOf(receiver).active && !formGone) {
    return (stored ? stepTowards : firstStepTowards)(receiver, delivery, pace, now);
  }
  if (!stored) return { kind: 'nothing' };
  return { kind: formGone ? 'remove' : 'cancel', delivery };
}

const isDeadOf = (message: DeliveryMessage, { status, attemptCount }: Delivery): boolean =>
  status === 'dead' && message.deadAfter === attemptCount;

/** Whether a message was handled already. Queues deliver at least once, and the index of due work repeats slow work. */
function isDone(message: DeliveryMessage, stored: Delivery | undefined, now: number): boolean {
  if (!stored) return false;
  // A stored delivery comes back by the index of due work, or by a message that doesn't contain it.
  if (stored.status !== 'scheduled' || message.delivery || message.deadAfter !== undefined) return true;
  if (message.attempts !== undefined && message.attempts !== stored.attemptCount) return true;
  return Date.parse(stored.nextAttemptAt ?? '') > now + 1000;
}

/**
 * The age at which a new delivery is stored instead of attempted. Until then it is only in its message, which SQS keeps
 * for 14 days. Storing takes milliseconds, so the lane falls no further behind.
 */
const queuedMaxMs = dayMs;

function firstStepTowards(receiver: Receiver, delivery: Delivery, pace: LanePace, now: number): DeliveryStep {
  if (now - Date.parse(delivery.createdAt) <= queuedMaxMs) return stepTowards(receiver, delivery, pace, now);
  return { kind: 'store', receiver, delivery, until: Math.ceil(now / hourMs) * hourMs };
}

/**
 * The time after its deadline in which a probe must report before another is sent. It ends at a round time, so that all
 * waiting deliveries wait for the same one.
 */
const probeReserveMs = 10_000;

function stepTowards(receiver: Receiver, delivery: Delivery, { deadlineMs }: LanePace, now: number): DeliveryStep {
  const collecting = collectionOf(receiver, delivery, now);
  if (collecting) return collecting;
  const state = isManualRetry(delivery) ? 'closed' : breakerState(receiver.health, now);
  if (state === 'closed') return { kind: 'attempt', receiver, delivery };
  const probeUntil = Math.ceil((now + deadlineMs) / probeReserveMs + 1) * probeReserveMs;
  if (state === 'probe') return { kind: 'probe', receiver, delivery, until: probeUntil };
  return { kind: 'wait', receiver, delivery, until: receiver.health.openUntil ?? probeUntil };
}

/** Returns the step for a response in a digest. It waits for the digest even while no mail can be sent. */
function collectionOf(receiver: Receiver, delivery: Delivery, now: number): DeliveryStep | undefined {
  if (!isIntegration(receiver) || delivery.test || isDigest(delivery)) return undefined;
  const { type, config } = receiver.integration;
  const end = type === 'email' ? digestEnd(config, now) : undefined;
  return end === undefined ? undefined : { kind: 'collect', stored: receiver, delivery, end };
}

/** Whether a person asked for this retry. It is made even while the breaker is open. */
const isManualRetry = ({ attemptsBefore, attemptCount }: Delivery): boolean =>
  attemptsBefore > 0 && attemptCount === attemptsBefore;

/** Returns the time of the schedule's last attempt, with jitter, in ms since the epoch. */
export function endOfSchedule(delivery: Delivery, retryDelays: readonly number[]): number {
  const { attempts, attemptCount, attemptsBefore, createdAt, retriedAt, digest } = delivery;
  const dueAt = isDigest(delivery) ? digest : createdAt;
  const begin = attemptsBefore > 0 ? (retriedAt ?? attempts.at(attemptsBefore - attemptCount)?.at) : dueAt;
  const lastsMs = retryDelays.reduce((sum, delay) => sum + Math.max(delay * 1.2, delay + 2), 0) * 1000;
  return Date.parse(begin ?? createdAt) + lastsMs;
}

/** The number of retries if a person must fix something first: three quarters of an hour of the usual schedule. */
const refusedRetries = 5;

/**
 * The next step after a failure: the time of the next attempt (ms since the epoch), and whether the receiver is gone.
 */
export type AfterFailure = { readonly nextAttemptAt?: number; readonly isGone: boolean };

/** @param random gives numbers in [0, 1) */
export function afterFailure(
  delivery: Delivery,
  { status, retryAfter, refused = false }: DeliveryOutcome,
  retryDelays: readonly number[],
  now: number,
  random: () => number,
): AfterFailure {
  const attempt = delivery.attemptCount - delivery.attemptsBefore + 1;
  const delays = refused ? retryDelays.slice(0, refusedRetries) : retryDelays;
  const delayMs = retryDelayMs({ attempt, status, retryAfter }, { delays, now, random });
  // Only a second 410 counts, because a half-finished deployment may return one.
  const isGone = status === 410 && (delivery.attempts.at(-1)?.status === 410 || delayMs === undefined);
  return { isGone, ...(delayMs !== undefined && !isGone && { nextAttemptAt: now + delayMs }) };
}

/** How much later than its message a retry is due in the index. The index only covers lost messages. */
const guaranteeMs = 2 * minuteMs;

/** Returns how a retry waits: a short wait by a message, with the index behind it, a long one by the index alone. */
export function retryTimes({ environmentId }: Receiver, nextAttemptAt: number, now: number): RetryTimes {
  const isShort = nextAttemptAt - now <= delaySecondsMax * 1000;
  return { nextAttemptAt, dueAt: isShort ? nextAttemptAt + guaranteeMs : nextAttemptAt, environmentId };
}

/**
 * Returns a receiver’s new health after a success, or undefined if it is unchanged. A late receiver gets more time from
 * now on. If it is late again, it counts as slow and gets the slow lane until it is quick.
 */
export function healthAfterSuccess(before: Health, latencyMs: number, now: number): Health | undefined {
  const wasSilent = before.silentUntil !== undefined;
  const slow = latencyMs >= quickMs && (before.slow || (wasSilent && isPatient(before, now)));
  if (before.failures === 0 && !wasSilent && slow === before.slow) return undefined;
  const isWaitedFor = !slow && (wasSilent || before.slow) && latencyMs > usualPatienceMs;
  return { failures: 0, probes: 0, slow, patientUntil: isWaitedFor ? patientUntilFrom(now) : before.patientUntil };
}

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

/** Where what comes for a receiver is sent, and the seconds that it waits there first. */
export type Route = { readonly lane: Lane; readonly delaySeconds: number };

export const slowRoute: Route = { lane: 'slow', delaySeconds: 0 };

/**
 * The way of what is for a receiver of this health. While it is not known whether one hangs, its deliveries wait for the fast
 * lane: in the slow one they might wait behind others that hang.
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
  /** `redrive` makes a dead delivery due again: its dead letter was sent back. `remove`: its response is deleted. */
  | { readonly kind: 'redrive' | 'cancel' | 'remove'; readonly delivery: Delivery }
  | { readonly kind: 'attempt'; readonly receiver: Receiver; readonly delivery: Delivery }
  /** Adds the response to the digest that ends then: nothing is sent now. */
  | { readonly kind: 'collect'; readonly stored: StoredIntegration; readonly delivery: Delivery; readonly end: number }
  /** Puts a new delivery into the table, where nothing expires: its lane is behind by a day. */
  | { readonly kind: 'store'; readonly receiver: Receiver; readonly delivery: Delivery; readonly until: number }
  /** The one attempt that shows whether the receiver is back; until then the other deliveries wait for how it went. */
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

/** Whether it was done already: queues deliver at least once, and the index of due work repeats what takes long. */
function isDone(message: DeliveryMessage, stored: Delivery | undefined, now: number): boolean {
  if (!stored) return false;
  // Once it is stored, it is the index of due work, or a message without it, that brings a delivery back.
  if (stored.status !== 'scheduled' || message.delivery || message.deadAfter !== undefined) return true;
  if (message.attempts !== undefined && message.attempts !== stored.attemptCount) return true;
  return Date.parse(stored.nextAttemptAt ?? '') > now + 1000;
}

/**
 * A new delivery is in its message alone, and SQS keeps that for 14 days at most. To store one takes milliseconds where an
 * attempt may take seconds: a lane that is behind by this much falls no further behind.
 */
const queuedMaxMs = dayMs;

function firstStepTowards(receiver: Receiver, delivery: Delivery, pace: LanePace, now: number): DeliveryStep {
  if (now - Date.parse(delivery.createdAt) <= queuedMaxMs) return stepTowards(receiver, delivery, pace, now);
  return { kind: 'store', receiver, delivery, until: Math.ceil(now / hourMs) * hourMs };
}

/**
 * Beyond the deadline of its attempt, a probe has this long, and up to twice as long, to tell how it went before another is
 * sent: its end is a round time, so that those who wait for it wait for the same.
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

/** A response waits for its digest even while no mail can be sent. */
function collectionOf(receiver: Receiver, delivery: Delivery, now: number): DeliveryStep | undefined {
  if (!isIntegration(receiver) || delivery.test || isDigest(delivery)) return undefined;
  const { type, config } = receiver.integration;
  const end = type === 'email' ? digestEnd(config, now) : undefined;
  return end === undefined ? undefined : { kind: 'collect', stored: receiver, delivery, end };
}

/** A retry by hand is made whatever the breaker says. */
const isManualRetry = ({ attemptsBefore, attemptCount }: Delivery): boolean =>
  attemptsBefore > 0 && attemptCount === attemptsBefore;

/** When the last attempt of the schedule would have been made, jitter included: ms since the epoch. */
export function endOfSchedule(delivery: Delivery, retryDelays: readonly number[]): number {
  const { attempts, attemptCount, attemptsBefore, createdAt, digest } = delivery;
  const dueAt = isDigest(delivery) ? digest : createdAt;
  const begin = attemptsBefore > 0 ? attempts.at(attemptsBefore - attemptCount)?.at : dueAt;
  const lastsMs = retryDelays.reduce((sum, delay) => sum + Math.max(delay * 1.2, delay + 2), 0) * 1000;
  return Date.parse(begin ?? createdAt) + lastsMs;
}

/** The number of retries, over three quarters of an hour by the usual schedule, where a person must change something first. */
const refusedRetries = 5;

/** What follows a failure: the time of the next attempt (ms since the epoch), and if the receiver is gone. */
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
  // A 410 is believed when it is said twice: a deployment that is half done says it once.
  const isGone = status === 410 && (delivery.attempts.at(-1)?.status === 410 || delayMs === undefined);
  return { isGone, ...(delayMs !== undefined && !isGone && { nextAttemptAt: now + delayMs }) };
}

/** The index of due work shows a retry this much later than its message arrives: it is there for lost messages. */
const guaranteeMs = 2 * minuteMs;

/** A short wait is a message's, with the index of due work behind it; a long one is that of the index alone. */
export function retryTimes({ environmentId }: Receiver, nextAttemptAt: number, now: number): RetryTimes {
  const isShort = nextAttemptAt - now <= delaySecondsMax * 1000;
  return { nextAttemptAt, dueAt: isShort ? nextAttemptAt + guaranteeMs : nextAttemptAt, environmentId };
}

/**
 * The health of a receiver that has taken a delivery; undefined when it is as it was. One that was late is waited for
 * in future, and one that is late all the same is slow: the slow lane, which waits for longer, has it until it is quick.
 */
export function healthAfterSuccess(before: Health, latencyMs: number, now: number): Health | undefined {
  const wasSilent = before.silentUntil !== undefined;
  const slow = latencyMs >= quickMs && (before.slow || (wasSilent && isPatient(before, now)));
  if (before.failures === 0 && !wasSilent && slow === before.slow) return undefined;
  const isWaitedFor = !slow && (wasSilent || before.slow) && latencyMs > usualPatienceMs;
  return { failures: 0, probes: 0, slow, patientUntil: isWaitedFor ? patientUntilFrom(now) : before.patientUntil };
}

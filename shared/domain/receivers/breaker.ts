import { dayMs, hourMs, minuteMs } from '../../durations.ts';

const secondMs = 1000;

/** The health of a receiver. Times are in ms since the epoch. Nothing is written while it is healthy. */
export type Health = {
  /** Failed attempts since the last success. */
  readonly failures: number;
  readonly failingSince?: number | undefined;
  /** Nothing is sent until then. The next attempt is a probe. */
  readonly openUntil?: number | undefined;
  /** Probes that have failed since the breaker opened. */
  readonly probes: number;
  /** Whether its deliveries use the slow lane from the first attempt on. */
  readonly slow: boolean;
  /** Set when an attempt has waited longer than replies take. By this time it is known whether the receiver hangs. */
  readonly silentUntil?: number | undefined;
  /** Set after a late reply. Until then the receiver may be silent for longer than others. */
  readonly patientUntil?: number | undefined;
};

/** The part of the health that the breaker needs. */
type Failures = Pick<Health, 'failures' | 'failingSince' | 'openUntil' | 'probes'>;

/** How long the breaker stays open: the milliseconds of the first time, and the maximum. */
export type BreakerPace = { readonly firstMs: number; readonly mostMs: number };

/**
 * Returns the pace of the breaker, which never waits longer than the schedule would: 30 s at first and an hour at most
 * with the usual one, less with a shorter one.
 */
export function breakerPace(delays: readonly number[]): BreakerPace {
  const longest = Math.max(0, ...delays) * secondMs;
  return { firstMs: Math.min(30 * secondMs, longest), mostMs: Math.min(hourMs, longest) };
}

const failuresToOpen = 5;

/**
 * Returns the breaker's state: closed (attempt freely), open (wait), or probe (make one attempt to see whether the
 * receiver is back).
 */
export function breakerState({ openUntil }: Failures, now: number): 'closed' | 'open' | 'probe' {
  if (openUntil === undefined) return 'closed';
  return now < openUntil ? 'open' : 'probe';
}

/**
 * Returns until when the breaker opens after a failure, which `failures` already includes, or undefined when it stays
 * as it is. While it is open, only a failed probe moves it.
 */
export function openUntilAfter(health: Failures, now: number, pace: BreakerPace, isProbe: boolean): number | undefined {
  if (isProbe) return now + Math.min(pace.firstMs * 2 ** (health.probes + 1), pace.mostMs);
  if (health.openUntil !== undefined || health.failures < failuresToOpen) return undefined;
  return now + pace.firstMs;
}

/** Deliveries per second to a receiver after its breaker has closed, until the waiting ones are sent. */
const releasedPerSecond = 20;

/**
 * Returns when a delivery that finds the breaker open gets its turn. `position` is the number of deliveries before it
 * that wait for the same time.
 */
export const releaseTime = (openUntil: number, position: number): number =>
  openUntil + Math.ceil((position * secondMs) / releasedPerSecond);

const disabledAfter = { ms: 8 * dayMs, failures: 20 };

/** Whether a webhook has failed for so long that it is disabled. Its deliveries are kept. */
export const isGivenUp = ({ failures, failingSince }: Failures, now: number): boolean =>
  failures >= disabledAfter.failures && failingSince !== undefined && now - failingSince >= disabledAfter.ms;

const warningHours = [1, 24, 72];

/** Returns the warning threshold, in hours of failing, that was passed between the last failure and this one. */
export function warningBetween({ failingSince }: Failures, lastFailure: number, now: number): number | undefined {
  if (failingSince === undefined) return undefined;
  const passed = (hours: number, at: number) => at - failingSince >= hours * hourMs;
  return warningHours.findLast(hours => passed(hours, now) && !passed(hours, lastFailure));
}

/** How long a reply may take to start before its receiver counts as silent, in ms. Most take less than half of that. */
export const usualPatienceMs = 300;

/**
 * How long to wait for a receiver that was late, in ms. In the slow lane, one that replies within it counts as quick
 * again.
 */
export const quickMs = 1000;

/**
 * How long a late receiver gets that time. A receiver that always takes half a second is written once in it, not with
 * each delivery. No longer, because one that hangs in it holds as many runs as it gets deliveries in that time: from 12
 * a second on, the whole fast lane.
 */
const patientForMs = minuteMs;

/**
 * The longest silence in ms, from the start of the attempt: a little longer than the deadline of first attempts, so
 * that waiting deliveries see the outcome of that one. A killed run ends no silence.
 */
const silenceMs = 6000;

/** Returns until when a silent receiver is waited for, in ms since the epoch. */
export const silentUntilFrom = (begunAt: number): number => begunAt + silenceMs;
export const patientUntilFrom = (now: number): number => now + patientForMs;

export const isPatient = ({ patientUntil = 0 }: Health, now: number): boolean => now < patientUntil;

/** Returns how long a receiver may be silent before it is marked, in ms. */
export const patienceMs = (health: Health, now: number): number => (isPatient(health, now) ? quickMs : usualPatienceMs);

/**
 * Returns the seconds that a delivery to a receiver waits before another look, or 0 when it is not silent. Most silent
 * receivers reply within a second. For the others all deliveries wait equally long, so they return at the pace at which
 * they came, not all at once.
 */
export function silenceDelaySeconds({ silentUntil = 0 }: Health, now: number): number {
  const leftMs = silentUntil - now;
  if (leftMs <= 0) return 0;
  return silenceMs - leftMs < quickMs ? 1 : 4;
}

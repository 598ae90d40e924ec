import { dayMs, hourMs } from '../../durations.ts';

const secondMs = 1000;

/** How a receiver has been doing. Times: ms since the epoch. Nothing is written while it does well. */
export type Health = {
  /** Failed attempts since the last success. */
  readonly failures: number;
  readonly failingSince?: number | undefined;
  /** Until then nothing is sent; the first attempt after it is a probe. */
  readonly openUntil?: number | undefined;
  /** Probes that have failed since the breaker opened. */
  readonly probes: number;
  /** Its deliveries take the slow lane from the first attempt on. */
  readonly slow: boolean;
  /** An attempt has waited for longer than answers take. Whether the receiver hangs is known then at the latest. */
  readonly silentUntil?: number | undefined;
  /** It was late: until then it may be silent for longer than others. */
  readonly patientUntil?: number | undefined;
};

/** What the breaker looks at. */
type Failures = Pick<Health, 'failures' | 'failingSince' | 'openUntil' | 'probes'>;

/** How long the breaker stays open: milliseconds for the first time, and at most. */
export type BreakerPace = { readonly firstMs: number; readonly mostMs: number };

/**
 * The breaker never waits longer than the schedule itself would: 30 s at first and an hour at most with the usual one,
 * less with a shorter one.
 */
export function breakerPace(delays: readonly number[]): BreakerPace {
  const longest = Math.max(0, ...delays) * secondMs;
  return { firstMs: Math.min(30 * secondMs, longest), mostMs: Math.min(hourMs, longest) };
}

const failuresToOpen = 5;

/** The breaker now: closed (attempt freely), open (wait), or probe (make one attempt to see whether the receiver is back). */
export function breakerState({ openUntil }: Failures, now: number): 'closed' | 'open' | 'probe' {
  if (openUntil === undefined) return 'closed';
  return now < openUntil ? 'open' : 'probe';
}

/**
 * Until when the breaker opens after a failure, which `failures` counts already; undefined when it stays as it is. While it
 * is open, only a failed probe moves it.
 */
export function openUntilAfter(health: Failures, now: number, pace: BreakerPace, isProbe: boolean): number | undefined {
  if (isProbe) return now + Math.min(pace.firstMs * 2 ** (health.probes + 1), pace.mostMs);
  if (health.openUntil !== undefined || health.failures < failuresToOpen) return undefined;
  return now + pace.firstMs;
}

/** Deliveries per second that a receiver gets when its breaker has closed, until what waited is sent. */
const releasedPerSecond = 20;

/** When a delivery that finds the breaker open has its turn. `position`: how many before it wait for the same time. */
export const releaseTime = (openUntil: number, position: number): number =>
  openUntil + Math.ceil((position * secondMs) / releasedPerSecond);

const disabledAfter = { ms: 8 * dayMs, failures: 20 };

/** Whether a webhook has failed for so long that it is switched off; its deliveries are kept. */
export const isGivenUp = ({ failures, failingSince }: Failures, now: number): boolean =>
  failures >= disabledAfter.failures && failingSince !== undefined && now - failingSince >= disabledAfter.ms;

const warningHours = [1, 24, 72];

/** The hours of failing, of those that are worth a warning, that have passed between the last failure and this one. */
export function warningBetween({ failingSince }: Failures, lastFailure: number, now: number): number | undefined {
  if (failingSince === undefined) return undefined;
  const passed = (hours: number, at: number) => at - failingSince >= hours * hourMs;
  return warningHours.findLast(hours => passed(hours, now) && !passed(hours, lastFailure));
}

/** So long, in ms, an answer may take to begin before its receiver counts as silent: most take less than half of that. */
export const usualPatienceMs = 300;

/** A receiver that was late is waited for so long, in ms. In the slow lane, one that answers within it is quick again. */
export const quickMs = 1000;

/** How long a late receiver has that time: one that always takes half a second is written once in it, not with each delivery. */
const patientForMs = hourMs;

/**
 * How long, in ms, a silence lasts at most, from the begin of the attempt: a little longer than the deadline of first
 * attempts, so that what comes meanwhile meets what became of that one. A run that is killed ends no silence.
 */
const silenceMs = 6000;

/** When a silence ends of which nobody hears more, and when a late receiver is no longer waited for: ms since the epoch. */
export const silentUntilFrom = (begunAt: number): number => begunAt + silenceMs;
export const patientUntilFrom = (now: number): number => now + patientForMs;

export const isPatient = ({ patientUntil = 0 }: Health, now: number): boolean => now < patientUntil;

/** How long a receiver may be silent before that is marked: ms. */
export const patienceMs = (health: Health, now: number): number => (isPatient(health, now) ? quickMs : usualPatienceMs);

/**
 * Seconds that what comes for a receiver waits before that is looked at again, 0 when it is not silent. Most that are silent
 * answer within a second; for the others all wait for as long, and so come back as they came and not all at once.
 */
export function silenceDelaySeconds({ silentUntil = 0 }: Health, now: number): number {
  const leftMs = silentUntil - now;
  if (leftMs <= 0) return 0;
  return silenceMs - leftMs < quickMs ? 1 : 4;
}

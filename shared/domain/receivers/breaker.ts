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
};

/** What the breaker looks at. */
type Failures = Omit<Health, 'slow'>;

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

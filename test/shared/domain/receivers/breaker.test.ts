import { describe, expect, it } from '@jest/globals';
import { retryDelays } from '../../../../shared/domain/receivers/backoff.ts';
import {
  breakerPace,
  breakerState,
  isGivenUp,
  openUntilAfter,
  patienceMs,
  releaseTime,
  silenceDelaySeconds,
  silentUntilFrom,
  warningBetween,
} from '../../../../shared/domain/receivers/breaker.ts';

const pace = breakerPace(retryDelays);
const hour = 3_600_000;

describe('the breaker', () => {
  it('opens with the fifth failure in a row, for thirty seconds', () => {
    const after = (failures: number) => openUntilAfter({ failures, probes: 0 }, 1000, pace, false);
    expect([1, 4, 5].map(after)).toEqual([undefined, undefined, 31_000]);
  });

  it('stays open for twice as long after each failed probe, an hour at most', () => {
    const after = (probes: number) => openUntilAfter({ failures: 9, openUntil: 0, probes }, 0, pace, true);
    expect([0, 1, 5, 6, 50].map(after)).toEqual([60_000, 120_000, 32 * 60_000, hour, hour]);
  });

  it('is not prolonged by what was under way when it opened', () => {
    expect(openUntilAfter({ failures: 9, openUntil: 500, probes: 0 }, 100, pace, false)).toBeUndefined();
  });

  it('never waits longer than the longest wait of the schedule', () => {
    expect(breakerPace([1, 2])).toEqual({ firstMs: 2000, mostMs: 2000 });
  });

  it('lets nothing pass before its end and one probe after it', () => {
    const health = { failures: 5, openUntil: 100, probes: 0 };
    expect([99, 100].map(now => breakerState(health, now))).toEqual(['open', 'probe']);
    expect(breakerState({ failures: 5, probes: 0 }, 100)).toBe('closed');
  });

  it('releases what has waited at twenty a second', () => {
    expect([0, 1, 20, 40].map(position => releaseTime(1000, position))).toEqual([1000, 1050, 2000, 3000]);
  });
});

describe('a receiver that fails for days', () => {
  it('is given up after eight days and twenty attempts, not after either alone', () => {
    const days = 8 * 24 * hour;
    expect(isGivenUp({ failures: 20, failingSince: 0, probes: 0 }, days)).toBe(true);
    expect(isGivenUp({ failures: 19, failingSince: 0, probes: 0 }, days)).toBe(false);
    expect(isGivenUp({ failures: 20, failingSince: 1, probes: 0 }, days)).toBe(false);
  });

  it('is worth a warning after an hour, a day and three days, each told once', () => {
    const health = { failures: 9, failingSince: 0, probes: 0 };
    const between = (from: number, to: number) => warningBetween(health, from * hour, to * hour);
    expect(warningBetween({ ...health, failingSince: hour }, 1.9 * hour, 2 * hour)).toBe(1);
    expect([between(0, 0.9), between(0.9, 1), between(1, 2), between(2, 24), between(30, 80)]).toEqual([
      undefined,
      1,
      undefined,
      24,
      72,
    ]);
  });
});

const now = Date.parse('2026-03-14T12:00:00Z');
const healthy = { failures: 0, probes: 0, slow: false };
const silent = { ...healthy, silentUntil: silentUntilFrom(now) };

describe('what comes for a silent receiver', () => {
  it.each([
    [0, 1],
    [300, 1],
    [999, 1],
    [1000, 4],
    [5999, 4],
    [6000, 0],
  ])('waits, %d ms after the begin of the attempt, for %d s', (lastedMs, seconds) => {
    expect(silenceDelaySeconds(silent, now + lastedMs)).toBe(seconds);
  });

  it('is looked at no more than three times in one silence, whenever it comes', () => {
    for (let lastedMs = 0; lastedMs < 6000; lastedMs += 100) {
      let looks = 0;
      let at = now + lastedMs;
      for (let wait = silenceDelaySeconds(silent, at); wait > 0; wait = silenceDelaySeconds(silent, at)) {
        looks += 1;
        at += wait * 1000;
      }
      expect(looks).toBeLessThanOrEqual(3);
    }
  });

  it('does not wait without a silence', () => {
    expect(silenceDelaySeconds(healthy, now)).toBe(0);
  });
});

describe('how long a receiver may be silent', () => {
  it.each([
    ['300 ms', healthy, 300],
    ['a second when it was late', { ...healthy, patientUntil: now + 1 }, 1000],
    ['300 ms when that is long ago', { ...healthy, patientUntil: now }, 300],
  ])('is %s', (_, health, ms) => {
    expect(patienceMs(health, now)).toBe(ms);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { retryDelays } from '../../../shared/domain/backoff.ts';
import {
  breakerPace,
  gate,
  type Health,
  isGivenUp,
  openUntilAfter,
  releaseTime,
  warningBetween,
} from '../../../shared/domain/breaker.ts';

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;
const now = Date.parse('2026-03-01T12:00:00Z');
const pace = breakerPace(retryDelays);

/** A receiver after so many failures in a row, each reported by an attempt that was no probe. */
const failing = (failures: number): Health => ({ failures, failingSince: now, probes: 0 });

/** The waits between the probes of a receiver that never comes back, in milliseconds. */
function waitsOfProbes(count: number, of = pace): number[] {
  const opened = openUntilAfter(failing(5), now, of, false) ?? Number.NaN;
  const waits = [opened - now];
  for (let probes = 0; waits.length < count; probes++) {
    const openUntil = now + (waits.at(-1) ?? 0);
    const next = openUntilAfter({ ...failing(6 + probes), openUntil, probes }, now, of, true) ?? Number.NaN;
    waits.push(next - now);
  }
  return waits;
}

describe('the breaker of a webhook', () => {
  it('lets everything through until the fifth failure in a row', () => {
    for (const failures of [0, 1, 2, 3, 4]) {
      expect(openUntilAfter(failing(failures), now, pace, false)).toBeUndefined();
    }
    expect(gate(failing(4), now)).toBe('closed');
    expect(openUntilAfter(failing(5), now, pace, false)).toBe(now + 30 * second);
  });

  it('holds everything back while it is open, and then asks for one probe', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: hour }), fc.integer({ min: 0, max: hour }), (openMs, at) => {
        const health = { ...failing(5), openUntil: now + openMs };
        expect(gate(health, now + openMs)).toBe('probe');
        expect(gate(health, now + at)).toBe(at < openMs ? 'open' : 'probe');
      }),
    );
  });

  it('is not moved by a request that began before it opened', () => {
    const health = { ...failing(9), openUntil: now + 30 * second };
    expect(openUntilAfter(health, now + second, pace, false)).toBeUndefined();
  });

  it('waits twice as long after each probe that fails, from 30 s to an hour', () => {
    const seconds = waitsOfProbes(12).map(ms => ms / second);
    expect(seconds).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600, 3600]);
    expect(openUntilAfter({ ...failing(5000), openUntil: now, probes: 5000 }, now, pace, true)).toBe(now + hour);
  });

  it("waits no longer than the longest delay of a deployment's own schedule", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 7 * 24 * 3600 }), { maxLength: 20 }), delays => {
        const longest = Math.max(0, ...delays) * second;
        const waits = waitsOfProbes(20, breakerPace(delays));
        for (const wait of waits) expect(wait).toBeLessThanOrEqual(Math.min(longest, hour));
        expect(waits).toEqual(waits.toSorted((a, b) => a - b));
      }),
    );
  });

  it('releases what has waited in its order, at 20 a second and never before it closes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), position => {
        const turn = releaseTime(now, position);
        expect(turn).toBeGreaterThanOrEqual(now);
        expect(releaseTime(now, position + 1)).toBeGreaterThan(turn);
        expect(releaseTime(now, position + 20) - turn).toBe(second);
      }),
    );
    expect(releaseTime(now, 0)).toBe(now);
  });
});

describe('a webhook whose receiver fails', () => {
  it('is given up after 20 failures and 8 days without a success, both', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(19, 20)),
        fc.oneof(fc.integer({ min: 0, max: 30 * day }), fc.constantFrom(8 * day - 1, 8 * day)),
        (failures, ms) => {
          const isDue = failures >= 20 && ms >= 8 * day;
          expect(isGivenUp({ failures, failingSince: now - ms, probes: 0 }, now)).toBe(isDue);
        },
      ),
    );
    expect(isGivenUp({ failures: 1000, probes: 0 }, now)).toBe(false);
  });

  it('is warned of after 1, 24 and 72 hours, once each, however its failures fall', () => {
    const pauses = fc.array(fc.integer({ min: 1, max: 30 * hour }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(pauses, gaps => {
        let last = now;
        const warnings: number[] = [];
        for (const gap of gaps) {
          const hours = warningBetween(failing(5), last, last + gap);
          last += gap;
          if (hours !== undefined) warnings.push(hours);
        }
        expect(warnings).toEqual([...new Set(warnings)].toSorted((a, b) => a - b));
        const passed = [1, 24, 72].filter(hours => last - now >= hours * hour);
        expect(warnings.at(-1)).toBe(passed.at(-1));
      }),
    );
  });

  it('brings the latest warning alone when one failure comes long after another', () => {
    expect(warningBetween(failing(2), now, now + 2 * hour)).toBe(1);
    expect(warningBetween(failing(2), now, now + 4 * day)).toBe(72);
    expect(warningBetween(failing(2), now + 2 * hour, now + 3 * hour)).toBeUndefined();
    expect(warningBetween({ failures: 1, probes: 0 }, now, now + day)).toBeUndefined();
  });
});

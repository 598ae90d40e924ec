import { describe, expect, it } from '@jest/globals';
import {
  parseRetryDelays,
  retryAfterMs,
  retryDelayMs,
  retryDelays,
} from '../../../../shared/domain/receivers/backoff.ts';
import { itInAll } from '../../../support/in-all.ts';
import { fc } from '../../../support/properties.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.parse('2026-03-01T12:00:00Z');

const gapMs = (attempt: number, random = () => 0, delays = retryDelays) =>
  retryDelayMs({ attempt }, { delays, now, random });

/** Mulberry32: the same numbers for the same seed, everywhere. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The gaps of a delivery that never succeeds, in milliseconds. */
function gapsOf(seed: number, delays = retryDelays): number[] {
  const random = seeded(seed);
  const gaps: number[] = [];
  for (let attempt = 1; ; attempt++) {
    const gap = gapMs(attempt, random, delays);
    if (gap === undefined) return gaps;
    gaps.push(gap);
  }
}

/** The longest a gap may be: a fifth longer than planned, though 2 s at least and half an hour at most. */
const longestOf = (planned: number) => planned + Math.min(Math.max(planned * 0.2, 2 * second), 30 * minute);

describe('the schedule of retries', () => {
  it('makes 18 attempts over 8.3 days', () => {
    const planned = gapsOf(0).map((_, index) => gapMs(index + 1));
    const week = Array.from({ length: 7 }, () => day);
    expect(planned).toEqual([
      ...[5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute],
      ...[hour, 2 * hour, 4 * hour, 8 * hour, 16 * hour, ...week],
    ]);
    expect(planned).toHaveLength(17);
    const total = planned.reduce<number>((sum, gap) => sum + (gap ?? 0), 0);
    expect((total / day).toFixed(1)).toBe('8.3');
  });

  itInAll('never retries early, and late only by its jitter, with each of 10,000 seeds', () => {
    const planned = retryDelays.map(delay => delay * second);
    for (let seed = 0; seed < 10_000; seed++) {
      const gaps = gapsOf(seed);
      if (gaps.length !== 17) throw new Error(`seed ${seed} makes ${gaps.length} retries`);
      const off = gaps.findIndex((gap, index) => {
        const plan = planned[index] ?? Number.NaN;
        return !(gap >= plan && gap <= longestOf(plan));
      });
      if (off !== -1) throw new Error(`seed ${seed}: retry ${off + 1} comes after ${gaps[off]} ms`);
    }
  });

  it('spreads retries over the whole of the jitter', () => {
    const firstGaps = Array.from({ length: 1000 }, (_, seed) => gapMs(1, seeded(seed)) ?? 0);
    expect(Math.min(...firstGaps)).toBeLessThan(5.1 * second);
    expect(Math.max(...firstGaps)).toBeGreaterThan(6.9 * second);
    expect(gapMs(6, () => 0.5)).toBe(hour + 6 * minute);
    expect(gapMs(17, () => 0.5)).toBe(day + 15 * minute);
  });

  it("keeps within the same bounds with any deployment's own delays", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 7 * 24 * 3600 }), { minLength: 1, maxLength: 30 }),
        fc.integer(),
        (delays, seed) => {
          const gaps = gapsOf(seed, parseRetryDelays(delays.join(',')));
          expect(gaps).toHaveLength(delays.length);
          for (const [index, gap] of gaps.entries()) {
            const planned = (delays[index] ?? Number.NaN) * second;
            expect(gap).toBeGreaterThanOrEqual(planned);
            expect(gap).toBeLessThanOrEqual(longestOf(planned));
          }
        },
      ),
    );
  });
});

describe('WEBHOOK_RETRY_DELAYS_SECONDS', () => {
  it.each([undefined, '', '  '])('leaves the schedule as it is when it is %p', setting => {
    expect(parseRetryDelays(setting)).toBe(retryDelays);
  });

  it('replaces the schedule, one retry for each entry', () => {
    expect(parseRetryDelays('1, 2.5 ,0')).toEqual([1, 2.5, 0]);
  });

  it.each(['5,,30', '5,', '5;30', '-1', '5s', '1e3', 'Infinity', 'NaN', '0x10', '604801', '+5'])(
    'is refused, by the entry that is wrong, when it is %p',
    setting => {
      expect(() => parseRetryDelays(setting)).toThrow(/^WEBHOOK_RETRY_DELAYS_SECONDS: entry \d is ".*"; it must be/);
    },
  );

  it('is refused when it holds more than 100 delays', () => {
    const delays = (count: number) => Array.from({ length: count }, () => '1').join(',');
    expect(parseRetryDelays(delays(100))).toHaveLength(100);
    expect(() => parseRetryDelays(delays(101))).toThrow('holds 101 delays; at most 100 are allowed');
  });
});

describe('Retry-After', () => {
  const delayMs = (status: number, retryAfter: string, attempt = 1) =>
    retryDelayMs({ attempt, status, retryAfter }, { delays: retryDelays, now, random: () => 0 });

  it.each([429, 503])('puts the retry off when it comes with %d', status => {
    expect(delayMs(status, '120')).toBe(2 * minute);
  });

  it.each([200, 301, 400, 500, 502])('means nothing with %d', status => {
    expect(delayMs(status, '120')).toBe(5 * second);
  });

  it('never brings the retry forward', () => {
    expect(delayMs(429, '1')).toBe(5 * second);
    expect(delayMs(503, 'Sun, 01 Mar 2026 11:00:00 GMT')).toBe(5 * second);
    expect(delayMs(429, '120', 6)).toBe(hour);
  });

  it('puts a retry off by a day at most', () => {
    for (const header of ['86401', '9'.repeat(400), 'Fri, 01 Jan 2100 00:00:00 GMT']) {
      expect(delayMs(429, header)).toBe(day);
    }
  });

  it('brings no retry after the last attempt', () => {
    expect(delayMs(429, '120', 18)).toBeUndefined();
  });

  it.each(['Sun, 01 Mar 2026 12:10:00 GMT', 'Sunday, 01-Mar-26 12:10:00 GMT', 'Sun Mar  1 12:10:00 2026', ' 600 '])(
    'reads %p',
    header => {
      expect(retryAfterMs(header, now)).toBe(10 * minute);
    },
  );

  it.each([
    undefined,
    '',
    'soon',
    '-5',
    '+5',
    '1.5',
    '1e3',
    '0x10',
    '5, 10',
    '٣',
    '2026-03-01T13:00:00Z',
    'Sun, 01 Mar 2026 13:00:00 CET',
    'Sun, 01 Mrz 2026 13:00:00 GMT',
    'Sun, 01 Mar 2026 25:00:00 GMT',
    'tomorrow 5',
  ])('ignores %p', header => {
    expect(retryAfterMs(header, now)).toBeUndefined();
  });

  it('never makes a delay out of garbage', () => {
    fc.assert(
      fc.property(fc.string(), header => {
        const ms = retryAfterMs(header, now);
        expect(ms === undefined || (ms >= 0 && ms <= day)).toBe(true);
      }),
    );
  });
});

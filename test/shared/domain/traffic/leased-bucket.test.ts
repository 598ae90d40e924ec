import { describe, expect, it } from '@jest/globals';
import { type ChargeBucket, LeasedBuckets, type Limit } from '../../../../shared/domain/traffic/leased-bucket.ts';
import { itInAll } from '../../../support/in-all.ts';
import { fc } from '../../../support/properties.ts';
import { randomOf } from '../../../support/random.ts';

const minute = 60_000;

/** The bucket that all share, as the conditional write of an item keeps it. */
class SharedBucket {
  writes = 0;
  fullAt: number | undefined;

  readonly charge: ChargeBucket = async (_, { since, ms, until }) => {
    this.writes += 1;
    const { fullAt } = this;
    const isFull = fullAt === undefined || fullAt <= since;
    if (until === undefined ? !isFull : isFull || fullAt > until) return { charged: false, fullAt };
    this.fullAt = (until === undefined ? since : (fullAt ?? 0)) + ms;
    return { charged: true, fullAt: this.fullAt };
  };
}

const fail = (error: unknown) => {
  throw error;
};

/** One bucket that hears of each request at once: what is right. */
class IdealBucket {
  #tokens: number;
  #at = 0;
  readonly #limit: Limit;

  constructor(limit: Limit) {
    this.#limit = limit;
    this.#tokens = limit.tokens;
  }

  take(now: number, cost: number): boolean {
    const { tokens, windowMs } = this.#limit;
    this.#tokens = Math.min(tokens, this.#tokens + ((now - this.#at) * tokens) / windowMs);
    this.#at = now;
    if (this.#tokens < cost) return false;
    this.#tokens -= cost;
    return true;
  }
}

type Traffic = {
  limit: number;
  processes: number;
  /** Requests a minute, as a part of the limit. */
  load: number;
  minutes: number;
  seed: number;
};

/** Requests at random times, each to a process at random. */
async function simulate({ limit, processes, load, minutes, seed }: Traffic) {
  const rule = { tokens: limit, windowMs: minute };
  const shared = new SharedBucket();
  const all = Array.from({ length: processes }, () => new LeasedBuckets(shared.charge, fail));
  const ideal = new IdealBucket(rule);
  const random = randomOf(seed);
  const start = 1_800_000_000_000;
  let [requests, admitted, right] = [0, 0, 0];
  for (let at = 0; at < minutes * minute; at += -Math.log(1 - random()) * (minute / (limit * load))) {
    requests += 1;
    const process = all[Math.floor(random() * processes)];
    if ((await process?.take('subject', rule, 1, start + at)) === 0) admitted += 1;
    if (ideal.take(at, 1)) right += 1;
  }
  return { requests, admitted, right, writes: shared.writes };
}

const traffic = (loads: { min: number; max: number }) =>
  fc.record({
    limit: fc.constantFrom(30, 120, 600, 1200),
    processes: fc.integer({ min: 1, max: 6 }),
    load: fc.double({ ...loads, noNaN: true }),
    minutes: fc.integer({ min: 2, max: 5 }),
    seed: fc.integer(),
  });

describe('a limit that several processes share', () => {
  itInAll('lets through what one bucket would, within ten per cent', async () => {
    const property = fc.asyncProperty(traffic({ min: 0.2, max: 20 }), async each => {
      const { processes } = each;
      const { admitted, right } = await simulate(each);
      // Of a limit of few, a tenth is less than a request for each process.
      expect(Math.abs(admitted - right)).toBeLessThanOrEqual(right * 0.1 + processes / 2);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it('keeps the bucket of a form that many processes submit to from becoming what holds them up', async () => {
    const flood = { processes: 100, minutes: 0.5, seed: 1 };
    const wide = await simulate({ ...flood, limit: 600_000, load: 0.5 });
    expect(wide.admitted).toBe(wide.requests);
    expect(wide.writes / 30).toBeLessThan(50);
    const narrow = await simulate({ ...flood, limit: 6000, load: 50 });
    expect(narrow.writes / 30).toBeLessThan(150);
  });

  it('costs a caller who keeps well below it at most one write for twenty requests', async () => {
    const property = fc.asyncProperty(traffic({ min: 0.02, max: 0.1 }), async each => {
      const { requests, writes, admitted } = await simulate({ ...each, limit: Math.max(each.limit, 120), minutes: 30 });
      expect(admitted).toBe(requests);
      expect(writes).toBeLessThanOrEqual(requests * 0.05 + 1);
    });
    await fc.assert(property, { numRuns: 100 });
  });
});

describe('a process that shares limits', () => {
  const limit = { tokens: 10, windowMs: minute };
  const now = 1_800_000_000_000;

  it('says how long it takes until there is as much as is asked for', async () => {
    const buckets = new LeasedBuckets(new SharedBucket().charge, fail);
    for (let n = 0; n < 10; n += 1) expect(await buckets.take('one', limit, 1, now)).toBe(0);
    expect(await buckets.take('one', limit, 3, now)).toBe(18_000);
    expect(await buckets.take('one', limit, 3, now + 17_999)).toBe(1);
    expect(await buckets.take('one', limit, 3, now + 18_000)).toBe(0);
  });

  it('lets through what costs more than the whole limit, once nothing else was used', async () => {
    const buckets = new LeasedBuckets(new SharedBucket().charge, fail);
    expect(await buckets.take('one', limit, 16, now)).toBe(0);
    expect(await buckets.take('one', limit, 16, now + 1)).toBe(minute - 1);
    expect(await buckets.take('one', limit, 16, now + minute)).toBe(0);
  });

  it('lets all pass while the bucket cannot be read, and asks again only after seconds', async () => {
    let asked = 0;
    const errors: unknown[] = [];
    const unreadable = async () => {
      asked += 1;
      throw new Error('not there');
    };
    const buckets = new LeasedBuckets(unreadable, error => errors.push(error));
    for (let n = 0; n < 50; n += 1) expect(await buckets.take('one', limit, 1, now + n)).toBe(0);
    expect([asked, errors.length]).toEqual([1, 1]);
    expect(await buckets.take('one', limit, 1, now + 6000)).toBe(0);
    expect(asked).toBe(2);
  });

  it('remembers ten thousand buckets and no more, those that were used last', async () => {
    const shared = new SharedBucket();
    const buckets = new LeasedBuckets(shared.charge, fail);
    const wide = { tokens: 1000, windowMs: minute };
    for (let n = 0; n < 10_500; n += 1) await buckets.take(`subject ${n}`, wide, 1, now);
    expect(buckets.size).toBe(10_000);
    expect(shared.writes).toBe(0);
  });
});

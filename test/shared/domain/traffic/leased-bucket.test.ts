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

/** Tokens of 375 ms each, of which a process may owe 10 at once, and an eighth of the limit more in each window. */
const wide = { tokens: 160, windowMs: minute };
const msEach = 375;

/** A shared bucket, and each charge that was tried. */
function recorded(fullAt?: number) {
  const shared = new SharedBucket();
  shared.fullAt = fullAt;
  const charges: Parameters<ChargeBucket>[1][] = [];
  const charge: ChargeBucket = (subject, each, limit) => {
    charges.push(each);
    return shared.charge(subject, each, limit);
  };
  return { charge, charges };
}

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
    expect(await buckets.take('one', limit, 1, now + 4999)).toBe(0);
    expect(asked).toBe(1);
    expect(await buckets.take('one', limit, 1, now + 5000)).toBe(0);
    expect(asked).toBe(2);
  });

  it('remembers ten thousand buckets and no more, those that were used last', async () => {
    const shared = new SharedBucket();
    const buckets = new LeasedBuckets(shared.charge, fail);
    for (let n = 0; n < 10_500; n += 1) await buckets.take(`subject ${n}`, wide, 1, now);
    expect(buckets.size).toBe(10_000);
    expect(shared.writes).toBe(0);
  });

  it('forgets a bucket that was not used for longest', async () => {
    const { charge, charges } = recorded();
    const buckets = new LeasedBuckets(charge, fail);
    const takeFrom = (subject: string, tokens: number) => buckets.take(subject, wide, tokens, now);
    await takeFrom('first', 5);
    for (let n = 0; n < 9999; n += 1) await takeFrom(`subject ${n}`, 1);
    await takeFrom('first', 5);
    await takeFrom('one more', 1);
    await takeFrom('first', 1);
    expect(charges).toMatchObject([{ since: now }]);
  });

  it('forgets what it owes once the bucket has regained it', async () => {
    const chargesAfter = async (ms: number) => {
      const { charge, charges } = recorded();
      const buckets = new LeasedBuckets(charge, fail);
      await buckets.take('one', wide, 10, now);
      while (charges.length === 0) await buckets.take('one', wide, 1, now + ms);
      return charges;
    };
    // It owes 31, from the first on, or 11.
    expect(await chargesAfter(minute)).toMatchObject([{ since: now }]);
    expect(await chargesAfter(minute + 1)).toMatchObject([{ since: now + minute + 1 }]);
  });
});

describe('what a process charges', () => {
  const now = 1_800_000_000_000;
  const started = (fullAt?: number) => {
    const { charge, charges } = recorded(fullAt);
    const buckets = new LeasedBuckets(charge, fail);
    const take = async (at: number, cost = 1, limit = wide) => {
      expect(await buckets.take('one', limit, cost, at)).toBe(0);
    };
    const takeEach = async (count: number, everyMs: number, limit = wide) => {
      for (let n = 0; n < count; n += 1) await take(now + n * everyMs, 1, limit);
    };
    return { take, takeEach, charges };
  };

  it('is nothing for ten at once, then all of them and an eighth of what is left in advance', async () => {
    const { take, takeEach, charges } = started();
    await takeEach(10, 0);
    expect(charges).toEqual([]);
    await take(now);
    expect(charges).toEqual([{ since: now, ms: (11 + 18) * msEach, until: undefined }]);
    await take(now, 18);
    expect(charges).toHaveLength(1);
    await takeEach(10, 0);
    expect(charges).toHaveLength(1);
    await take(now);
    const ms = (11 + 15) * msEach;
    expect(charges.slice(1)).toEqual([{ since: now, ms, until: now + minute - ms }]);
  });

  it('is what a lease does not cover', async () => {
    const { take, charges } = started();
    await take(now, 11);
    await take(now, 25);
    const ms = (25 - 18 + 15) * msEach;
    expect(charges.slice(1)).toEqual([{ since: now, ms, until: now + minute - ms }]);
  });

  it('is as much as was used slowly, from the first on, a quarter of the limit at most', async () => {
    const { take, takeEach, charges } = started();
    await takeEach(40, 3000);
    expect(charges).toEqual([]);
    await take(now + 120_000);
    // Forty-one in two minutes: three more in the next ten seconds.
    expect(charges).toEqual([{ since: now, ms: (41 + 3) * msEach, until: undefined }]);
  });

  it('is a hundred of a wide limit at most, fifty at once', async () => {
    const wider = { tokens: 3200, windowMs: minute };
    const slow = started();
    await slow.takeEach(100, 150, wider);
    expect(slow.charges).toEqual([]);
    await slow.take(now + 15_000, 1, wider);
    expect(slow.charges).toMatchObject([{ since: now }]);
    const fast = started();
    await fast.takeEach(50, 0, wider);
    expect(fast.charges).toEqual([]);
    await fast.take(now, 1, wider);
    expect(fast.charges).toMatchObject([{ since: now }]);
  });

  it('is each use of a bucket that others have emptied by more than half, beyond a lease', async () => {
    const { take, takeEach, charges } = started(now + 35_000);
    await takeEach(10, 0);
    await take(now);
    const ms = (11 + 6) * msEach;
    // It takes the bucket for a full one, and is told.
    expect(charges).toEqual([
      { since: now, ms: (11 + 18) * msEach, until: undefined },
      { since: now, ms, until: now + minute - ms },
    ]);
    await take(now, 6);
    expect(charges).toHaveLength(2);
    await take(now);
    expect(charges.slice(2)).toEqual([{ since: now, ms: 7 * msEach, until: now + minute - 7 * msEach }]);
  });

  it('is nothing again once half of the bucket has come back', async () => {
    const chargesAfter = async (ms: number) => {
      const { take, charges } = started(now + 35_000);
      await take(now, 11);
      await take(now, 6);
      await take(now + ms);
      return charges.length;
    };
    // It is full at 35,000 ms and 17 tokens.
    const half = 35_000 + 17 * msEach - minute / 2;
    expect([await chargesAfter(half - 1), await chargesAfter(half)]).toEqual([3, 2]);
  });
});

describe('a bucket that changes whenever it is charged', () => {
  const now = 1_800_000_000_000;

  it('is tried four times, then refused for two seconds', async () => {
    let tries = 0;
    const changing: ChargeBucket = async () => {
      tries += 1;
      return { charged: false, fullAt: tries % 2 ? now + 1 : undefined };
    };
    const buckets = new LeasedBuckets(changing, fail);
    expect(await buckets.take('one', wide, 11, now)).toBe(2000);
    expect(tries).toBe(4);
    expect(await buckets.take('one', wide, 11, now + 1999)).toBe(1);
    expect(tries).toBe(4);
    expect(await buckets.take('one', wide, 11, now + 2000)).toBe(2000);
    expect(tries).toBe(8);
  });
});

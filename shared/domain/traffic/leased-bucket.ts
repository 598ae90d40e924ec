/** A limit: the tokens in each window, which is also the most at once. */
export type Limit = { readonly tokens: number; readonly windowMs: number };

/**
 * One conditional write of the bucket that all execution environments share. A bucket is the time at which it is full
 * again (ms since the epoch). Taking tokens moves that time by as long as they take to come back.
 */
type Charge = {
  /** When the first of the tokens was used. A bucket that was full then is charged from that time on. */
  readonly since: number;
  /** How far to move the time. */
  readonly ms: number;
  /**
   * Undefined for a bucket that is full again by `since`. Otherwise the write is for one that is full later, but not
   * after `until`.
   */
  readonly until: number | undefined;
};

/** Makes the write, unless the bucket is of the other kind. Returns when the bucket is full again. */
export type ChargeBucket = (
  subject: string,
  charge: Charge,
  limit: Limit,
) => Promise<{ readonly charged: boolean; readonly fullAt: number | undefined }>;

/** The state of one bucket in this process. */
type Account = {
  /** Tokens used and not charged yet, the first of them at `since`. */
  owed: number;
  since: number;
  /** Tokens charged and not used yet. */
  leased: number;
  /** Tokens used since the last charge, at `chargedAt`. This shows how fast they are used. */
  used: number;
  chargedAt: number;
  usedAt: number;
  fullAt: number | undefined;
  /** Everything is refused until then, or nothing if the bucket cannot be read. */
  refusedUntil: number;
  openUntil: number;
};

/** The number of processes that may use up a limit together before the bucket is updated. */
const expectedProcesses = 8;

/** The most that one process may owe at once, however slowly it was used. */
const owedAtOnceMax = 50;
const owedMax = 100;

/** How long a lease should last. */
const leaseMs = 10_000;

/** The shortest time for which an empty bucket is not read again. */
const refusalMs = 2000;

/** How long an unreadable bucket is not read again. */
const openMs = 5000;

const accountsMax = 10_000;

/**
 * The tokens of many buckets, used by one of several processes. Slow use is charged afterwards, 20 tokens or more at a
 * time. Fast use, and use of a bucket that runs low, is charged in advance, in leases. So ordinary requests cost almost
 * no writes, and refused requests of a flood cost none. Does no I/O itself.
 */
export class LeasedBuckets {
  readonly #accounts = new Map<string, Account>();
  readonly #charge: ChargeBucket;
  readonly #onUnreadable: (error: unknown) => void;

  constructor(charge: ChargeBucket, onUnreadable: (error: unknown) => void) {
    this.#charge = charge;
    this.#onUnreadable = onUnreadable;
  }

  /** The number of buckets in memory. */
  get size(): number {
    return this.#accounts.size;
  }

  /** Uses tokens of a bucket and returns 0, or returns the milliseconds until there are enough. */
  async take(subject: string, limit: Limit, cost: number, now: number): Promise<number> {
    const account = this.#accountOf(subject, limit, now);
    if (now < account.refusedUntil) return account.refusedUntil - now;
    account.usedAt = now;
    // A cost above a whole bucket would never be allowed.
    const tokens = Math.min(cost, limit.tokens);
    if (now < account.openUntil || this.#takeKnown(account, limit, tokens, now)) return 0;
    try {
      return await this.#ask(subject, account, limit, tokens, now);
    } catch (error) {
      this.#onUnreadable(error);
      account.openUntil = now + openMs;
      return 0;
    }
  }

  #accountOf(subject: string, { windowMs }: Limit, now: number): Account {
    const known = this.#accounts.get(subject);
    // After that time the bucket has regained what this process used.
    const account = known && now - known.usedAt <= windowMs ? known : newAccount(now);
    // A Map keeps insertion order, so the first is the least recently used.
    this.#accounts.delete(subject);
    this.#accounts.set(subject, account);
    for (const oldest of this.#accounts.keys()) {
      if (this.#accounts.size <= accountsMax) break;
      this.#accounts.delete(oldest);
    }
    return account;
  }

  #takeKnown(account: Account, limit: Limit, tokens: number, now: number): boolean {
    if (account.leased >= tokens) account.leased -= tokens;
    else if (account.owed + tokens <= creditOf(account, limit, now)) {
      if (account.owed === 0) account.since = now;
      account.owed += tokens;
    } else return false;
    account.used += tokens;
    return true;
  }

  async #ask(subject: string, account: Account, limit: Limit, tokens: number, now: number): Promise<number> {
    const msEach = limit.windowMs / limit.tokens;
    const due = account.owed + tokens - account.leased;
    const since = account.owed > 0 ? account.since : now;
    // Another process may change the bucket's kind in between, once or twice.
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { fullAt } = account;
      const base = Math.max(fullAt ?? 0, since);
      const left = (now + limit.windowMs - base) / msEach - due;
      if (left < 0) return refuse(account, now, -left * msEach);
      const lease = leaseOf({ ...account, used: account.used + tokens }, left, now);
      const ms = (due + lease) * msEach;
      const isFull = base === since;
      const until = isFull ? undefined : now + limit.windowMs - ms;
      const result = await this.#charge(subject, { since, ms, until }, limit);
      account.fullAt = result.fullAt;
      if (result.charged) {
        Object.assign(account, { owed: 0, leased: lease, used: 0, chargedAt: now, refusedUntil: 0 });
        return 0;
      }
    }
    return refuse(account, now, 0);
  }
}

const newAccount = (now: number): Account => ({
  owed: 0,
  since: now,
  leased: 0,
  used: 0,
  chargedAt: now,
  usedAt: now,
  fullAt: undefined,
  refusedUntil: 0,
  openUntil: 0,
});

/**
 * Returns what may be owed: an amount that keeps eight processes within the limit while half of the bucket is left,
 * more for slow use, by the time that it took, and nothing for a bucket that runs low.
 */
function creditOf({ fullAt = 0, since, owed }: Account, { tokens, windowMs }: Limit, now: number): number {
  if (fullAt - now > windowMs / 2) return 0;
  const atOnce = Math.min(tokens / (2 * expectedProcesses), owedAtOnceMax);
  const elapsed = owed > 0 ? now - since : 0;
  return Math.min(atOnce + (elapsed / windowMs) * (tokens / expectedProcesses), tokens / 4, owedMax);
}

/** Returns a lease that lasts some seconds at the current rate, out of what is left for all. */
function leaseOf({ used, chargedAt }: Account, left: number, now: number): number {
  const perMs = used / Math.max(now - chargedAt, 1);
  return Math.floor(Math.min(perMs * leaseMs, left / expectedProcesses));
}

/**
 * Refuses for a while without reading the bucket again, because refusals must not cost writes. The bucket gains nothing
 * by it that it would not keep.
 */
function refuse(account: Account, now: number, waitMs: number): number {
  account.refusedUntil = now + Math.max(waitMs, refusalMs);
  return account.refusedUntil - now;
}

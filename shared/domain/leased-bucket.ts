/** How much may be used: so many tokens in each window, and no more than these at once. */
export type Limit = { readonly tokens: number; readonly windowMs: number };

/**
 * One conditional write of the bucket that all execution environments share. A bucket is the time at which it is full
 * again (ms since the epoch): taking tokens moves that by the time in which as many come back.
 */
type Charge = {
  /** When the first of the tokens was used: a bucket that was full then is charged from that time on. */
  readonly since: number;
  /** By how much to move the time. */
  readonly ms: number;
  /** The write is for a bucket that is full again by `since`; or else for one that is so later, but not after `until`. */
  readonly until: number | undefined;
};

/** Makes the write, or does not where the bucket is of the other kind; gives when the bucket is full again. */
export type ChargeBucket = (
  subject: string,
  charge: Charge,
  limit: Limit,
) => Promise<{ readonly charged: boolean; readonly fullAt: number | undefined }>;

/** What this process knows of one bucket. */
type Account = {
  /** Used and not charged yet; the first of it at `since`. */
  owed: number;
  since: number;
  /** Charged and not used yet. */
  leased: number;
  /** Tokens used since the last charge, at `chargedAt`: how fast they go. */
  used: number;
  chargedAt: number;
  usedAt: number;
  fullAt: number | undefined;
  /** Until then all is refused, or, because the bucket cannot be read, nothing is. */
  refusedUntil: number;
  openUntil: number;
};

/** Several processes may use up so much of a limit together before the bucket hears of it. */
const expectedProcesses = 8;

/** What one process may owe at once, and at most however slowly it was used. */
const owedAtOnceMax = 50;
const owedMax = 100;

/** For how long a lease is meant to last. */
const leaseMs = 10_000;

/** For how long nobody asks at least for a bucket that was empty. */
const refusalMs = 2000;

/** For how long nobody asks for a bucket that could not be read. */
const openMs = 5000;

const accountsMax = 10_000;

/**
 * The tokens of many buckets, as one of several processes uses them. Slow use is charged afterwards, 20 and more at a time,
 * fast use and that of a bucket that runs low beforehand, in leases: so ordinary requests cost next to no writes, and a
 * flood none for what is refused. No I/O of its own.
 */
export class LeasedBuckets {
  readonly #accounts = new Map<string, Account>();
  readonly #charge: ChargeBucket;
  readonly #onUnreadable: (error: unknown) => void;

  constructor(charge: ChargeBucket, onUnreadable: (error: unknown) => void) {
    this.#charge = charge;
    this.#onUnreadable = onUnreadable;
  }

  /** How many buckets are remembered. */
  get size(): number {
    return this.#accounts.size;
  }

  /** Uses tokens of a bucket, or gives the milliseconds until there are as many; 0 when they were used. */
  async take(subject: string, limit: Limit, cost: number, now: number): Promise<number> {
    const account = this.#accountOf(subject, limit, now);
    if (now < account.refusedUntil) return account.refusedUntil - now;
    account.usedAt = now;
    // What costs more than a whole bucket would never be let through.
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
    // After as long the bucket has got back what this process used.
    const account = known && now - known.usedAt <= windowMs ? known : newAccount(now);
    // A Map keeps the order of insertion: the first is the one that was used least recently.
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
    // Another process may change the bucket from one kind to the other in between, once or twice.
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
 * What may be owed: as much as leaves eight processes within the limit while half of the bucket is there, and of a slow use
 * more, for the time that it took; nothing of a bucket that runs low.
 */
function creditOf({ fullAt = 0, since, owed }: Account, { tokens, windowMs }: Limit, now: number): number {
  if (fullAt - now > windowMs / 2) return 0;
  const atOnce = Math.min(tokens / (2 * expectedProcesses), owedAtOnceMax);
  const elapsed = owed > 0 ? now - since : 0;
  return Math.min(atOnce + (elapsed / windowMs) * (tokens / expectedProcesses), tokens / 4, owedMax);
}

/** What lasts for a few seconds at the speed at which tokens are used here, out of what is left for all. */
function leaseOf({ used, chargedAt }: Account, left: number, now: number): number {
  const perMs = used / Math.max(now - chargedAt, 1);
  return Math.floor(Math.min(perMs * leaseMs, left / expectedProcesses));
}

/** Nobody asks again at once: refusals must not cost writes. A bucket gains nothing by it that it would not keep. */
function refuse(account: Account, now: number, waitMs: number): number {
  account.refusedUntil = now + Math.max(waitMs, refusalMs);
  return account.refusedUntil - now;
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Setting } from '../env.ts';

/** The most retries of a request, over all of its calls. */
const repeatsMax = 2;
/** The share of a request's patience for one attempt; the rest is for a retry on another connection. */
const shareOfAttempt = 0.4;

/** Keeps answers below three seconds, whatever AWS does. */
const patienceMsByDefault = 2500;

const patienceMs = (): number => Number(process.env['REQUEST_PATIENCE_MS' satisfies Setting] ?? patienceMsByDefault);

/** Returns how long one attempt within a request may take, in milliseconds. Default: 1,000. */
export const attemptPatienceMs = (): number => patienceMs() * shareOfAttempt;

/** The time for a call that uses no patience, because a request that makes progress may make many calls. */
const usualMs = 100;

/** The patience that a request has left for AWS, and its retries. Only time without a reply counts. */
export class RequestPatience {
  readonly #totalMs = patienceMs();
  #repeatsLeft = repeatsMax;
  #spentMs = 0;
  #calls = 0;
  #waitingSince = 0;

  get leftMs(): number {
    return Math.max(0, this.#totalMs - this.#spentMs - this.#waitedMs());
  }

  /** How long one attempt may take, in milliseconds. */
  get attemptMs(): number {
    return Math.max(1, Math.min(this.#totalMs * shareOfAttempt, this.leftMs));
  }

  /** Whether a failed attempt may be repeated; counts the repeat. */
  takeRepeat(): boolean {
    if (this.#repeatsLeft === 0 || this.leftMs === 0) return false;
    this.#repeatsLeft -= 1;
    return true;
  }

  /** Counts the time of a call, pauses included, and rejects with a `TimeoutError` when patience ends first. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    if (this.#calls === 0) this.#waitingSince = performance.now();
    this.#calls += 1;
    const { promise: ending, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(outOfPatience()), this.leftMs);
    try {
      return await Promise.race([call(), ending]);
    } finally {
      clearTimeout(timer);
      this.#spentMs += this.#waitedMs();
      this.#waitingSince = performance.now();
      this.#calls -= 1;
    }
  }

  /** Returns the milliseconds since the last answer, or since the first call that still waits. */
  #waitedMs(): number {
    return this.#calls > 0 ? Math.max(0, performance.now() - this.#waitingSince - usualMs) : 0;
  }
}

const outOfPatience = (): Error =>
  Object.assign(new Error('AWS did not answer before the request ran out of patience'), { name: 'TimeoutError' });

/** The global that the bundle shares with the parts beside it, each of which has its own copy of this module. */
const shared = globalThis as { formlinePatience?: AsyncLocalStorage<RequestPatience> };
shared.formlinePatience ??= new AsyncLocalStorage();
const storage = shared.formlinePatience;

/**
 * Handles a request with limited patience for AWS. An operation that calls another shares its patience. Jobs and
 * workers wait longer.
 */
export const withPatience = <T>(handle: () => T): T =>
  storage.getStore() ? handle() : storage.run(new RequestPatience(), handle);

/** Returns the patience of the current request, or undefined in a job or a worker. */
export const requestPatience = (): RequestPatience | undefined => storage.getStore();

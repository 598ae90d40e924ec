type Limits<T> = {
  /** The maximum total size of all entries. */
  sizeMax: number;
  /** The size of an entry. Default: 1. */
  sizeOf?: (value: T) => number;
};

/** Caches reads for a few seconds and up to a size, within one Lambda environment. */
export class TtlCache<T> {
  readonly #entries = new Map<string, { value: T; readAt: number; size: number }>();
  readonly #seconds: number;
  readonly #limits: Limits<T>;
  #size = 0;

  constructor(seconds: number, limits: Limits<T> = { sizeMax: 2000 }) {
    this.#seconds = seconds;
    this.#limits = limits;
  }

  async get(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known && this.#isFresh(known.readAt)) return known.value;
    const readAt = Date.now();
    const value = await read();
    const size = this.#limits.sizeOf?.(value) ?? 1;
    this.forget(key);
    this.#entries.set(key, { value, readAt, size });
    this.#size += size;
    this.#drop();
    return value;
  }

  forget(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }

  /** Drops expired entries, then the oldest ones above the limit. A Map keeps the order of insertion. */
  #drop(): void {
    for (const [key, { readAt }] of this.#entries) {
      if (this.#size <= this.#limits.sizeMax && this.#isFresh(readAt)) return;
      this.forget(key);
    }
  }

  #isFresh(readAt: number): boolean {
    return Date.now() - readAt < this.#seconds * 1000;
  }
}

/** Remembers what was read, for a few seconds and a few thousand keys, within one Lambda environment. */
export class TtlCache<T> {
  readonly #entries = new Map<string, { value: T; readAt: number }>();
  readonly #seconds: number;
  readonly #entriesMax: number;

  constructor(seconds: number, entriesMax = 2000) {
    this.#seconds = seconds;
    this.#entriesMax = entriesMax;
  }

  async get(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known && Date.now() - known.readAt < this.#seconds * 1000) return known.value;
    const readAt = Date.now();
    const value = await read();
    // Map keeps the order of insertion: the first entry is the oldest.
    this.#entries.delete(key);
    this.#entries.set(key, { value, readAt });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#entriesMax) break;
      this.#entries.delete(oldest);
    }
    return value;
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }
}

import { setTimeout as pause } from 'node:timers/promises';

/**
 * The writes of a job per second. Five jobs use half the capacity of a new table and each of its indexes, and leave the
 * rest to submissions.
 */
export const writesPerSecond = 400;

/** Spreads a job's writes evenly, across all partitions. */
export class Pace {
  #next = 0;

  /** Waits until this many writes are allowed, after all earlier requests. */
  async take(writes: number): Promise<void> {
    const turn = Math.max(this.#next, Date.now());
    this.#next = turn + (writes * 1000) / writesPerSecond;
    const early = turn - Date.now();
    if (early > 0) await pause(early);
  }
}

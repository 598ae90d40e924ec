import { setTimeout as pause } from 'node:timers/promises';

/**
 * What a job writes in a second: the five that run at a time take half of the 4,000 that a new table takes, and of each of
 * its indexes; the other half is left to submissions.
 */
export const writesPerSecond = 400;

/** Spreads the writes of a job evenly, whatever partitions they are for. */
export class Pace {
  #next = 0;

  /** Waits until this many writes may go, after all earlier requests. */
  async take(writes: number): Promise<void> {
    const turn = Math.max(this.#next, Date.now());
    this.#next = turn + (writes * 1000) / writesPerSecond;
    if (turn > Date.now()) await pause(turn - Date.now());
  }
}

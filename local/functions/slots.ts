/** Thrown when no slot became free in time. */
export class NoFreeSlot extends Error {}

/** A fixed number of slots. Callers get them in the order in which they came. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Runs `work` in a slot.
   *
   * @param patienceMs the maximum wait for a slot, in milliseconds
   * @throws NoFreeSlot if none becomes free in time
   */
  async use<T>(work: () => Promise<T>, patienceMs?: number): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(patienceMs);
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free += 1;
    }
  }

  #turn(patienceMs?: number): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const leave = (settle: () => void) => () => {
      this.#waiting.delete(take);
      clearTimeout(timer);
      settle();
    };
    const take = leave(turn.resolve);
    const giveUp = leave(() => turn.reject(new NoFreeSlot()));
    const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs);
    this.#waiting.add(take);
    return turn.promise;
  }
}

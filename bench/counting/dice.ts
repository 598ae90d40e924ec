/** Makes choices by numbers in [0, 1). */
export class Dice {
  readonly roll: () => number;

  constructor(random: () => number) {
    this.roll = random;
  }

  chance(share: number): boolean {
    return this.roll() < share;
  }

  /** Returns undefined if there are no choices. */
  anyOf<T>(choices: readonly T[]): T | undefined {
    return choices[Math.floor(this.roll() * choices.length)];
  }

  oneOf<T>(choices: readonly [T, ...T[]]): T {
    return this.anyOf(choices) ?? choices[0];
  }

  /** Returns at least one of the choices, in their order. */
  someOf<T>(choices: readonly [T, ...T[]]): T[] {
    const some = choices.filter(() => this.chance(0.35));
    return some.length > 0 ? some : [this.oneOf(choices)];
  }
}

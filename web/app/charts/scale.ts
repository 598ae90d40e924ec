/** Maps a number from 0 to `max` to a length from `from` to `to`. */
export const scale = (max: number, from: number, to: number): ((value: number) => number) =>
  max === 0 ? () => from : value => from + (value / max) * (to - from);

/**
 * Where the lines of a grid are, for counts from 0 to `max`: at most `most` whole steps of 1, 2 or 5 times a power of ten,
 * the last at `max` or above it.
 */
export function ticksOf(max: number, most = 4): number[] {
  const step = stepOf(Math.max(max, 1) / most);
  const count = Math.max(Math.ceil(max / step), 1);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  // A binary fraction may be a hair above the step that it is.
  const step = [1, 2, 5, 10].find(factor => factor * power >= least * (1 - 1e-9)) ?? 10;
  return Math.max(Math.round(step * power), 1);
}

/** The positions, out of `count`, that have room for their labels: evenly apart, the last always among them. */
export function labelledTicks(count: number, most: number): number[] {
  const apart = Math.max(Math.ceil(count / Math.max(most, 1)), 1);
  const last = count - 1;
  return Array.from({ length: Math.ceil(count / apart) }, (_, index) => last - index * apart).reverse();
}

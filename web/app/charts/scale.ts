/** Maps a number from 0 to `max` to a length from `from` to `to`. */
export const scale = (max: number, from: number, to: number): ((value: number) => number) =>
  max === 0 ? () => from : value => from + (value / max) * (to - from);

/**
 * Returns the values of the grid lines for counts from 0 to `max`: at most `most` whole steps of 1, 2 or 5 times a
 * power of ten. The last line is at `max` or above it.
 */
export function ticksOf(max: number, most = 4): number[] {
  const step = stepOf(Math.max(max, 1) / most);
  const count = Math.max(Math.ceil(max / step), 1);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  // Because of binary rounding, `least` may be slightly above the step that it should equal.
  const step = [1, 2, 5, 10].find(factor => factor * power >= least * (1 - 1e-9)) ?? 10;
  return Math.max(Math.round(step * power), 1);
}

/** Returns which of `count` positions have room for a label: evenly spaced, and always with the last one. */
export function labelledTicks(count: number, most: number): number[] {
  const apart = Math.max(Math.ceil(count / Math.max(most, 1)), 1);
  const last = count - 1;
  return Array.from({ length: Math.ceil(count / apart) }, (_, index) => last - index * apart).reverse();
}

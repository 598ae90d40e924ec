/**
 * Returns a share in percent with two decimals, or 0 of nothing. Each completed start is one of the starts, and each
 * start has a view, so it is between 0 and 100. A value outside is meant to be visible.
 */
export const percentage = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;

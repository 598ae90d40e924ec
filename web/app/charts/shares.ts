/** Returns a share in percent with one decimal, or 0 if the whole is 0. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;

/** Returns the change from the previous number in percent, or undefined if that number was 0. */
export const changeOf = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : percentOf(now - before, before);

export type FunnelStep = {
  readonly count: number;
  /** Percentage of the first step. */
  readonly share: number;
  /** The number that did not reach this step from the previous one. */
  readonly lost: number;
  /** `lost` as a percentage of the previous step. */
  readonly lostShare: number;
};

/** The steps of a funnel. None is larger than the previous one. */
export function funnelOf(counts: readonly number[]): FunnelStep[] {
  const [first = 0] = counts;
  return counts.map((count, index) => {
    const lost = Math.max((counts[index - 1] ?? count) - count, 0);
    return { count, share: percentOf(count, first), lost, lostShare: percentOf(lost, counts[index - 1] ?? 0) };
  });
}

/** The largest entries and, as `rest`, the sum of the others. */
export function largest<T extends { readonly count: number }>(
  entries: readonly T[],
  most: number,
): { first: T[]; rest: number } {
  const sorted = entries.toSorted((one, other) => other.count - one.count);
  return { first: sorted.slice(0, most), rest: sorted.slice(most).reduce((sum, { count }) => sum + count, 0) };
}

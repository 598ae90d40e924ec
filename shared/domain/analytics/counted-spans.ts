/** A range in ms since the epoch; `end` is exclusive. */
export type Range = { readonly start: number; readonly end: number };

/**
 * The counts over a span of time. Each counter has a list of numbers, one for each part of the span, all of equal
 * length.
 */
export type CountedSpan = Range & { readonly counters: ReadonlyMap<string, readonly number[]> };

/** Sums by the name of a counter. */
export type Sums = ReadonlyMap<string, number>;

/** Returns the sums from one time to another, both of which are boundaries between counted parts. */
export function sumsBetween(spans: readonly CountedSpan[], start: number, end: number): Sums {
  const sums = new Map<string, number>();
  for (const span of spans) {
    if (span.start >= end || span.end <= start) continue;
    for (const [name, cells] of span.counters) {
      const sum = sumOfCells(
        cells,
        (start - span.start) / (span.end - span.start),
        (end - span.start) / (span.end - span.start),
      );
      sums.set(name, (sums.get(name) ?? 0) + sum);
    }
  }
  return sums;
}

/** Returns the sum of the cells between two shares of their span. */
function sumOfCells(cells: readonly number[], from: number, to: number): number {
  const first = Math.max(Math.round(from * cells.length), 0);
  const after = Math.min(Math.round(to * cells.length), cells.length);
  let sum = 0;
  for (let cell = first; cell < after; cell++) sum += cells[cell] ?? 0;
  return sum;
}

/** Returns the rest of some ranges without others. */
export function without(ranges: readonly Range[], taken: readonly Range[]): Range[] {
  return taken.reduce<Range[]>(
    (left, { start, end }) =>
      left.flatMap(range => {
        if (end <= range.start || start >= range.end) return [range];
        const parts = [
          { start: range.start, end: start },
          { start: end, end: range.end },
        ];
        return parts.filter(part => part.start < part.end);
      }),
    ranges.map(({ start, end }) => ({ start, end })).filter(({ start, end }) => start < end),
  );
}

/**
 * A range that numbers are counted in: integers from -99 to 99 one by one, other numbers by their first two digits. A
 * range has a code: `19` is 19 itself, `19~` is between 19 and 20, `12e3` starts with 12 before three more digits,
 * `-12e-5` likewise.
 */
export type NumberRange = {
  /** The lowest number in it. */
  readonly from: number;
  /** The exclusive upper bound, or `from` if that is the only number in it. */
  readonly to: number;
};

/** Returns the code of a finite number's range. */
export function rangeCode(value: number): string {
  const size = Math.abs(value);
  const sign = value < 0 ? '-' : '';
  if (size < 100 && Number.isInteger(value)) return `${sign}${size}`;
  if (size >= 10 && size < 100) return `${sign}${Math.floor(size)}~`;
  // This never rounds: all digits are present, and the first two are used.
  const [digits = '', exponent = '0'] = size.toExponential().split('e');
  return `${sign}${digits.replace('.', '').padEnd(2, '0').slice(0, 2)}e${Number(exponent) - 1}`;
}

/** Larger numbers count as this one, so that the span of all of them is a finite number. */
const largest = Number.MAX_VALUE / 4;

/** Returns the range with a code, or undefined for another text. */
export function rangeOfCode(code: string): NumberRange | undefined {
  const [, sign, digits, rest = ''] = /^(-?)(\d{1,2})(~|e-?\d+)?$/.exec(code) ?? [];
  if (digits === undefined) return undefined;
  const low = Number(digits);
  if (rest === '') return exactly(sign === '-' ? -low : low);
  const [from, to] = rest === '~' ? [low, low + 1] : [Number(`${digits}${rest}`), Number(`${low + 1}${rest}`)];
  const [near, far] = [Math.min(from, largest), Math.min(to, largest)];
  return sign === '-' ? { from: -far, to: -near } : { from: near, to: far };
}

const exactly = (value: number): NumberRange => ({ from: value || 0, to: value || 0 });

/** A range with its count of numbers. */
export type CountedRange = NumberRange & { readonly count: number };

export const inOrder = (ranges: readonly CountedRange[]): CountedRange[] =>
  [...ranges].sort((one, other) => one.from - other.from || one.to - other.to);

/** Returns the median: between `from` and `to`, which are the same when it is known exactly. */
export function medianOf(ranges: readonly CountedRange[]): NumberRange | undefined {
  const count = ranges.reduce((sum, range) => sum + range.count, 0);
  if (count === 0) return undefined;
  const [lower, upper] = [rangeAt(ranges, Math.floor((count - 1) / 2)), rangeAt(ranges, Math.floor(count / 2))];
  return { from: (lower.from + upper.from) / 2, to: (lower.to + upper.to) / 2 };
}

function rangeAt(ranges: readonly CountedRange[], index: number): NumberRange {
  let left = index;
  for (const range of ranges) {
    if (left < range.count) return range;
    left -= range.count;
  }
  throw new Error('There are not as many numbers');
}

/** The maximum number of bars in a chart. */
const barsMax = 20;

/** The widths that bars may have: 1, 2 or 5 followed by zeros. */
const steps = [1, 2, 5, 10];

/**
 * Returns the bars of a histogram: one for each number if there are only a few integers; otherwise bars of equal width,
 * or of a factor of ten each if a few large numbers would leave all others in one bar. A range that a bar would cut
 * counts where it starts.
 */
export function histogramOf(ranges: readonly CountedRange[]): CountedRange[] {
  const [first, last] = [ranges.at(0), ranges.at(-1)];
  if (!first || !last) return [];
  if (ranges.every(({ from, to }) => from === to) && last.from - first.from < barsMax) {
    return barsBetween(first.from, last.from, 1, ranges).map(bar => ({ ...bar, to: bar.from }));
  }
  // No bar is narrower than a counted range.
  const widest = Math.max(...ranges.map(({ from, to }) => to - from));
  const width = widthOf(Math.max((last.to - first.from) / (barsMax - 1), widest));
  const bars = barsBetween(Math.floor(first.from / width) * width, last.from, width, ranges);
  return first.from > 0 && last.to / first.from > 1000 && isLopsided(bars)
    ? barsOfDecades(first.from, last.from, ranges)
    : bars;
}

/** Whether nearly all numbers are in the first bar, so that the others show nothing. */
const isLopsided = (bars: readonly CountedRange[]): boolean =>
  (bars[0]?.count ?? 0) > 0.6 * bars.reduce((sum, { count }) => sum + count, 0);

function widthOf(narrowest: number): number {
  const least = narrowest || 1;
  const power = 10 ** Math.floor(Math.log10(least));
  // 1.6 - 1.5 is a little more than 0.1.
  return power * (steps.find(step => step * power >= least * (1 - 1e-9)) ?? 10);
}

function barsBetween(start: number, end: number, width: number, ranges: readonly CountedRange[]): CountedRange[] {
  const bars = Array.from({ length: Math.floor((end - start) / width + 1e-9) + 1 }, (_, index) => ({
    ...{ from: tidy(start + index * width), to: tidy(start + (index + 1) * width) },
    count: 0,
  }));
  for (const { from, count } of ranges) {
    const bar = bars[Math.min(Math.floor((from - start) / width + 1e-9), bars.length - 1)];
    if (bar) bar.count += count;
  }
  return bars;
}

function barsOfDecades(start: number, end: number, ranges: readonly CountedRange[]): CountedRange[] {
  const [first, last] = [Math.floor(Math.log10(start) + 1e-9), Math.floor(Math.log10(end) + 1e-9)];
  const bars = Array.from({ length: last - first + 1 }, (_, index) => ({
    ...{ from: Number(`1e${first + index}`), to: Number(`1e${first + index + 1}`) },
    count: 0,
  }));
  for (const { from, count } of ranges) {
    const bar = bars[Math.floor(Math.log10(from) + 1e-9) - first];
    if (bar) bar.count += count;
  }
  return bars;
}

/** Drops the last digits of a sum such as 0.1 + 0.2. */
const tidy = (value: number): number => Number(value.toPrecision(12));

import { type CountedSpan, type Range, without } from '../../domain/analytics/counted-spans.ts';
import { quartersIn } from '../../domain/analytics/counter-names.ts';
import { dayMs, hourMs } from '../../durations.ts';
import { isSealable } from '../counters/counter-items.ts';
import { type HourSpan, readDaysOrHours, readHourSpans } from '../counters/read-counters.ts';
import { firstOpenDay, readMonths } from '../counters/sealed-items.ts';
import type { Order } from '../query.ts';
import type { CountedList } from './counted-list.ts';

/** A quarter hour with rows: its start, the number of listed rows, and the number of all rows. */
export type Quarter = { start: number; count: number; rows: number };

/** An hour or a day with rows, and its quarter hours in order, which may have to be read. */
export type Stretch = Range & {
  count: number;
  rows: number;
  quarters: () => Promise<readonly Quarter[]>;
  /** The last row of each shard that an hour counts. */
  newest?: ReadonlyMap<string, string>;
};

/** Reads the counters of a list in its order: by hour for the latest days, by day for sealed ones. */
export async function* readStretches(scope: CountedList, order: Order): AsyncGenerator<Stretch> {
  const { id, from = 0, to = endOfTime } = scope;
  const start = Math.floor(Math.max(from, 0) / dayMs) * dayMs;
  const openFrom = isSealable(id) ? Math.max(start, Math.min(firstOpenDay(Date.now()), to)) : start;
  if (order === 'asc') yield* readSealed(scope, { start, end: openFrom }, order);
  for (const range of order === 'asc' ? [{ start: openFrom, end: to }] : backwards(openFrom, to)) {
    yield* stretchesOf(scope, await readHourSpans(id, range, true), order);
  }
  if (order === 'desc') yield* readSealed(scope, { start, end: openFrom }, order);
}

const endOfTime = Date.parse('9999-12-31');

const firstHours = 6;

/** Returns ever longer ranges of whole hours, from the end back to the start. Often the latest hours are enough. */
function backwards(start: number, end: number): Range[] {
  const ranges: Range[] = [];
  let from = Math.ceil(Math.min(end, Date.now()) / hourMs) * hourMs;
  for (let hours = firstHours, to = end; to > start; hours *= 4) {
    from = hours > 10_000 ? start : Math.max(from - hours * hourMs, start);
    ranges.push({ start: from, end: to });
    to = from;
  }
  return ranges;
}

/** Reads days that can be sealed: from sealed months, else from sealed days, else from hours. */
async function* readSealed(scope: CountedList, range: Range, order: Order): AsyncGenerator<Stretch> {
  const months = await readMonths(scope.id, range.start, range.end, true);
  for (const part of inOrder([...months, ...without([range], months)], order)) {
    if (isCounted(part)) yield* inOrder(daysOf(scope, part, range), order);
    else yield* stretchesOf(scope, await readDaysOrHours(scope.id, [part], [], true), order);
  }
}

const isCounted = (part: Range | CountedSpan): part is CountedSpan => 'counters' in part;

/** Returns the days of a month with rows. Their quarter hours are read on request. */
function daysOf({ id, timeline }: CountedList, month: CountedSpan, range: Range): Stretch[] {
  return quartersIn(month, timeline, dayMs)
    .filter(({ start }) => range.start <= start && start < range.end)
    .map(day => {
      const whole = { start: day.start, end: day.start + dayMs };
      const quarters = async () => {
        const spans = await readDaysOrHours(id, [whole], [], true);
        return inOrder(spans, 'asc').flatMap(span => quartersIn(span, timeline));
      };
      return { ...day, ...whole, quarters };
    });
}

function stretchesOf({ timeline }: CountedList, spans: readonly HourSpan[], order: Order): Stretch[] {
  return inOrder(spans, order).map(span => {
    const quarters = quartersIn(span, timeline);
    const sumOf = (what: 'count' | 'rows') => quarters.reduce((sum, quarter) => sum + quarter[what], 0);
    const { start, end, newest } = span;
    return { start, end, newest, count: sumOf('count'), rows: sumOf('rows'), quarters: async () => quarters };
  });
}

export const inOrder = <T extends { start: number }>(all: readonly T[], order: Order): T[] =>
  all.toSorted((one, other) => (order === 'asc' ? one.start - other.start : other.start - one.start));

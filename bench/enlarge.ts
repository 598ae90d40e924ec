import { quarterMs, quarterStart } from '../shared/domain/time/quarters.ts';
import { packCounters, unpackCounters } from '../shared/store/counters/packed-counters.ts';
import type { StoredForm } from '../shared/store/forms/forms.ts';
import { partitionOf } from '../shared/store/keys.ts';
import { queryAll } from '../shared/store/query.ts';
import { putItem } from '../shared/store/table.ts';
import { putAll, responseItems } from './fill.ts';

/**
 * Has the counters of a form say so many times what they said, and stores the rows of the quarter hours around a time as
 * closely: all that a reader would find there of a form that had so many more.
 *
 * @param rate how many responses a millisecond the form has now
 * @param around ms since the epoch
 */
export async function enlarge({ stored, times, rate, around }: Enlargement): Promise<void> {
  const counted = await queryAll({ partition: partitionOf('totalCounts', 'pk', { scope: stored.form.id }) });
  for (const item of counted) {
    // A day whose hours have changed has none.
    if (!item.counts) continue;
    const counters = [...unpackCounters(item.counts)].map(
      ([name, cells]) => [name, cells.map(cell => cell * times)] as const,
    );
    await putItem({ ...item, counts: packCounters(new Map(counters)) });
  }
  const [start, end] = [quarterStart(around) - quarterMs, quarterStart(around) + 2 * quarterMs];
  await putAll(responseItems(stored, Math.round((end - start) * rate * (times - 1)), [start, end]));
}

type Enlargement = {
  readonly stored: StoredForm;
  readonly times: number;
  readonly rate: number;
  readonly around: number;
};

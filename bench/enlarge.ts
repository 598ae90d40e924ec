import { quarterMs, quarterStart } from '../shared/domain/time/quarters.ts';
import { packCounters, unpackCounters } from '../shared/store/counters/packed-counters.ts';
import type { StoredForm } from '../shared/store/forms/forms.ts';
import { partitionOf } from '../shared/store/keys.ts';
import { queryAll } from '../shared/store/query.ts';
import { putItem } from '../shared/store/table.ts';
import { putAll, responseItems } from './fill.ts';

/**
 * Multiplies a form's counters, and stores the matching number of rows for the quarter hours around a time. A reader
 * finds there what it would find in a form with that many more responses.
 *
 * @param rate the form's current responses per millisecond
 * @param around ms since the epoch
 */
export async function enlarge({ stored, times, rate, around }: Enlargement): Promise<void> {
  const counted = await queryAll({ partition: partitionOf('totalCounts', 'pk', { scope: stored.form.id }) });
  for (const item of counted) {
    // A day whose hours have changed has no counts.
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

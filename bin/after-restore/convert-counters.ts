import { additionWrites } from '../../shared/counting/counter-additions.ts';
import type { Addition, NewRow } from '../../shared/counting/counter-deltas/counter-delta.ts';
import { type CountedStatus, countedStatuses, letterOf } from '../../shared/domain/analytics/counter-names.ts';
import { quarterMs } from '../../shared/domain/time/quarters.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { partsOf } from '../../shared/store/keys.ts';
import { type Item, writeIfUnchanged } from '../../shared/store/table.ts';
import { deleteWrite, exists } from '../../shared/store/writes.ts';

type ConvertedCounters = { readonly additions: readonly Addition[]; readonly rows?: readonly NewRow[] };

/**
 * Converts a counter item from before version 0.2.0 into today's counters. Returns false for any other item. The same
 * transaction deletes the old item, so each is converted once.
 */
export async function convertCounters(item: Item): Promise<boolean> {
  const converted = convertedItem(item);
  if (!converted) return false;
  const { additions, rows = [] } = converted;
  await retryOnConflict(async () => {
    const writes = await additionWrites(additions, rows);
    return (await writeIfUnchanged([...writes, deleteWrite({ pk: item.pk, sk: item.sk }, exists)])) || undefined;
  });
  return true;
}

/** Returns what an old item counts, or undefined for an item of another kind. */
function convertedItem(item: Item): ConvertedCounters | undefined {
  const scope = partsOf('totalCounts', 'pk', item.pk)?.scope;
  if (scope === undefined) return undefined;
  const [kind, day = '', quarter = ''] = item.sk.split('#');
  const midnight = Date.parse(day);
  switch (kind) {
    case 'DAY':
      return 'counts' in item || 'stale' in item ? undefined : { additions: ofDay(scope, midnight, item) };
    case 'FIELDQUARTER':
      return { additions: ofFields(scope, midnight + Number(quarter) * quarterMs, item) };
    case 'SHARD':
      return { additions: ofShard(scope, item), rows: rowsOf(scope, day, item.newest) };
    // These are the sums of other items, watermarks, and the counts of forms, which are counted again.
    case 'FIELDS':
    case 'VISITS':
    case 'FORMS':
      return { additions: [] };
    default:
      return undefined;
  }
}

/** Returns the counts of a day: `c37: 4` means four completed responses in the day's quarter hour 37. */
const ofDay = (scope: string, midnight: number, item: Item): Addition[] =>
  Object.entries(item).flatMap(([name, by]) =>
    /^[a-zA-Z]\d\d$/.test(name)
      ? [{ scope, name: name.slice(0, 1), time: midnight + Number(name.slice(1)) * quarterMs, by: Number(by) }]
      : [],
  );

const ofFields = (scope: string, time: number, item: Item): Addition[] =>
  Object.entries(item).flatMap(([name, by]) => (name.includes(':') ? [{ scope, name, time, by: Number(by) }] : []));

const ofShard = (scope: string, item: Item): Addition[] =>
  countedStatuses.flatMap((status: CountedStatus) =>
    item[status] === undefined ? [] : [{ scope, name: letterOf(status), by: Number(item[status]) }],
  );

const rowsOf = (scope: string, shard: string, newest: unknown): NewRow[] =>
  newest === undefined ? [] : [{ scope, shard, sortKey: String(newest) }];

import { addBounded } from '../store/counters/bounded-counters.ts';
import { packCounters, unpackCounters } from '../store/counters/packed-counters.ts';
import { batchGet, type TransactItem } from '../store/table.ts';
import { putWrite } from '../store/writes.ts';
import type { Addition, NewRow } from './counter-deltas/counter-delta.ts';
import { cellOf, cellsOf, nameOf, newestWith, placeOf, revisionOf, unchangedSince } from './counter-item.ts';

/** The slice that is corrected; which one does not matter, as readers add them up. */
const slice = '0';

/**
 * Writes, as parts of a transaction, that add to counters apart from the stream; they hold if nobody else writes the same.
 *
 * @param rows what the counters have to know of
 */
export async function additionWrites(
  additions: readonly Addition[],
  rows: readonly NewRow[] = [],
): Promise<TransactItem[]> {
  const places = new Map([...additions, ...rows].map(each => [nameIn(each), placeOf(each, slice)]));
  const keys = [...places.values()].map(({ key }) => key);
  const stored = new Map((await batchGet(keys)).map(item => [nameOf(item), item]));
  return [...places].map(([name, { key, hour }]) => {
    const known = stored.get(name);
    const added = additions.filter(each => nameIn(each) === name).map(each => ({ ...each, cell: cellOf(each) }));
    const counters = unpackCounters(known?.counts);
    addBounded(counters, cellsOf(added, hour));
    const steps = rows.filter(each => nameIn(each) === name).map(newest => ({ newest }));
    const Item = {
      ...{ ...known, ...key, counts: packCounters(counters), newest: newestWith(known, steps) },
      revision: revisionOf(known) + 1,
    };
    return putWrite(Item, unchangedSince(known));
  });
}

const nameIn = (each: Addition | NewRow): string => nameOf(placeOf(each, slice).key);

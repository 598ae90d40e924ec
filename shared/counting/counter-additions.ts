import { addAnswerCounters, addBounded } from '../store/counters/bounded-counters.ts';
import { correctedSlice } from '../store/counters/counter-items.ts';
import { packCounters, unpackCounters } from '../store/counters/packed-counters.ts';
import { isAnswersScope } from '../store/keys.ts';
import { batchGet, type TransactItem } from '../store/table.ts';
import { putWrite } from '../store/writes.ts';
import type { Addition, NewRow } from './counter-deltas/counter-delta.ts';
import { cellOf, cellsOf, nameOf, newestWith, placeOf, revisionOf, unchangedSince } from './counter-item.ts';

/**
 * Returns writes, for a transaction, that add to counters outside the stream. They fail if another writer changes the
 * same items.
 *
 * @param rows the rows that the counters must know of
 */
export async function additionWrites(
  additions: readonly Addition[],
  rows: readonly NewRow[] = [],
): Promise<TransactItem[]> {
  const places = new Map([...additions, ...rows].map(each => [nameIn(each), placeOf(each, correctedSlice)]));
  const keys = [...places.values()].map(({ key }) => key);
  const stored = new Map((await batchGet(keys)).map(item => [nameOf(item), item]));
  return [...places].map(([name, { scope, key, hour }]) => {
    const known = stored.get(name);
    const added = additions.filter(each => nameIn(each) === name).map(each => ({ ...each, cell: cellOf(each) }));
    const counters = unpackCounters(known?.counts);
    const add = isAnswersScope(scope) ? addAnswerCounters : addBounded;
    add(counters, cellsOf(added, hour));
    const steps = rows.filter(each => nameIn(each) === name).map(newest => ({ newest }));
    const Item = {
      ...{ ...known, ...key, counts: packCounters(counters), newest: newestWith(known, steps) },
      revision: revisionOf(known) + 1,
    };
    return putWrite(Item, unchangedSince(known));
  });
}

const nameIn = (each: Addition | NewRow): string => nameOf(placeOf(each, correctedSlice).key);

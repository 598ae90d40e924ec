import { addBounded } from '../store/counters/bounded-counters.ts';
import { packCounters, unpackCounters } from '../store/counters/packed-counters.ts';
import { batchGet, type TransactItem } from '../store/table.ts';
import { putWrite } from '../store/writes.ts';
import type { Addition } from './counter-deltas/counter-delta.ts';
import { cellOf, cellsOf, nameOf, placeOf, revisionOf, unchangedSince } from './counter-item.ts';

/** The slice that is corrected; which one does not matter, as readers add them up. */
const slice = '0';

/** Writes, as parts of a transaction, that add to counters apart from the stream; they hold if nobody else writes the same. */
export async function additionWrites(additions: readonly Addition[]): Promise<TransactItem[]> {
  const places = new Map(additions.map(addition => [nameOf(placeOf(addition, slice).key), placeOf(addition, slice)]));
  const stored = new Map(
    (await batchGet([...places.values()].map(({ key }) => key))).map(item => [nameOf(item), item]),
  );
  return [...places].map(([name, { key, hour }]) => {
    const known = stored.get(name);
    const added = additions.filter(addition => nameOf(placeOf(addition, slice).key) === name);
    const counters = unpackCounters(known?.counts);
    addBounded(
      counters,
      cellsOf(
        added.map(addition => ({ ...addition, cell: cellOf(addition) })),
        hour,
      ),
    );
    const Item = { ...known, ...key, counts: packCounters(counters), revision: revisionOf(known) + 1 };
    return putWrite(Item, unchangedSince(known));
  });
}

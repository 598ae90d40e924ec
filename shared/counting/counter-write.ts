import { setTimeout as pause } from 'node:timers/promises';
import { type Item, isUnwritable, putOrRead } from '../store/table.ts';
import { applyStep, type ItemChange, unchangedSince } from './counter-item.ts';
import { setAside } from './set-aside.ts';

/** After this many refusals of an item's content, DynamoDB will never accept it. */
const refusalsMax = 3;

const longestPauseMs = 500;

type MayBegin = () => Promise<boolean>;

/**
 * Applies a change to an item, however often others write it meanwhile. A change that DynamoDB refuses is set aside: it
 * is logged whole, for an alarm, so that it blocks nothing else.
 *
 * @param stored the item as it was read
 * @param mayBegin whether a missing item may be created
 * @throws when the table is too busy, or does not answer
 */
export async function writeCounters(
  change: ItemChange,
  shard: string,
  stored: Item | undefined,
  mayBegin: MayBegin,
): Promise<void> {
  let known = stored;
  let refusals = 0;
  for (let attempt = 0; ; attempt++) {
    if (attempt > 0) await pause(Math.random() * Math.min(10 * 2 ** attempt, longestPauseMs));
    const outcome = await write(change, shard, known, mayBegin);
    if (outcome === 'done') return;
    if ('stored' in outcome) known = outcome.stored;
    else if (++refusals === refusalsMax)
      return setAside({ key: change.key, shard, steps: change.steps }, outcome.refused);
  }
}

/** The outcome of a write: done, another write came first and left this item, or DynamoDB refused it. */
type WriteOutcome = 'done' | { stored: Item | undefined } | { refused: unknown };

async function write(
  change: ItemChange,
  shard: string,
  known: Item | undefined,
  mayBegin: MayBegin,
): Promise<WriteOutcome> {
  try {
    const item = applyStep(change, shard, known, Date.now());
    if (!item || !(known || (await mayBegin()))) return 'done';
    const { made, item: found } = await putOrRead(item, unchangedSince(known));
    // It may be our own write, whose reply was lost. The mark shows that.
    return made ? 'done' : { stored: found as Item | undefined };
  } catch (error) {
    if (isUnwritable(error)) return { refused: error };
    throw error;
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { type Item, isRefusal, putOrRead } from '../store/table.ts';
import { applied, type ItemChange, unchangedSince } from './counter-item.ts';
import { setAside } from './set-aside.ts';

/** What DynamoDB refuses so often, for what is in it, it will not take. */
const refusalsMax = 3;

const longestPauseMs = 500;

type MayBegin = () => Promise<boolean>;

/**
 * Brings an item to where the change has it, however often others write it in between. What DynamoDB refuses is set aside:
 * logged whole, for an alarm, so that it holds nothing else up.
 *
 * @param stored the item as it was read
 * @param mayBegin whether an item that is not there may be made
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

/** Done, or why not: another write came first, and left this; or DynamoDB does not take it. */
type Outcome = 'done' | { stored: Item | undefined } | { refused: unknown };

async function write(change: ItemChange, shard: string, known: Item | undefined, mayBegin: MayBegin): Promise<Outcome> {
  try {
    const item = applied(change, shard, known, Date.now());
    if (!item || !(known || (await mayBegin()))) return 'done';
    const { made, item: found } = await putOrRead(item, unchangedSince(known));
    // Perhaps it was our own, whose answer was lost: then the mark tells.
    return made ? 'done' : { stored: found as Item | undefined };
  } catch (error) {
    if (isRefusal(error)) return { refused: error };
    throw error;
  }
}

import { dayOf } from '../domain/time/quarters.ts';
import { dayMs, streamKeepsMs } from '../durations.ts';
import { inParallel } from '../in-parallel.ts';
import { isSealable, unseal } from '../store/counters/counter-items.ts';
import { type Key, partitionOf } from '../store/keys.ts';
import { batchGet } from '../store/table.ts';
import { deltaOf } from './counter-deltas/change-delta.ts';
import type { ImageChange } from './counter-deltas/counter-delta.ts';
import { type CountedChange, type ItemChange, itemChanges, nameOf } from './counter-item.ts';
import { writeCounters } from './counter-write.ts';
import { setAside } from './set-aside.ts';

/** Each write needs its own connection, and a new execution environment has to open them all at once. */
const writesAtATime = 20;

/**
 * Counts changes of one shard of the stream, each exactly once, although the stream delivers at least once. Every
 * counter item remembers the last record of each shard that it includes, and takes the later ones, all in one write. No
 * state spans two items, so a batch may end anywhere and be delivered again, cut differently, even to two readers at
 * once.
 *
 * @param shard its name, as `shardName` makes it
 * @param changes in the order of the shard
 * @throws when a write failed that may succeed on a retry
 */
export async function countChanges(shard: string, changes: readonly ImageChange[], now = Date.now()): Promise<void> {
  const all = withoutRepetitions(changes).flatMap(countedChange);
  const keys = itemChanges(shard, all).map(({ key }) => key);
  const stored = new Map((await batchGet(keys)).map(item => [nameOf(item), item]));
  const owned = await withOwners(all, new Set([...stored.values()].map(({ pk }) => pk)));
  const owners = new Map(owned.map(({ delta: { owner } }) => [owner.scope, owner.keys]));
  const items = itemChanges(shard, owned);
  const write = (item: ItemChange) => {
    const mayBegin = async () => (await missingOf(owners.get(item.scope) ?? [])).size === 0;
    return writeCounters(item, shard, stored.get(nameOf(item.key)), mayBegin);
  };
  const isHour = ({ hour }: ItemChange) => hour !== undefined;
  // A row that a total counts must be in its hour, so hours are written first.
  await inTurns(items.filter(isHour), write);
  await inTurns(
    items.filter(item => !isHour(item)),
    write,
  );
  await inTurns(oldDaysOf(items, now), ({ scope, day }) => unseal(scope, day));
}

/**
 * Drops repeated records. A shard numbers its records upwards, so a number that is not above the previous one is a
 * repeat.
 */
function withoutRepetitions(changes: readonly ImageChange[]): ImageChange[] {
  let last = -1n;
  return changes.filter(({ sequence }) => {
    const isNew = BigInt(sequence) > last;
    if (isNew) last = BigInt(sequence);
    return isNew;
  });
}

/** Returns what a change counts, if anything. An unreadable change is reported and does not block others. */
function countedChange(change: ImageChange): CountedChange[] {
  const { key, sequence } = change;
  try {
    const delta = deltaOf(change);
    return delta ? [{ sequence, delta }] : [];
  } catch (error) {
    setAside({ key, sequence }, error);
    return [];
  }
}

/**
 * Returns the changes that have counters already, or whose owner exists. The remaining changes of a deleted form cancel
 * out, and would bring back removed counters.
 */
async function withOwners(changes: readonly CountedChange[], begun: ReadonlySet<string>): Promise<CountedChange[]> {
  const hasBegun = ({ delta: { owner } }: CountedChange) =>
    begun.has(partitionOf('totalCounts', 'pk', { scope: owner.scope }));
  const missing = await missingOf(changes.filter(change => !hasBegun(change)).flatMap(({ delta }) => delta.owner.keys));
  return changes.filter(change => hasBegun(change) || !change.delta.owner.keys.some(key => missing.has(nameOf(key))));
}

/** Returns the names of the items that do not exist. */
async function missingOf(keys: readonly Key[]): Promise<Set<string>> {
  const names = new Map(keys.map(({ pk, sk }) => [nameOf({ pk, sk }), { pk, sk }]));
  for (const item of await batchGet([...names.values()])) names.delete(nameOf(item));
  return new Set(names.keys());
}

/** An hour less than the age at which a day is sealed, because clocks differ. */
const sealableAfterMs = streamKeepsMs;

/** Returns the days with writes that may be sealed. */
function oldDaysOf(items: readonly ItemChange[], now: number): { scope: string; day: string }[] {
  const days = new Map<string, { scope: string; day: string }>();
  for (const { scope, hour } of items) {
    if (hour === undefined || !isSealable(scope)) continue;
    const each = { scope, day: dayOf(hour) };
    if (Date.parse(each.day) + dayMs > now - sealableAfterMs) continue;
    days.set(`${scope} ${each.day}`, each);
  }
  return [...days.values()];
}

/** Runs `act` on all, some at a time, even if some fail. Then throws the first error. */
async function inTurns<T>(all: readonly T[], act: (each: T) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  await inParallel(all, writesAtATime, each => act(each).catch(error => void errors.push(error)));
  if (errors.length > 0) throw errors[0];
}

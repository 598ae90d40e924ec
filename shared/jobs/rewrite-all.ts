import { setTimeout as pause } from 'node:timers/promises';
import { inParallel } from '../in-parallel.ts';
import type { Item } from '../store/table.ts';
import { readTimeline, wholeSpan } from '../store/timeline.ts';

/** As much as a purge takes of a partition: half of it is left to the submissions. */
const writesPerSecond = 500;
const atOnce = 25;

/**
 * Rewrites the items of these partitions in their order, from a sort key on. Gives the sort key to go on from when time ran
 * out; undefined at the end. What is right already costs no write, and no time.
 *
 * @param rewrite gives how an item is rewritten; undefined when it is right
 * @param deadline ms since the epoch
 */
export async function rewriteAll(
  partitions: readonly string[],
  from: string,
  deadline: number,
  rewrite: (item: Item) => (() => Promise<unknown>) | undefined,
): Promise<string | undefined> {
  let writes: (() => Promise<unknown>)[] = [];
  let startedAt = Date.now();
  const write = async () => {
    await inParallel(writes, atOnce, each => each());
    if (writes.length === writesPerSecond) await pause(Math.max(0, startedAt + 1000 - Date.now()));
    writes = [];
    startedAt = Date.now();
  };
  for await (const item of readTimeline({ partitions }, { order: 'asc', span: { ...wholeSpan, low: from } })) {
    if (Date.now() >= deadline) {
      await write();
      return item.sk;
    }
    writes.push(...[rewrite(item)].filter(each => each !== undefined));
    if (writes.length === writesPerSecond) await write();
  }
  await write();
  return undefined;
}

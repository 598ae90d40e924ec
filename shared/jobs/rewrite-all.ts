import { Pace } from '../pace.ts';
import type { Item } from '../store/table.ts';
import { readTimeline, wholeSpan } from '../store/timeline.ts';

const atOnce = 25;

/**
 * Rewrites the items of these partitions in order, from a sort key on. Returns the sort key to continue from when time
 * ran out, or undefined at the end. Items that need no change cost no write and no time.
 *
 * @param rewrite returns how an item is rewritten, or undefined when it needs no change
 * @param deadline in ms since the epoch
 */
export async function rewriteAll(
  partitions: readonly string[],
  from: string,
  deadline: number,
  rewrite: (item: Item) => (() => Promise<unknown>) | undefined,
): Promise<string | undefined> {
  const pace = new Pace();
  let writes: (() => Promise<unknown>)[] = [];
  const write = async () => {
    await pace.take(writes.length);
    await Promise.all(writes.map(each => each()));
    writes = [];
  };
  for await (const item of readTimeline({ partitions }, { order: 'asc', span: { ...wholeSpan, low: from } })) {
    if (Date.now() >= deadline) {
      await write();
      return item.sk;
    }
    writes.push(...[rewrite(item)].filter(each => each !== undefined));
    if (writes.length === atOnce) await write();
  }
  await write();
  return undefined;
}

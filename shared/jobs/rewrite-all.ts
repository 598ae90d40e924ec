import { Pace } from '../pace.ts';
import type { Item } from '../store/table.ts';
import { readTimeline, wholeSpan } from '../store/timeline.ts';

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

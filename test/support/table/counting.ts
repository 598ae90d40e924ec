import { countChanges } from '../../../shared/counting/counter-batch.ts';
import type { ImageChange } from '../../../shared/counting/counter-deltas/counter-delta.ts';
import { shardName } from '../../../shared/counting/shard-marks.ts';
import { streamReader } from './table.ts';

/** Counts changes as those of one shard of the stream, by default that of a test's table. */
export const countAll = (changes: readonly ImageChange[], shard = 'shard', now = Date.now()): Promise<void> =>
  countChanges(shardName('stream', shard), changes, now);

let unread: ReturnType<typeof streamReader> | undefined;
let counting: Promise<void> = Promise.resolve();

/** Counts the new changes in the stream of the test's table. As Lambda does, it counts one batch after the other. */
export function countStream(): Promise<void> {
  counting = counting.catch(() => {}).then(countUnread);
  return counting;
}

async function countUnread(): Promise<void> {
  unread ??= streamReader();
  await countAll(await unread());
}

import { countChanges } from '../../shared/counting/counter-batch.ts';
import type { Change } from '../../shared/counting/counter-deltas/counter-delta.ts';
import { shardName } from '../../shared/counting/shard-marks.ts';

/** Counts changes as those of one shard of the stream: that of a test's table, where no other is named. */
export const countAll = (changes: readonly Change[], shard = 'shard', now = Date.now()): Promise<void> =>
  countChanges(shardName('stream', shard), changes, now);

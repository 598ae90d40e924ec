import type { Context } from 'aws-lambda';
import { enqueueDue } from '../../shared/jobs/enqueue-due.ts';
import { log } from '../../shared/log.ts';
import { measure } from '../../shared/metric.ts';
import { readTurns } from '../../shared/store/due.ts';
import { duePartitions, dueParts } from '../../shared/store/keys.ts';
import { createHashKey } from '../../shared/store/keys-by-hash.ts';

/** The time in ms reserved for the round in progress when time is up. */
const reserveMs = 5000;

/** The result of a sweep: the age of the oldest due work, and the number of items that could not be queued. */
type Swept = { overdueMs: number; failures: number };

/** The part of the index's slices that a run sweeps; all of them by default. */
type Share = { readonly part?: number; readonly of?: number };

/**
 * Sends due work to its queues each minute, round by round over the tenants, in several slices of the index at once. The
 * first sweep of a stage also creates its hash key.
 */
export const handler = async (share: Share | null | undefined, context: Context): Promise<void> => {
  const { part = 0, of = 1 } = share ?? {};
  const partitions = duePartitions().filter((_, index) => index % of === part);
  const swept = await Promise.all(partitions.map(partition => sweep(partition, context)));
  measure('OldestDueWork', Math.round(Math.max(...swept.map(({ overdueMs }) => overdueMs)) / 1000), 'Seconds');
  await createHashKey();
  const failures = swept.reduce((sum, each) => sum + each.failures, 0);
  if (failures > 0) throw new Error(`${failures} due items could not be queued; a later sweep will try them again`);
};

async function sweep(partition: string, context: Context): Promise<Swept> {
  const swept: Swept = { overdueMs: 0, failures: 0 };
  try {
    let leased: number;
    do leased = await enqueueRound(partition, context, swept);
    while (leased > 0);
  } catch (error) {
    log.error('due work was not read', { error: error as Error, partition });
    swept.failures += 1;
  }
  return swept;
}

/** Returns the number of leased items: 0 when none are left, or no time is left. */
async function enqueueRound(partition: string, context: Context, swept: Swept): Promise<number> {
  const now = Date.now();
  let leasedInRound = 0;
  for await (const turn of readTurns(partition, now)) {
    swept.overdueMs = Math.max(swept.overdueMs, ...turn.map(({ duesk }) => now - dueParts(duesk).time || 0));
    if (context.getRemainingTimeInMillis() < reserveMs) return 0;
    const { leased, failed } = await enqueueDue(turn, now);
    leasedInRound += leased;
    swept.failures += failed.length;
  }
  return leasedInRound;
}

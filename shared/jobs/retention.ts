import { expiredBefore } from '../domain/forms/retention.ts';
import { dayMs } from '../durations.ts';
import { timeKey } from '../ids.ts';
import { getForm, responsePartitions, type StoredForm } from '../store/forms/forms.ts';
import { continueRetention, endRetention, getRetention } from '../store/forms/retention.ts';
import type { Key } from '../store/keys.ts';
import { deleteOnce } from '../store/table.ts';
import { wholeSpan } from '../store/timeline.ts';
import { deletePartition } from './purge.ts';
import { rewriteRemovals } from './retention-rewrite.ts';

/** DynamoDB removes what has expired within a few days. What it has left by then is removed here. */
const removedWithinMs = 5 * dayMs;

/**
 * Keeps to the retention of a form. Readers are bound by it at once; this follows behind, once a day and after each change:
 * says of what is stored when it is to be removed, and removes what should have been by now. It may be killed anywhere
 * and run twice.
 *
 * @param deadline when to stop and be due again: ms since the epoch
 */
export async function keepRetention(key: Key, deadline: number, now = Date.now()): Promise<void> {
  const work = await getRetention(key);
  if (!work) return;
  const stored = await getForm(work.formId);
  if (!stored) return deleteOnce(key);
  if (work.rewriting) {
    const rewriting = await rewriteRemovals(stored, work.rewriting, deadline);
    await continueRetention(work, { rewriting }, rewriting ? now : now + removedWithinMs);
    return;
  }
  const until = cleanableUntil(stored, now);
  const done = await removeForgotten(stored, until, deadline);
  if (!done) await continueRetention(work, {}, now);
  else if (!stored.form.retention) await endRetention(work);
  else await continueRetention(work, { cleanUntil: until }, now + dayMs);
}

/** Of what was submitted before this time (ms since the epoch), nothing is to be stored any more. */
function cleanableUntil(stored: StoredForm, now: number): number {
  const before = expiredBefore(stored, now) ?? 0;
  return stored.form.retention ? before - removedWithinMs : before;
}

async function removeForgotten(stored: StoredForm, until: number, deadline: number): Promise<boolean> {
  const span = { ...wholeSpan, high: timeKey(until) };
  const removed = responsePartitions(stored).map(partition => deletePartition({ partition, span }, deadline));
  return (await Promise.all(removed)).every(({ done }) => done);
}

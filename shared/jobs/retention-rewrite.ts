import { setTimeout as pause } from 'node:timers/promises';
import { removalTime } from '../domain/forms/retention.ts';
import { timeOf, uploadSlices } from '../ids.ts';
import { inParallel } from '../in-parallel.ts';
import { responsePartitions, type StoredForm } from '../store/forms/forms.ts';
import type { Rewriting } from '../store/forms/retention.ts';
import { dueParts, partitionOf } from '../store/keys.ts';
import { fileRemovalTime, postponeFile, uploadOf } from '../store/responses/uploads.ts';
import { type Item, updateItem } from '../store/table.ts';
import { readTimeline, wholeSpan } from '../store/timeline.ts';
import { exists } from '../store/writes.ts';

/** As much as a purge takes of a partition: half of it is left to the submissions. */
const writesPerSecond = 500;
const atOnce = 25;

/**
 * Sets of each response, and then of each file, when it is to be removed, the oldest first: those are the next to go. Gives
 * where to go on when time ran out; undefined when all are as the form's retention says.
 *
 * @param deadline ms since the epoch
 */
export async function rewriteRemovals(
  stored: StoredForm,
  rewriting: Rewriting,
  deadline: number,
): Promise<Rewriting | undefined> {
  let from = rewriting.from;
  if (rewriting.of === 'responses') {
    const left = await rewriteAll(responsePartitions(stored), from, deadline, item => rewriteResponse(stored, item));
    if (left) return { of: 'responses', from: left };
    from = wholeSpan.low;
  }
  const files = uploadSlices.map(slice => partitionOf('upload', 'pk', { form: stored.form.id, slice }));
  const left = await rewriteAll(files, from, deadline, item => rewriteFile(stored, item));
  return left === undefined ? undefined : { of: 'files', from: left };
}

/** Gives the sort key to go on from. What is right already costs no write, and no time. */
async function rewriteAll(
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

function rewriteResponse(stored: StoredForm, item: Item): (() => Promise<unknown>) | undefined {
  const removal = removalTime(stored, timeOf(item.sk));
  const ttl = removal && Math.ceil(removal / 1000);
  if (isSame(item.ttl as number | undefined, ttl, Date.now() / 1000)) return undefined;
  return () => updateItem(item, { set: { ttl }, remove: ttl === undefined ? ['ttl'] : [], if: exists });
}

function rewriteFile(stored: StoredForm, item: Item): (() => Promise<unknown>) | undefined {
  const upload = uploadOf(item);
  if (upload.state !== 'claimed') return undefined;
  const removal = fileRemovalTime(stored, upload);
  const due = item.duesk === undefined ? undefined : dueParts(String(item.duesk)).time;
  return isSame(due, removal, Date.now()) ? undefined : () => postponeFile(upload, removal);
}

/** Two times that have both passed say the same: at once. */
function isSame(stored: number | undefined, wanted: number | undefined, now: number): boolean {
  if (stored === undefined || wanted === undefined) return stored === wanted;
  return stored === wanted || Math.max(stored, wanted) <= now;
}

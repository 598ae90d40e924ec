import { removalTime } from '../../domain/forms/retention.ts';
import { timeOf, uploadSlices } from '../../ids.ts';
import { responsePartitions, type StoredForm } from '../../store/forms/forms.ts';
import type { Rewriting } from '../../store/forms/retention.ts';
import { dueParts, partitionOf } from '../../store/keys.ts';
import { pointersTo } from '../../store/responses/moved-responses.ts';
import { fileDueTime, postponeFile, uploadOf } from '../../store/responses/uploads.ts';
import { type Item, updateItem } from '../../store/table.ts';
import { wholeSpan } from '../../store/timeline.ts';
import { exists } from '../../store/writes.ts';
import { rewriteAll } from '../rewrite-all.ts';

/**
 * Sets the removal time of each response, and then of each file, oldest first, because those are removed next. Returns
 * where to continue when time ran out, or undefined when all follow the form's retention.
 *
 * @param deadline in ms since the epoch
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

function rewriteResponse(stored: StoredForm, item: Item): (() => Promise<unknown>) | undefined {
  const removal = removalTime(stored, timeOf(item.sk));
  const ttl = removal && Math.ceil(removal / 1000);
  if (isSame(item.ttl as number | undefined, ttl, Date.now() / 1000)) return undefined;
  const change = { set: { ttl }, remove: ttl === undefined ? ['ttl'] : [], if: exists };
  return () => Promise.all([item, ...pointersTo([item])].map(key => updateItem(key, change)));
}

function rewriteFile(stored: StoredForm, item: Item): (() => Promise<unknown>) | undefined {
  const upload = uploadOf(item);
  if (upload.state !== 'claimed') return undefined;
  const removal = fileDueTime(stored, upload);
  const due = item.duesk === undefined ? undefined : dueParts(String(item.duesk)).time;
  return isSame(due, removal, Date.now()) ? undefined : () => postponeFile(upload, removal);
}

/** Whether two times mean the same. If both have passed, both mean at once. */
function isSame(stored: number | undefined, wanted: number | undefined, now: number): boolean {
  if (stored === undefined || wanted === undefined) return stored === wanted;
  return stored === wanted || Math.max(stored, wanted) <= now;
}

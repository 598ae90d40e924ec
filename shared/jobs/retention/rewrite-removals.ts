import { uploadSlices } from '../../ids.ts';
import { responsePartitions, type StoredForm } from '../../store/forms/forms.ts';
import type { Rewriting } from '../../store/forms/retention.ts';
import { dueKeys, dueParts, partitionOf } from '../../store/keys.ts';
import { removalOf } from '../../store/responses/moved-answers.ts';
import { pointersTo } from '../../store/responses/moved-responses.ts';
import { removalOfAbandoned } from '../../store/responses/responses.ts';
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
  const ttl = removalOf(item, stored);
  const due = dueOfAbandoned(stored, item);
  if (isSame(item.ttl as number | undefined, ttl, Date.now() / 1000) && !due) return undefined;
  const remove = ttl === undefined ? ['ttl'] : [];
  const pointers = pointersTo([item]).map(pointer => ({ key: pointer, set: { ttl } }));
  const changes = [{ key: item, set: { ttl, ...due } }, ...pointers];
  return () => Promise.all(changes.map(({ key, set }) => updateItem(key, { set, remove, if: exists })));
}

/** Returns the due keys of an abandoned response whose removal time differs from its due time. */
function dueOfAbandoned(stored: StoredForm, item: Item) {
  const removal = removalOfAbandoned(item, stored);
  if (removal === undefined || isSame(dueTimeOf(item), removal, Date.now())) return undefined;
  return dueKeys(removal, stored.environmentId);
}

const dueTimeOf = ({ duesk }: Item): number | undefined =>
  duesk === undefined ? undefined : dueParts(String(duesk)).time;

function rewriteFile(stored: StoredForm, item: Item): (() => Promise<unknown>) | undefined {
  const upload = uploadOf(item);
  if (upload.state !== 'claimed') return undefined;
  const removal = fileDueTime(stored, upload);
  return isSame(dueTimeOf(item), removal, Date.now()) ? undefined : () => postponeFile(upload, removal);
}

/** Whether two times mean the same. If both have passed, both mean at once. */
function isSame(stored: number | undefined, wanted: number | undefined, now: number): boolean {
  if (stored === undefined || wanted === undefined) return stored === wanted;
  return stored === wanted || Math.max(stored, wanted) <= now;
}

import { partialRemovalTime } from '../domain/forms/retention.ts';
import type { ResponseStatus } from '../domain/responses/response.ts';
import { inactivityTimeoutMs } from '../domain/responses/visit.ts';
import { responseId, timeOf } from '../ids.ts';
import { expression } from '../store/expression.ts';
import { getCachedForm, type StoredForm } from '../store/forms/forms.ts';
import { changedKeys, dueKeys, type Key, keyOf, partsOf } from '../store/keys.ts';
import { markStatus } from '../store/lists/status-marks.ts';
import { movedPlaceOf } from '../store/responses/moved-responses.ts';
import { deleteResponse, readResponse, removalOfAbandoned, responseKey } from '../store/responses/responses.ts';
import { deleteVisitOf } from '../store/responses/visits.ts';
import { getItem, type Item, updateOnce } from '../store/table.ts';
import { exists } from '../store/writes.ts';

/**
 * Marks a response as abandoned if it is partial and was not saved after this time (ISO 8601). Does nothing the second
 * time, or after a later save.
 */
export async function abandonResponse(id: string, savedUntil: string): Promise<void> {
  if (await abandon(responseKey(id), savedUntil)) return;
  // A team may reset a completed response to partial.
  const moved = await movedPlaceOf(id);
  if (moved) await abandon(keyOf('response', moved), savedUntil);
}

/**
 * Handles a due response that is not complete: marks a partial one as abandoned, removes an abandoned one that the form
 * no longer keeps, or makes it due again.
 */
export async function abandonInactive(key: Key, now: number): Promise<void> {
  const item = await getItem(key);
  if (!item) return;
  const stored = await getCachedForm(partsOf('response', 'pk', key.pk)?.form ?? '');
  const changed = String(item.updatedAt ?? savedFirst(key));
  const dueAt = stored && nextTurnOf(item, stored, Date.parse(changed));
  if (!stored || dueAt === undefined) {
    await updateOnce(key, { remove: ['duepk', 'duesk'], if: exists });
  } else if (dueAt > now) {
    const status = String(item.status);
    await updateOnce(key, { set: dueKeys(dueAt, stored.environmentId), if: expression`#status = ${status}` });
  } else if (item.status === partial) await abandon(key, changed, { inSilence: true });
  else await removeAbandoned(key, stored);
}

const partial: ResponseStatus = 'partial';
const abandoned: ResponseStatus = 'abandoned';

/** Returns when there is something to do about a response that is not complete, or undefined when there is nothing. */
function nextTurnOf(item: Item, stored: StoredForm, changedAt: number): number | undefined {
  return item.status === partial ? changedAt + inactivityTimeoutMs : removalOfAbandoned(item, stored);
}

/** Removes a response with its files and its visit, unless it has changed: then it is due again by itself. */
async function removeAbandoned(key: Key, stored: StoredForm): Promise<void> {
  const id = responseId(stored.form.id, key.sk);
  const read = await readResponse(id, stored);
  if (read?.response.status !== abandoned || !(await deleteResponse(read))) return;
  if (read.item.visit !== undefined) await deleteVisitOf(id, read.item.visit);
}

/** Returns the time of the first save, because an unchanged response has no time of change. */
const savedFirst = ({ sk }: Key): string => new Date(timeOf(sk)).toISOString();

/**
 * Marks a response as abandoned. Returns false when the condition shows that there is nothing to do. The caller retries
 * any other failure.
 *
 * @param inSilence whether no event has announced it yet; the write is then marked, so that webhooks are notified
 */
async function abandon(key: Key, savedUntil: string, { inSilence = false } = {}): Promise<boolean> {
  if (savedFirst(key) > savedUntil) return false;
  const { form = '' } = partsOf('response', 'pk', key.pk) ?? {};
  const stored = await getCachedForm(form);
  if (stored) await markStatus([form, stored.environmentId], key.sk, abandoned);
  const now = new Date().toISOString();
  const removal = stored && partialRemovalTime(stored, Date.parse(now));
  const done = await updateOnce(key, {
    set: {
      status: abandoned,
      updatedAt: now,
      ...(stored && removal !== undefined && dueKeys(removal, stored.environmentId)),
      ...(stored && changedKeys(now, key.sk, stored.environmentId)),
      revision: expression`if_not_exists(revision, ${1}) + ${1}`,
      ...(inSilence && { silentAt: now }),
    },
    remove: ['trace', ...(removal === undefined ? ['duepk', 'duesk'] : [])],
    if: expression`#status = ${partial} AND (attribute_not_exists(updatedAt) OR updatedAt <= ${savedUntil})`,
  });
  return done !== undefined;
}

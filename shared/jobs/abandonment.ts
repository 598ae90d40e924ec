import type { ResponseStatus } from '../domain/responses/response.ts';
import { inactivityTimeoutMs } from '../domain/responses/visit.ts';
import { timeOf } from '../ids.ts';
import { expression } from '../store/expression.ts';
import { getCachedForm } from '../store/forms/forms.ts';
import { changedKeys, dueKeys, type Key, keyOf, partsOf } from '../store/keys.ts';
import { markStatus } from '../store/lists/status-marks.ts';
import { movedPlaceOf } from '../store/responses/moved-responses.ts';
import { responseKey } from '../store/responses/responses.ts';
import { getItem, updateOnce } from '../store/table.ts';
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

/** Handles a due partial response: marks it as abandoned, or makes it due again a day after its last save. */
export async function abandonInactive(key: Key, now: number): Promise<void> {
  const item = await getItem(key);
  if (!item) return;
  const stays = item.status === partial && (await getCachedForm(partsOf('response', 'pk', key.pk)?.form ?? ''));
  if (!stays) {
    await updateOnce(key, { remove: ['duepk', 'duesk'], if: exists });
    return;
  }
  const saved = String(item.updatedAt ?? savedFirst(key));
  const dueAt = Date.parse(saved) + inactivityTimeoutMs;
  if (dueAt <= now) return void (await abandon(key, saved, { inSilence: true }));
  const environmentId = partsOf('response', 'gsi1pk', String(item.gsi1pk))?.environmentId ?? '';
  await updateOnce(key, { set: dueKeys(dueAt, environmentId), if: expression`#status = ${partial}` });
}

const partial: ResponseStatus = 'partial';

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
  if (stored) await markStatus([form, stored.environmentId], key.sk, 'abandoned');
  const now = new Date().toISOString();
  const abandoned = await updateOnce(key, {
    set: {
      status: 'abandoned' satisfies ResponseStatus,
      updatedAt: now,
      ...(stored && changedKeys(now, key.sk, stored.environmentId)),
      revision: expression`if_not_exists(revision, ${1}) + ${1}`,
      ...(inSilence && { silentAt: now }),
    },
    remove: ['duepk', 'duesk', 'trace'],
    if: expression`#status = ${partial} AND (attribute_not_exists(updatedAt) OR updatedAt <= ${savedUntil})`,
  });
  return abandoned !== undefined;
}

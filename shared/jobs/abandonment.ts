import type { ResponseStatus } from '../domain/responses/response.ts';
import { inactivityTimeoutMs } from '../domain/responses/visit.ts';
import { responseAddress, timeOf } from '../ids.ts';
import { expression } from '../store/expression.ts';
import { getCachedForm } from '../store/forms/forms.ts';
import { changedKeys, dueKeys, type Key, keyOf, partsOf } from '../store/keys.ts';
import { markStatus } from '../store/lists/status-marks.ts';
import { getItem, updateOnce } from '../store/table.ts';
import { exists } from '../store/writes.ts';

/**
 * Makes a response abandoned, when it is partial and nobody has saved it after this time (ISO 8601). A second time, and
 * after a save that came in between, it changes nothing.
 */
export async function abandonResponse(id: string, savedUntil: string): Promise<void> {
  const address = responseAddress(id);
  if (!address) throw new Error('This is not the id of a response');
  const { formId, shard, sortKey } = address;
  await abandon(keyOf('response', { form: formId, shard, sortKey }), savedUntil);
}

/** A partial response is due: abandons it, or makes it due again a day after its last save. */
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
  if (dueAt <= now) return abandon(key, saved, { inSilence: true });
  const environmentId = partsOf('response', 'gsi1pk', String(item.gsi1pk))?.environmentId ?? '';
  await updateOnce(key, { set: dueKeys(dueAt, environmentId), if: expression`#status = ${partial}` });
}

const partial: ResponseStatus = 'partial';

/** A response that was never changed has no time of change. */
const savedFirst = ({ sk }: Key): string => new Date(timeOf(sk)).toISOString();

/**
 * A condition that does not hold says that there is nothing to do. Any other failure is for the caller to repeat.
 *
 * @param inSilence nobody has told of it: that this write does is marked, for whoever tells webhooks
 */
async function abandon(key: Key, savedUntil: string, { inSilence = false } = {}): Promise<void> {
  if (savedFirst(key) > savedUntil) return;
  const { form = '' } = partsOf('response', 'pk', key.pk) ?? {};
  const stored = await getCachedForm(form);
  if (stored) await markStatus([form, stored.environmentId], key.sk, 'abandoned');
  const now = new Date().toISOString();
  await updateOnce(key, {
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
}

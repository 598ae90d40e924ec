import type { Health } from '../../domain/receivers/breaker.ts';
import { expression, ifAbsent } from '../expression.ts';
import { mailWrites } from '../mails/mail-items.ts';
import { updateItem, updateOnce } from '../table.ts';
import { exists, updateItemWith } from '../writes.ts';
import { healthOf, receiverKey } from './receiver-item.ts';
import { addressOf, type Receiver } from './receivers.ts';

/** Counts a failed attempt, which ends a silence, and gives the health it came to. Undefined when the receiver is gone. */
export async function countFailure(stored: Receiver, now: number, slow: boolean): Promise<Health | undefined> {
  const change = {
    set: { failingSince: ifAbsent('failingSince', now), ...(slow && { slow }) },
    remove: ['silentUntil'],
    add: { failures: 1 },
    if: exists,
  };
  const counted = await updateOnce(receiverKey(addressOf(stored)), change, 'ALL_NEW');
  return counted && healthOf(counted);
}

/** Has what comes for a receiver that is silent wait until it is known whether it hangs, at the latest until then. */
export const markSilent = (stored: Receiver, silentUntil: number): Promise<boolean> =>
  updateItem(receiverKey(addressOf(stored)), { set: { silentUntil }, if: exists });

/** Forgets the failures and the silence of a receiver that answered, and whether it was slow before. False when there was nothing to forget. */
export const clearFailures = (
  stored: Receiver,
  { slow, patientUntil }: Pick<Health, 'slow' | 'patientUntil'>,
): Promise<boolean> =>
  updateItem(receiverKey(addressOf(stored)), {
    set: { ...(slow && { slow }), ...(patientUntil !== undefined && { patientUntil }) },
    remove: ['failures', 'failingSince', 'openUntil', 'probes', 'silentUntil', ...(slow ? [] : ['slow'])],
    if: expression`attribute_exists(pk) AND (attribute_exists(failingSince) OR attribute_exists(slow) OR attribute_exists(silentUntil))`,
  });

/**
 * Opens the breaker until a time, or opens it anew for the length of a probe. False when another worker came first: the
 * time that it is open until is not the one that was read.
 */
export function openBreaker(read: Receiver, openUntil: number, probes: number): Promise<boolean> {
  const { openUntil: before } = read.health;
  return updateItem(receiverKey(addressOf(read)), {
    set: { openUntil, probes },
    if:
      before === undefined
        ? expression`attribute_exists(pk) AND attribute_not_exists(openUntil)`
        : expression`openUntil = ${before}`,
  });
}

/**
 * Takes a receiver out of service, says why in its record, and has the owners and admins of its organization told. False when
 * it is inactive already, or gone.
 */
export function disableReceiver(stored: Receiver, reason: 'gone' | 'failing'): Promise<boolean> {
  const change = {
    set: { active: false, disabledReason: reason, updatedAt: new Date().toISOString() },
    add: { revision: 1 },
    if: expression`active = ${true}`,
  };
  const { organizationId } = stored;
  // One by e-mail knows where the service is reached, and the dashboard with it.
  const style = { language: 'en', ...('baseUrl' in stored && { baseUrl: stored.baseUrl }) } as const;
  const matter = { kind: 'receiverDisabled', organizationId, ...addressOf(stored), reason } as const;
  return updateItemWith(receiverKey(addressOf(stored)), change, mailWrites(matter, style));
}

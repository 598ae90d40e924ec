import type { Health } from '../../domain/receivers/breaker.ts';
import { expression, ifAbsent } from '../expression.ts';
import { mailWrites } from '../mails/mail-items.ts';
import { updateItem, updateOnce } from '../table.ts';
import { exists, updateItemWith } from '../writes.ts';
import { healthOf, receiverKey } from './receiver-item.ts';
import { addressOf, type Receiver } from './receivers.ts';

/**
 * Counts a failed attempt, which ends a silence, and returns the resulting health. Returns undefined when the receiver
 * is gone.
 */
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

/** Makes deliveries to a silent receiver wait until it is known whether it hangs, at the latest until `silentUntil`. */
export const markSilent = (stored: Receiver, silentUntil: number): Promise<boolean> =>
  updateItem(receiverKey(addressOf(stored)), { set: { silentUntil }, if: exists });

/**
 * Clears the failures, the silence and the slowness of a receiver that answered. Returns false when there was nothing
 * to clear.
 */
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
 * Opens the breaker until a time, or reopens it for the length of a probe. Returns false when another worker came
 * first: the stored time has changed since it was read.
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
 * Disables a receiver, records the reason, and notifies the owners and admins of its organization. Returns false when
 * it is already inactive, or gone.
 */
export function disableReceiver(stored: Receiver, reason: 'gone' | 'failing'): Promise<boolean> {
  const change = {
    set: { active: false, disabledReason: reason, updatedAt: new Date().toISOString() },
    add: { revision: 1 },
    if: expression`active = ${true}`,
  };
  const { organizationId } = stored;
  // An email integration knows the service's URL, and so the dashboard's.
  const style = { language: 'en', ...('baseUrl' in stored && { baseUrl: stored.baseUrl }) } as const;
  const matter = { kind: 'receiverDisabled', organizationId, ...addressOf(stored), reason } as const;
  return updateItemWith(receiverKey(addressOf(stored)), change, mailWrites(matter, style));
}

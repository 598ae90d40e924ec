import type { Health } from '../../domain/receivers/breaker.ts';
import { isAutoresponderId, isIntegrationId } from '../../ids.ts';
import { expression } from '../expression.ts';
import { newJobItem } from '../jobs.ts';
import { type Key, keyOf, partitionOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import type { Item, TransactItem } from '../table.ts';
import { deleteWrite, exists, putWrite, updateWrite } from '../writes.ts';

/** Where a receiver is stored: under its environment, or under the form whose own webhook or autoresponder it is. */
export type ReceiverAddress = { owner: string; receiverId: string };

/** The health attributes. Only failures, and the first success after them, write any. */
export const healthAttributes = [
  'failures',
  'failingSince',
  'openUntil',
  'probes',
  'slow',
  'silentUntil',
  'patientUntil',
] as const satisfies (keyof Health)[];

export function receiverKey({ owner, receiverId }: ReceiverAddress): Key {
  if (isAutoresponderId(receiverId)) return keyOf('autoresponder', { owner, autoresponder: receiverId });
  return isIntegrationId(receiverId)
    ? keyOf('integration', { owner, integration: receiverId })
    : keyOf('webhook', { owner, webhook: receiverId });
}

export function healthOf(item: Partial<Health>): Health {
  const { failures = 0, failingSince, openUntil, probes = 0, slow = false, silentUntil, patientUntil } = item;
  return { failures, failingSince, openUntil, probes, slow, silentUntil, patientUntil };
}

/** Returns all items of an owner, or those of one kind. The read is strongly consistent. */
export function itemsOfOwner(owner: string, kind?: 'webhook' | 'integration'): Promise<Item[]> {
  return queryAll({ partition: partitionOf('webhook', 'pk', { owner }), prefix: kind && prefixOf(kind) });
}

/** Returns the writes that delete a receiver and store the job that removes its deliveries. */
export const deleteReceiverWrites = (address: ReceiverAddress): TransactItem[] => [
  deleteWrite(receiverKey(address), exists),
  putWrite(newJobItem({ kind: 'purgeReceiver', ...address })),
];

/** Returns the write of the job that removes the addresses which no integration names any more. */
export const endRecipientsWrite = (organizationId: string): TransactItem =>
  putWrite(newJobItem({ kind: 'endRecipients', organizationId }));

/**
 * Returns the write that replaces the receiver that was read. It leaves the health alone, which deliveries write.
 *
 * @param removable the attributes that a change may leave out
 * @param resetsHealth whether its address or credential changed, or it was enabled again, so that its health starts over
 */
export function replaceReceiverWrite(
  read: { revision: number },
  changed: Item,
  { removable, resetsHealth }: { removable: readonly string[]; resetsHealth: boolean },
): TransactItem {
  const { pk, sk, gsi1pk, gsi1sk, ...attributes } = { ...changed, revision: read.revision + 1 } as Item;
  const left = removable.filter(name => attributes[name] === undefined);
  return updateWrite(changed, {
    set: attributes,
    remove: resetsHealth ? [...left, ...healthAttributes, 'releaseAt', 'releasePlaces'] : left,
    if: expression`revision = ${read.revision}`,
  });
}

import { isRefusal } from '../aws/is-refusal.ts';
import { messagesMax, type QueueMessage, sendMessages } from '../aws/queues.ts';
import { batchesOf } from '../batches.ts';
import type { Setting } from '../env.ts';
import { log } from '../log.ts';
import { measure } from '../metric.ts';
import { type DueItem, lease, shortenLease, withdraw } from '../store/due.ts';
import { dueParts, type ItemType, type Key, prefixOf } from '../store/keys.ts';
import { receiverOfDelivery } from '../store/receivers/deliveries.ts';

/** The queue for due work on an item, by its item type. */
const queues: readonly (readonly [ItemType, Setting])[] = [
  ['job', 'JOBS_QUEUE_URL'],
  ['retention', 'JOBS_QUEUE_URL'],
  ['sealing', 'JOBS_QUEUE_URL'],
  ['dataSubject', 'JOBS_QUEUE_URL'],
  ['export', 'JOBS_QUEUE_URL'],
  ['response', 'SHORT_JOBS_QUEUE_URL'],
  ['restricted', 'SHORT_JOBS_QUEUE_URL'],
  ['spam', 'SHORT_JOBS_QUEUE_URL'],
  ['upload', 'SHORT_JOBS_QUEUE_URL'],
  ['mail', 'SHORT_JOBS_QUEUE_URL'],
  ['delivery', 'SLOW_DELIVERIES_QUEUE_URL'],
];

/** The message that asks a worker to do what an item is due for. */
export type WorkMessage = Key;

/**
 * Leases due items and sends them to the queues of their kinds, ten at a time. Items that an unreachable queue does not
 * take are due again in a minute. If a message or its worker is lost, the lease runs out and the item is due again:
 * late, never lost. An item that fails does not block the others. Items that would always fail are counted in the
 * metric DueWorkRefused.
 */
export async function enqueueDue(items: readonly DueItem[], now: number): Promise<EnqueueResult> {
  const result: EnqueueResult = { leased: 0, failed: [] };
  for (const [queue, waiting] of Map.groupBy(items, queueOf)) {
    for (const batch of batchesOf(waiting, messagesMax)) {
      const { taken, failed } = await leaseAll(batch, now);
      const unsent = await send(queue, taken, now);
      result.leased += taken.length;
      result.failed.push(...failed, ...unsent);
    }
  }
  return result;
}

/**
 * The result. An item that is neither `leased` nor `failed` is another worker's, or done. One that no queue took is
 * both, and due again later.
 */
type EnqueueResult = { leased: number; readonly failed: DueItem[] };

const queueOf = ({ pk }: Key): Setting | undefined => queues.find(([item]) => pk.startsWith(prefixOf(item, 'pk')))?.[1];

async function leaseAll(batch: readonly DueItem[], now: number): Promise<{ taken: DueItem[]; failed: DueItem[] }> {
  const leases = await Promise.allSettled(batch.map(item => lease(item, now)));
  const failed = batch.filter((_, index) => leases[index]?.status === 'rejected');
  const errors = leases.flatMap(each => (each.status === 'rejected' ? [each.reason as Error] : []));
  if (errors[0]) log.error('due work was not leased', { error: errors[0], items: errors.length });
  await withdrawAll(failed.filter((_, index) => isRefusal(errors[index])));
  return { taken: batch.filter((_, index) => leases[index]?.status === 'fulfilled' && leases[index].value), failed };
}

/**
 * Removes items that accept no writes from the due index, so they do not come up in every round. The log has what is
 * needed to make them due again.
 */
async function withdrawAll(items: readonly DueItem[]): Promise<void> {
  for (const item of items) {
    log.error('due work was taken off the index', { item });
    await withdraw(item).catch(error => log.error('due work stays in the index', error as Error));
  }
  countRefused(items.length);
}

/** Sends items to their queue. Returns the items that the queue did not take. */
async function send(queue: Setting | undefined, items: readonly DueItem[], now: number): Promise<DueItem[]> {
  if (!queue) {
    log.error('no queue takes this due work', { keys: items.map(({ pk }) => pk) });
    countRefused(items.length);
    return [...items];
  }
  const unsent = await sendMessages(queue, items, workMessage);
  const [refused, unreached] = [unsent.filter(each => each.isRefused), unsent.filter(each => !each.isRefused)];
  countRefused(refused.length);
  // An item that cannot be stored now is due again when its lease runs out.
  await Promise.allSettled(unreached.map(({ unsent: item }) => shortenLease(item, now)));
  return unsent.map(({ unsent: item }) => item);
}

/**
 * Asks workers to move the answers of responses that were just stored. Returns those that their queue did not take. If
 * a worker cannot move them, it makes them due.
 */
export const enqueueMoves = <T extends Key & { readonly environmentId: string }>(moving: readonly T[]) =>
  sendMessages('SHORT_JOBS_QUEUE_URL', moving, ({ pk, sk, environmentId }) => ({
    body: { pk, sk } satisfies WorkMessage,
    group: environmentId,
  }));

function countRefused(items: number): void {
  if (items > 0) measure('DueWorkRefused', items, 'Count');
}

/** Returns the message of an item. A delivery is in its receiver's group, other work in its tenant's. */
function workMessage({ pk, sk, duesk }: DueItem): QueueMessage {
  const body: WorkMessage = { pk, sk };
  return { body, group: receiverOfDelivery(body)?.receiverId ?? dueParts(duesk).tenant };
}

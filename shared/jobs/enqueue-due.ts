import { messagesMax, type QueueMessage, sendMessages } from '../aws/queues.ts';
import { batchesOf } from '../batches.ts';
import type { Setting } from '../env.ts';
import { log } from '../log.ts';
import { type DueItem, lease } from '../store/due.ts';
import { dueParts, type ItemType, type Key, prefixOf } from '../store/keys.ts';
import { receiverOfDelivery } from '../store/receivers/deliveries.ts';

/** The queue for due work on an item, by its item type. */
const queues: readonly (readonly [ItemType, Setting])[] = [
  ['job', 'JOBS_QUEUE_URL'],
  ['response', 'SHORT_JOBS_QUEUE_URL'],
  ['upload', 'SHORT_JOBS_QUEUE_URL'],
  ['delivery', 'SLOW_DELIVERIES_QUEUE_URL'],
];

/** The message that asks a worker to do what an item is due for. */
export type WorkMessage = Key;

/**
 * Leases due items and sends them to the queues of their kinds, ten at a time. If a message or its worker is lost, the
 * lease runs out and the item is due again: late, never lost. An item that fails does not hold up the others.
 */
export async function enqueueDue(items: readonly DueItem[], now: number): Promise<EnqueueResult> {
  const result: EnqueueResult = { leased: 0, failed: [] };
  for (const [queue, waiting] of Map.groupBy(items, queueOf)) {
    for (const batch of batchesOf(waiting, messagesMax)) {
      const { taken, failed } = await leaseAll(batch, now);
      const refused = queue ? await sendMessages(queue, taken, workMessage) : taken;
      if (!queue) log.error('no queue takes this due work', { keys: taken.map(({ pk }) => pk) });
      result.leased += taken.length;
      result.failed.push(...failed, ...refused);
    }
  }
  return result;
}

/** What was neither `leased` nor `failed` is another's, or done. What a queue refused is both: due again, but late. */
type EnqueueResult = { leased: number; readonly failed: DueItem[] };

const queueOf = ({ pk }: Key): Setting | undefined => queues.find(([item]) => pk.startsWith(prefixOf(item, 'pk')))?.[1];

async function leaseAll(batch: readonly DueItem[], now: number): Promise<{ taken: DueItem[]; failed: DueItem[] }> {
  const leases = await Promise.allSettled(batch.map(item => lease(item, now)));
  const reasons = leases.flatMap(each => (each.status === 'rejected' ? [each.reason as Error] : []));
  if (reasons[0]) log.error('due work was not leased', { error: reasons[0], items: reasons.length });
  return {
    taken: batch.filter((_, index) => leases[index]?.status === 'fulfilled' && leases[index].value),
    failed: batch.filter((_, index) => leases[index]?.status === 'rejected'),
  };
}

/** A delivery is of the group of its receiver, other work of that of its tenant. */
function workMessage({ pk, sk, duesk }: DueItem): QueueMessage {
  const body: WorkMessage = { pk, sk };
  return { body, group: receiverOfDelivery(body)?.receiverId ?? dueParts(duesk).tenant };
}

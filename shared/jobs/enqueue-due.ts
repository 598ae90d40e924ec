import { messagesMax, type QueueMessage, sendMessages } from '../aws/queues.ts';
import { isRefusal } from '../aws/refusal.ts';
import { batchesOf } from '../batches.ts';
import type { Setting } from '../env.ts';
import { log } from '../log.ts';
import { measure } from '../metric.ts';
import { type DueItem, lease, withdraw } from '../store/due.ts';
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
  ['spam', 'SHORT_JOBS_QUEUE_URL'],
  ['upload', 'SHORT_JOBS_QUEUE_URL'],
  ['mail', 'SHORT_JOBS_QUEUE_URL'],
  ['delivery', 'SLOW_DELIVERIES_QUEUE_URL'],
];

/** The message that asks a worker to do what an item is due for. */
export type WorkMessage = Key;

/**
 * Leases due items and sends them to the queues of their kinds, ten at a time. If a message or its worker is lost, the
 * lease runs out and the item is due again: late, never lost. An item that fails does not hold up the others; those that
 * would fail each time are counted in the metric DueWorkRefused.
 */
export async function enqueueDue(items: readonly DueItem[], now: number): Promise<EnqueueResult> {
  const result: EnqueueResult = { leased: 0, failed: [] };
  for (const [queue, waiting] of Map.groupBy(items, queueOf)) {
    for (const batch of batchesOf(waiting, messagesMax)) {
      const { taken, failed } = await leaseAll(batch, now);
      const unsent = await send(queue, taken);
      result.leased += taken.length;
      result.failed.push(...failed, ...unsent);
    }
  }
  return result;
}

/** What was neither `leased` nor `failed` is another's, or done. What a queue refused is both: due again, but late. */
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

/** An item that takes no write is not met again, round by round; what is in the log makes it due again. */
async function withdrawAll(items: readonly DueItem[]): Promise<void> {
  for (const item of items) {
    log.error('due work was taken off the index', { item });
    await withdraw(item).catch(error => log.error('due work stays in the index', error as Error));
  }
  countRefused(items.length);
}

/** Gives what the queue did not take. */
async function send(queue: Setting | undefined, items: readonly DueItem[]): Promise<DueItem[]> {
  if (!queue) {
    log.error('no queue takes this due work', { keys: items.map(({ pk }) => pk) });
    countRefused(items.length);
    return [...items];
  }
  const unsent = await sendMessages(queue, items, workMessage);
  countRefused(unsent.filter(({ isRefused }) => isRefused).length);
  return unsent.map(({ unsent: item }) => item);
}

function countRefused(items: number): void {
  if (items > 0) measure('DueWorkRefused', items, 'Count');
}

/** A delivery is of the group of its receiver, other work of that of its tenant. */
function workMessage({ pk, sk, duesk }: DueItem): QueueMessage {
  const body: WorkMessage = { pk, sk };
  return { body, group: receiverOfDelivery(body)?.receiverId ?? dueParts(duesk).tenant };
}

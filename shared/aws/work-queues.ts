import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Delivery } from '../domain/webhook.ts';
import { env, type Setting } from '../env.ts';
import { log } from '../log.ts';
import { receiverOfDelivery } from '../store/deliveries.ts';
import { type DueItem, lease } from '../store/due.ts';
import { dueParts, type Key } from '../store/keys.ts';
import { clientDefaults } from './client-defaults.ts';

const sqs = new SQSClient(clientDefaults);

/** Which queue carries out the due work of which items, by the beginning of their partition key. */
const queues: Readonly<Record<string, Setting>> = {
  'JOB#': 'JOBS_QUEUE_URL',
  'RESPONSES#': 'SHORT_JOBS_QUEUE_URL',
  'UPLOADS#': 'SHORT_JOBS_QUEUE_URL',
  'WEBHOOK#': 'SLOW_DELIVERIES_QUEUE_URL',
};

/** The message that asks a worker to do what an item is due for. */
export type WorkMessage = Key;

/** Asks for an attempt at a delivery. */
export type DeliveryMessage = WorkMessage & {
  /** A new delivery, all of it: it is stored with the result of its first attempt. */
  readonly delivery?: Delivery;
  /** How many attempts have been made before this one. */
  readonly attempts?: number;
  /** A delivery that died after so many attempts: its message waits among the dead letters to be sent back. */
  readonly deadAfter?: number;
};

/** First attempts, and everything that may take long: each has workers of its own. */
export type Lane = 'fast' | 'slow';

const laneQueues: Readonly<Record<Lane, Setting>> = {
  fast: 'FAST_DELIVERIES_QUEUE_URL',
  slow: 'SLOW_DELIVERIES_QUEUE_URL',
};

/** The longest that SQS holds a message back. */
export const delaySecondsMax = 900;

/**
 * Leases due items and hands them to the queues of their kinds, ten at a time. When a message is lost, or its worker with
 * it, the lease runs out and the item is due again: late, never lost. An item that fails keeps no other from its queue.
 */
export async function handOver(items: readonly DueItem[], now: number): Promise<HandedOver> {
  const handedOver: HandedOver = { leased: 0, failed: [] };
  for (const [queue, waiting] of Map.groupBy(items, queueOf)) {
    for (const batch of batchesOf(waiting)) {
      const { taken, failed } = await leaseAll(batch, now);
      const refused = queue ? await sendBatch(queue, taken, workEntry) : taken;
      if (!queue) log.error('no queue takes this due work', { keys: taken.map(({ pk }) => pk) });
      handedOver.leased += taken.length;
      handedOver.failed.push(...failed, ...refused);
    }
  }
  return handedOver;
}

/** What was neither `leased` nor `failed` is another's, or done. What a queue refused is both: due again, but late. */
type HandedOver = { leased: number; readonly failed: DueItem[] };

const queueOf = ({ pk }: Key): Setting | undefined =>
  Object.entries(queues).find(([prefix]) => pk.startsWith(prefix))?.[1];

async function leaseAll(batch: readonly DueItem[], now: number): Promise<{ taken: DueItem[]; failed: DueItem[] }> {
  const leases = await Promise.allSettled(batch.map(item => lease(item, now)));
  const reasons = leases.flatMap(each => (each.status === 'rejected' ? [each.reason as Error] : []));
  if (reasons[0]) log.error('due work was not leased', { error: reasons[0], items: reasons.length });
  return {
    taken: batch.filter((_, index) => leases[index]?.status === 'fulfilled' && leases[index].value),
    failed: batch.filter((_, index) => leases[index]?.status === 'rejected'),
  };
}

/** Sends a delivery to a lane, to arrive after a number of seconds, `delaySecondsMax` at most. */
export async function sendDelivery(lane: Lane, message: DeliveryMessage, DelaySeconds = 0): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: env(laneQueues[lane]), ...bodyOf(message), DelaySeconds }));
}

/** Puts a delivery that has failed for the last time where operators see it, and can send it back. */
export async function sendDeadDelivery(message: DeliveryMessage): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: env('DEAD_DELIVERIES_QUEUE_URL'), ...bodyOf(message) }));
}

/** Sends deliveries to a lane; gives those that the queue did not take. */
export async function sendDeliveries(lane: Lane, messages: readonly DeliveryMessage[]): Promise<DeliveryMessage[]> {
  const refused: DeliveryMessage[] = [];
  for (const batch of batchesOf(messages)) refused.push(...(await sendBatch(laneQueues[lane], batch, bodyOf)));
  return refused;
}

/** A batch takes ten messages and 1 MiB; a message of ours is far below a tenth of that. */
const batchSize = 10;

const batchesOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / batchSize) }, (_, n) => all.slice(n * batchSize, (n + 1) * batchSize));

/** Sends ten messages at most; gives those that the queue is not known to have. */
async function sendBatch<T>(queue: Setting, batch: readonly T[], entryOf: (each: T) => Entry): Promise<readonly T[]> {
  if (batch.length === 0) return [];
  const Entries = batch.map((each, index) => ({ Id: String(index), ...entryOf(each) }));
  try {
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: env(queue), Entries }));
    if (Failed[0]) log.error('a queue refused messages', { queue, messages: Failed.length, code: Failed[0].Code });
    return Failed.flatMap(({ Id }) => batch[Number(Id)] ?? []);
  } catch (error) {
    log.error('a queue was not reached', { error: error as Error, queue });
    return batch;
  }
}

type Entry = { MessageBody: string; MessageGroupId?: string };

/** A receiver is a group of a fair queue: one with many messages waiting takes no turns from the others. */
function bodyOf(message: DeliveryMessage): Entry {
  const receiverId = receiverOfDelivery(message)?.receiverId;
  return { MessageBody: JSON.stringify(message), ...(receiverId && { MessageGroupId: receiverId }) };
}

/** What is no delivery is of the group of its tenant. */
function workEntry({ pk, sk, duesk }: DueItem): Entry {
  const message: WorkMessage = { pk, sk };
  return { MessageGroupId: dueParts(duesk).tenant || undefined, ...bodyOf(message) };
}

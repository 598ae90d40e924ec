import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Delivery } from '../domain/webhook.ts';
import { env, type Setting } from '../env.ts';
import { receiverOfDelivery } from '../store/deliveries.ts';
import { type DueItem, lease } from '../store/due.ts';
import type { Key } from '../store/keys.ts';
import { clientDefaults } from './client-defaults.ts';

const sqs = new SQSClient(clientDefaults);

/** Which queue carries out the due work of which items, by the beginning of their partition key. */
const queues: Readonly<Record<string, Setting>> = {
  'JOB#': 'JOBS_QUEUE_URL',
  'RESPONSES#': 'JOBS_QUEUE_URL',
  'UPLOADS#': 'JOBS_QUEUE_URL',
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
 * Leases a due item and hands it to the queue of its kind. When the message is lost, or its worker with it, the lease
 * runs out and the item is due again: late, never lost.
 */
export async function handOver(item: DueItem, now: number): Promise<void> {
  const queue = Object.entries(queues).find(([prefix]) => item.pk.startsWith(prefix))?.[1];
  if (!queue) throw new Error(`No queue takes due work of ${item.pk}`);
  if (!(await lease(item, now))) return;
  const message: WorkMessage = { pk: item.pk, sk: item.sk };
  await sqs.send(new SendMessageCommand({ QueueUrl: env(queue), ...bodyOf(message) }));
}

/** Sends a delivery to a lane, to arrive after a number of seconds, `delaySecondsMax` at most. */
export async function sendDelivery(lane: Lane, message: DeliveryMessage, DelaySeconds = 0): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: env(laneQueues[lane]), ...bodyOf(message), DelaySeconds }));
}

/** Puts a delivery that has failed for the last time where operators see it, and can send it back. */
export async function sendDeadDelivery(message: DeliveryMessage): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: env('DEAD_DELIVERIES_QUEUE_URL'), ...bodyOf(message) }));
}

/** A message takes part in a batch of ten and of 256 KB; one of a delivery is far below a tenth of that. */
const batchSize = 10;

/** Sends deliveries to a lane; gives those that the queue did not take. */
export async function sendDeliveries(lane: Lane, messages: readonly DeliveryMessage[]): Promise<DeliveryMessage[]> {
  const refused: DeliveryMessage[] = [];
  for (let start = 0; start < messages.length; start += batchSize) {
    const batch = messages.slice(start, start + batchSize);
    const Entries = batch.map(
      (message, index): SendMessageBatchRequestEntry => ({
        Id: String(index),
        ...bodyOf(message),
      }),
    );
    try {
      const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: env(laneQueues[lane]), Entries }));
      refused.push(...Failed.flatMap(({ Id }) => batch[Number(Id)] ?? []));
    } catch {
      refused.push(...batch);
    }
  }
  return refused;
}

/** A receiver is a group of a fair queue: one with many messages waiting takes no turns from the others. */
function bodyOf(message: DeliveryMessage): { MessageBody: string; MessageGroupId?: string } {
  const receiverId = receiverOfDelivery(message)?.receiverId;
  return { MessageBody: JSON.stringify(message), ...(receiverId && { MessageGroupId: receiverId }) };
}

import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { env, type Setting } from '../env.ts';
import { type DueItem, lease } from '../store/due.ts';
import type { Key } from '../store/keys.ts';

const sqs = new SQSClient({});

/** Which queue carries out the due work of which items, by the beginning of their partition key. */
const queues: Readonly<Record<string, Setting>> = { 'JOB#': 'PURGE_QUEUE_URL' };

/** The message that asks a worker to do what an item is due for. */
export type WorkMessage = Key;

/**
 * Leases a due item and hands it to the queue of its kind. When the message is lost, or its worker with it, the lease
 * runs out and the item is due again: late, never lost.
 */
export async function handOver(item: DueItem, now: number): Promise<void> {
  const queue = Object.entries(queues).find(([prefix]) => item.pk.startsWith(prefix))?.[1];
  if (!queue) throw new Error(`No queue takes due work of ${item.pk}`);
  if (!(await lease(item, now))) return;
  const message: WorkMessage = { pk: item.pk, sk: item.sk };
  await sqs.send(new SendMessageCommand({ QueueUrl: env(queue), MessageBody: JSON.stringify(message) }));
}

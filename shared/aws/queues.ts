import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { batchesOf } from '../batches.ts';
import { env, type Setting } from '../env.ts';
import { log } from '../log.ts';
import { clientDefaults } from './client-defaults.ts';

const sqs = new SQSClient(clientDefaults);

/** The longest that SQS holds a message back. */
export const delaySecondsMax = 900;

/** What is sent to a queue: `body` as JSON. Of a fair queue, a group with many messages waiting takes no turns from the others. */
export type QueueMessage = { readonly body: object; readonly group?: string | undefined };

/** Sends a message, to arrive after a number of seconds, `delaySecondsMax` at most. */
export async function sendMessage(queue: Setting, message: QueueMessage, DelaySeconds?: number): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: env(queue), ...entryOf(message), DelaySeconds }));
}

/** Sends a message for each, ten to a request; gives those that the queue is not known to have. */
export async function sendMessages<T>(
  queue: Setting,
  all: readonly T[],
  messageOf: (each: T) => QueueMessage,
): Promise<T[]> {
  const refused: T[] = [];
  for (const batch of batchesOf(all, messagesMax)) refused.push(...(await sendBatch(queue, batch, messageOf)));
  return refused;
}

/** A batch takes ten messages and 1 MiB; a message of ours is far below a tenth of that. */
export const messagesMax = 10;

async function sendBatch<T>(
  queue: Setting,
  batch: readonly T[],
  messageOf: (each: T) => QueueMessage,
): Promise<readonly T[]> {
  const Entries = batch.map((each, index) => ({ Id: String(index), ...entryOf(messageOf(each)) }));
  try {
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: env(queue), Entries }));
    if (Failed[0]) log.error('a queue refused messages', { queue, messages: Failed.length, code: Failed[0].Code });
    return Failed.flatMap(({ Id }) => batch[Number(Id)] ?? []);
  } catch (error) {
    log.error('a queue was not reached', { error: error as Error, queue });
    return batch;
  }
}

const entryOf = ({ body, group }: QueueMessage) => ({
  MessageBody: JSON.stringify(body),
  ...(group && { MessageGroupId: group }),
});

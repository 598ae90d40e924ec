import {
  ChangeMessageVisibilityBatchCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { batchesOf } from '../batches.ts';
import { env, type Setting } from '../env.ts';
import { inParallel } from '../in-parallel.ts';
import { log } from '../log.ts';
import { bindToRequest } from './bind-to-request.ts';
import { clientDefaults } from './client-defaults.ts';
import { isRefusal } from './is-refusal.ts';

const sqs = bindToRequest(new SQSClient(clientDefaults));

/** The longest delay of a message in SQS. */
export const delaySecondsMax = 900;

/** A message for a queue. */
export type QueueMessage = {
  /** The content, as JSON. */
  readonly body: object;
  /** The group in a fair queue, where a group with many messages does not delay the others. */
  readonly group?: string | undefined;
  /** Delays the message, by `delaySecondsMax` at most. */
  readonly delaySeconds?: number | undefined;
};

export async function sendMessage(queue: Setting, message: QueueMessage): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: env(queue), ...entryOf(message) }));
}

/** A message that the queue may not have got. Refused ones would be refused again. */
export type Unsent<T> = { readonly unsent: T; readonly isRefused: boolean };

/**
 * The number of concurrent requests to a queue: enough to keep SQS busy, few enough for the connections of a function.
 */
const requestsAtOnce = 10;

/** Sends a message for each item, ten to a request and several requests at a time. */
export async function sendMessages<T>(
  queue: Setting,
  all: readonly T[],
  messageOf: (each: T) => QueueMessage,
): Promise<Unsent<T>[]> {
  const batches = batchesOf(all, messagesMax);
  return (await inParallel(batches, requestsAtOnce, batch => sendBatch(queue, batch, messageOf))).flat();
}

/** The most messages of a batch. Ten of ours are far below its limit of 1 MiB. */
export const messagesMax = 10;

async function sendBatch<T>(
  queue: Setting,
  batch: readonly T[],
  messageOf: (each: T) => QueueMessage,
): Promise<readonly Unsent<T>[]> {
  const Entries = batch.map((each, index) => ({ Id: String(index), ...entryOf(messageOf(each)) }));
  try {
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: env(queue), Entries }));
    if (Failed[0]) log.error('a queue refused messages', { queue, messages: Failed.length, code: Failed[0].Code });
    return Failed.map(({ Id, SenderFault }) => ({ unsent: batch[Number(Id)] as T, isRefused: SenderFault ?? false }));
  } catch (error) {
    const isRefused = isRefusal(error);
    // One message may have caused the refusal of all.
    if (isRefused && batch.length > 1) {
      return (await Promise.all(batch.map(each => sendBatch(queue, [each], messageOf)))).flat();
    }
    log.error(isRefused ? 'a queue refused a message' : 'a queue was not reached', { error: error as Error, queue });
    return batch.map(unsent => ({ unsent, isRefused }));
  }
}

/** A message that Lambda gave to a worker. */
type ReceivedMessage = {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly attributes: { readonly ApproximateReceiveCount: string };
};

/** Seconds until a failed message comes again, by attempt; after these, the queue's visibility timeout applies. */
const againSeconds = [5, 30, 120];

/**
 * Makes failed messages visible again soon, because most interruptions are over in seconds. Otherwise, or if SQS is
 * unreachable, the queue's visibility timeout applies, which is meant for killed workers.
 */
export async function receiveAgainSoon(messages: readonly ReceivedMessage[]): Promise<void> {
  const Entries = messages.flatMap(({ receiptHandle, attributes }, index) => {
    const seconds = againSeconds[Number(attributes.ApproximateReceiveCount) - 1];
    return seconds === undefined
      ? []
      : [{ Id: String(index), ReceiptHandle: receiptHandle, VisibilityTimeout: seconds }];
  });
  if (Entries.length === 0) return;
  try {
    await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: env('QUEUE_URL'), Entries }));
  } catch (error) {
    log.warn('messages that failed come again late', { error: error as Error, messages: Entries.length });
  }
}

const entryOf = ({ body, group, delaySeconds }: QueueMessage) => ({
  MessageBody: JSON.stringify(body),
  DelaySeconds: delaySeconds,
  ...(group && { MessageGroupId: group }),
});

import { hash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { account } from '../credentials.ts';
import type { LocalServer } from '../http-server.ts';
import { type ServiceCall, type ServiceInput, type ServiceOperation, serveJson } from '../json-protocol.ts';
import { eachEntry, integer, names, newMessage, refuseLongBatch, text } from './entries.ts';
import { invalidParameter, missingParameter, noSuchResource, unsupported } from './errors.ts';
import { MessageStore, type QueueGauges, receiptHandle, type StoredMessage } from './message-store.ts';
import { type Queue, type QueueProperties, Queues, queueArn } from './queues.ts';

export type SqsOptions = {
  /** The local cloud's data directory, which has `sqs.sqlite`. */
  readonly dataDir: string;
  /** The port; 0 picks a free one. Clients keep queue URLs, so use the same port after a restart. */
  readonly port: number;
  readonly queues: readonly { readonly name: string; readonly properties: QueueProperties }[];
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
};

/**
 * Serves standard queues for clients of the current AWS SDK. Event source mappings receive and delete like any other
 * client. Messages survive a restart or a kill; the configuration decides which queues exist. A queue's URL is
 * `queueUrl(endpoint, name)`, its ARN `queueArn(name)`.
 */
export async function startSqs({
  dataDir,
  port,
  queues: configured,
  now = Date.now,
}: SqsOptions): Promise<LocalServer & { readonly gauges: () => readonly QueueGauges[] }> {
  const queues = new Queues(configured);
  mkdirSync(dataDir, { recursive: true });
  const store = new MessageStore(join(dataDir, 'sqs.sqlite'), now);
  const server = await serveJson({
    target: 'AmazonSQS',
    contentType: 'application/x-amz-json-1.0',
    operations: operations(queues, store),
    port,
    released: () => store.close(),
  });
  return { ...server, gauges: () => queues.all.map(queue => store.gauges(queue)) };
}

function operations(queues: Queues, store: MessageStore): Record<string, ServiceOperation> {
  const queueOf = (input: ServiceInput) => queues.at(text(input, 'QueueUrl'));

  function send(queue: Queue, input: ServiceInput, { traceHeader }: ServiceCall): object {
    const message = newMessage(input, traceHeader);
    return { MessageId: store.send(queue, message), MD5OfMessageBody: hash('md5', message.body) };
  }

  function queueWithArn(input: ServiceInput, parameter: 'SourceArn' | 'DestinationArn'): Queue {
    const queue = queues.withArn(text(input, parameter));
    if (!queue) throw noSuchResource(parameter);
    return queue;
  }

  function deadLetterQueue(input: ServiceInput): Queue {
    const source = queueWithArn(input, 'SourceArn');
    if (!queues.isDeadLetterQueue(source)) {
      throw invalidParameter('Source queue must be configured as a Dead Letter Queue.');
    }
    return source;
  }

  return {
    GetQueueAttributes: input => ({ Attributes: attributesOf(queueOf(input), store, names(input, 'AttributeNames')) }),
    SendMessage: (input, call) => send(queueOf(input), input, call),
    SendMessageBatch(input, call) {
      const queue = queueOf(input);
      refuseLongBatch(input);
      return eachEntry(input, entry => send(queue, entry, call));
    },
    ReceiveMessage: async (input, { signal }) => {
      const queue = queueOf(input);
      const messages = await receive(store, queue, input, signal);
      return { Messages: messages.map(message => shown(queue, message, input)) };
    },
    ChangeMessageVisibilityBatch(input) {
      const queue = queueOf(input);
      return eachEntry(input, entry => {
        if (entry.VisibilityTimeout === undefined) throw missingParameter('VisibilityTimeout');
        const seconds = integer(entry, 'VisibilityTimeout', { min: 0, max: 43_200, otherwise: 0 });
        return void store.changeVisibility(queue, text(entry, 'ReceiptHandle'), seconds);
      });
    },
    DeleteMessageBatch(input) {
      const queue = queueOf(input);
      return eachEntry(input, entry => void store.delete(queue, text(entry, 'ReceiptHandle')));
    },
    PurgeQueue: input => store.purge(queueOf(input)),
    StartMessageMoveTask(input) {
      if (input.MaxNumberOfMessagesPerSecond !== undefined) {
        throw unsupported('The local cloud moves at once: it does not support MaxNumberOfMessagesPerSecond.');
      }
      const source = deadLetterQueue(input);
      const destination = input.DestinationArn === undefined ? undefined : queueWithArn(input, 'DestinationArn');
      store.move(source, cameFrom => destination ?? queues.withArn(cameFrom ?? ''));
      return {
        TaskHandle: Buffer.from(JSON.stringify({ taskId: randomUUID(), sourceArn: source.arn })).toString('base64'),
      };
    },
  };
}

async function receive(
  store: MessageStore,
  queue: Queue,
  input: ServiceInput,
  signal: AbortSignal,
): Promise<StoredMessage[]> {
  const limit = integer(input, 'MaxNumberOfMessages', { min: 1, max: 10, otherwise: 1 });
  const visibility = integer(input, 'VisibilityTimeout', { min: 0, max: 43_200, otherwise: queue.visibilityTimeout });
  const wait = integer(input, 'WaitTimeSeconds', { min: 0, max: 20, otherwise: 0 });
  const end = performance.now() + wait * 1000;
  // A client that has disconnected must not take a message with it.
  while (!signal.aborted) {
    const messages = store.receive(queue, limit, visibility);
    const left = end - performance.now();
    if (messages.length > 0 || left <= 0) return messages;
    await store.change(queue, left, signal);
  }
  return [];
}

function shown(queue: Queue, message: StoredMessage, input: ServiceInput): object {
  const system = [...names(input, 'MessageSystemAttributeNames'), ...names(input, 'AttributeNames')];
  const attributes = chosen(systemAttributes(message), name => system.includes('All') || system.includes(name));
  return {
    MessageId: message.id,
    ReceiptHandle: receiptHandle(queue, message),
    Body: message.body,
    MD5OfBody: hash('md5', message.body),
    Attributes: attributes,
  };
}

function systemAttributes(message: StoredMessage): Record<string, string | null> {
  return {
    SenderId: account,
    SentTimestamp: String(message.sent),
    ApproximateReceiveCount: String(message.received),
    ApproximateFirstReceiveTimestamp: String(message.first_received),
    MessageGroupId: message.message_group,
    DeadLetterQueueSourceArn: message.source,
    AWSTraceHeader: message.trace,
  };
}

/** Returns `undefined` instead of an empty map, because the service leaves it out. */
function chosen(attributes: Record<string, unknown>, wanted: (name: string) => boolean): object | undefined {
  const entries = Object.entries(attributes).filter(([name, value]) => value !== null && wanted(name));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function attributesOf(queue: Queue, store: MessageStore, wanted: string[]): object | undefined {
  const { ready, inFlight, delayed } = store.count(queue);
  const attributes: Record<string, string | null> = {
    QueueArn: queue.arn,
    ApproximateNumberOfMessages: String(ready),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    VisibilityTimeout: String(queue.visibilityTimeout),
    MessageRetentionPeriod: String(queue.retention),
    RedrivePolicy: queue.redrive
      ? JSON.stringify({
          deadLetterTargetArn: queueArn(queue.redrive.target),
          maxReceiveCount: queue.redrive.maxReceiveCount,
        })
      : null,
  };
  const unknown = wanted.find(name => name !== 'All' && !Object.hasOwn(attributes, name));
  if (unknown !== undefined) throw unsupported(`The local cloud does not support the attribute ${unknown}.`);
  return chosen(attributes, name => wanted.includes('All') || wanted.includes(name));
}

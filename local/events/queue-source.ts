import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  type MessageAttributeValue,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { MappingMetric } from '../cloudwatch/cloudwatch.ts';
import { region } from '../credentials.ts';
import type { InvocationResult } from '../functions/functions.ts';
import type { QueueMapping } from '../template/event-source-mappings.ts';
import { arn } from '../template/template.ts';
import { failedItems } from './batch-item-failures.ts';

export type QueueSourceOptions = {
  readonly mapping: QueueMapping;
  readonly queueUrl: string;
  /** Batches that may be with the function at a time. */
  readonly concurrency: number;
  readonly sqs: SQSClient;
  readonly invoke: (event: string) => Promise<InvocationResult>;
  readonly measure: (name: MappingMetric, value: number) => void;
};

const messagesOfOneReceive = 10;

/** Polls a queue for one function. What the function could not handle comes back when its visibility time-out ends. */
export class QueueSource {
  readonly #options: QueueSourceOptions;
  readonly #stopped = new AbortController();

  constructor(options: QueueSourceOptions) {
    this.#options = options;
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** Resolves once stopped. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.concurrency }, () => this.#poll()));
  }

  async #poll(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      try {
        const messages = await this.#batch();
        if (messages.length > 0) await this.#handle(messages);
      } catch {
        await sleep(200, undefined, { signal: this.#stopped.signal }).catch(() => {});
      }
    }
  }

  /** As many messages as a batch may hold; waits for more only as long as the mapping's window. */
  async #batch(): Promise<Message[]> {
    const { batchSize, windowSeconds } = this.#options.mapping;
    const messages = await this.#receive(Math.min(batchSize, messagesOfOneReceive), 20);
    const end = Date.now() + windowSeconds * 1000;
    while (messages.length > 0 && messages.length < batchSize && Date.now() < end && !this.#stopped.signal.aborted) {
      const more = await this.#receive(Math.min(batchSize - messages.length, messagesOfOneReceive), 1);
      messages.push(...more);
    }
    return messages;
  }

  async #receive(count: number, waitSeconds: number): Promise<Message[]> {
    const { sqs, queueUrl } = this.#options;
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: count,
      WaitTimeSeconds: waitSeconds,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    });
    return (await sqs.send(command, { abortSignal: this.#stopped.signal })).Messages ?? [];
  }

  async #handle(messages: readonly Message[]): Promise<void> {
    const { sqs, queueUrl, mapping, invoke, measure } = this.#options;
    const source = arn('sqs', mapping.queueName);
    const result = await invoke(JSON.stringify({ Records: messages.map(message => queueRecord(message, source)) }));
    const identifiers = messages.map(message => message.MessageId ?? '');
    const failed = failedItems(result, identifiers, mapping.reportsItemFailures);
    if (failed.size > 0) measure('FailedInvokeEventCount', failed.size);
    const handled = messages.filter((_, index) => !failed.has(index));
    for (let start = 0; start < handled.length; start += messagesOfOneReceive) {
      const entries = handled.slice(start, start + messagesOfOneReceive);
      await sqs.send(
        new DeleteMessageBatchCommand({
          QueueUrl: queueUrl,
          Entries: entries.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
        }),
      );
    }
  }
}

function queueRecord(message: Message, eventSourceARN: string): object {
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [name, attributeOf(value)]),
    ),
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: region,
  };
}

function attributeOf({ StringValue, BinaryValue, DataType }: MessageAttributeValue): object {
  return {
    stringValue: StringValue,
    binaryValue: BinaryValue && Buffer.from(BinaryValue).toString('base64'),
    stringListValues: [],
    binaryListValues: [],
    dataType: DataType,
  };
}

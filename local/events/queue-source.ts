import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { MappingMetric } from '../cloudwatch/cloudwatch.ts';
import { region } from '../credentials.ts';
import type { InvocationResult } from '../functions/functions.ts';
import { invocationsBefore, invocationsMax } from '../functions/lineage.ts';
import type { QueueMapping } from '../template/event-source-mappings.ts';
import { arn } from '../template/template.ts';
import { failedItems } from './batch-item-failures.ts';

export type QueueSourceOptions = {
  readonly mapping: QueueMapping;
  readonly queueUrl: string;
  /** The maximum of batches that the function handles at once. */
  readonly concurrency: number;
  readonly sqs: SQSClient;
  readonly invoke: (event: string, traceHeader: string | undefined) => Promise<InvocationResult>;
  /** Whether the function may be part of an endless chain of invocations. */
  readonly allowsRecursion: boolean;
  /** The queue for messages that the function isn't invoked for, if any. */
  readonly deadLettersUrl: string | undefined;
  readonly log: (line: string) => void;
  readonly measure: (name: MappingMetric, value: number) => void;
};

/**
 * Polls a queue for one function. Messages that the function failed to handle come back when their visibility timeout
 * ends.
 */
export class QueueSource {
  readonly #options: QueueSourceOptions;
  readonly #stopped = new AbortController();

  constructor(options: QueueSourceOptions) {
    this.#options = options;
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** Runs until it is stopped. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.concurrency }, () => this.#poll()));
  }

  async #poll(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      try {
        const messages = await this.#batch();
        const begun = await this.#withoutLoops(messages);
        if (begun.length > 0) await this.#handle(begun);
      } catch {
        await sleep(200, undefined, { signal: this.#stopped.signal }).catch(() => {});
      }
    }
  }

  /** Waits for messages and returns up to one batch. */
  async #batch(): Promise<readonly Message[]> {
    const { sqs, queueUrl, mapping } = this.#options;
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: mapping.batchSize,
      WaitTimeSeconds: 20,
      MessageSystemAttributeNames: ['All'],
    });
    return (await sqs.send(command, { abortSignal: this.#stopped.signal })).Messages ?? [];
  }

  async #handle(messages: readonly Message[]): Promise<void> {
    const { mapping, invoke, measure } = this.#options;
    const source = arn('sqs', mapping.queueName);
    const event = JSON.stringify({ Records: messages.map(message => queueRecord(message, source)) });
    const result = await invoke(event, this.#longestChain(messages));
    const identifiers = messages.map(message => message.MessageId ?? '');
    const failed = failedItems(result, identifiers, mapping.reportsItemFailures);
    if (failed.size > 0) measure('FailedInvokeEventCount', failed.size);
    const handled = messages.filter((_, index) => !failed.has(index));
    await this.#delete(handled);
  }

  /** Returns the longest chain, which ends first. AWS doesn't document which chain a batch continues. */
  #longestChain(messages: readonly Message[]): string | undefined {
    const { functionName } = this.#options.mapping;
    const headers = messages.flatMap(message => message.Attributes?.AWSTraceHeader ?? []);
    const before = (header: string) => invocationsBefore(header, functionName);
    return headers.toSorted((one, other) => before(other) - before(one))[0];
  }

  /** Ends the chains that have reached the function too often, as Lambda does. Returns the other messages. */
  async #withoutLoops(messages: readonly Message[]): Promise<readonly Message[]> {
    const { sqs, mapping, allowsRecursion, deadLettersUrl, log } = this.#options;
    if (allowsRecursion) return messages;
    const isLoop = ({ Attributes }: Message) =>
      invocationsBefore(Attributes?.AWSTraceHeader, mapping.functionName) >= invocationsMax;
    const loops = messages.filter(isLoop);
    for (const { MessageId, Body } of loops) {
      const end = deadLettersUrl ? 'goes to the dead-letter queue' : 'is discarded';
      log(
        `Lambda ends a recursive loop: a chain of invocations has come to this function ${invocationsMax} times, and message ${MessageId} ${end}. RecursiveLoop: Allow lets it go on.`,
      );
      if (deadLettersUrl) await sqs.send(new SendMessageCommand({ QueueUrl: deadLettersUrl, MessageBody: Body }));
    }
    await this.#delete(loops);
    return messages.filter(message => !isLoop(message));
  }

  async #delete(messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return;
    const { sqs, queueUrl } = this.#options;
    const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
  }
}

function queueRecord(message: Message, eventSourceARN: string): object {
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: {},
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: region,
  };
}

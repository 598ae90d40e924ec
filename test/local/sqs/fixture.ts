import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  type QueueAttributeName,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  type SendMessageCommandInput,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { accessKeyId, region, secretAccessKey } from '../../../local/credentials.ts';
import type { QueueGauges } from '../../../local/sqs/message-store.ts';
import { queueArn, queueUrl } from '../../../local/sqs/queues.ts';
import { startSqs } from '../../../local/sqs/server.ts';

const queues = [
  { name: 'work', properties: { RedrivePolicy: { deadLetterTargetArn: queueArn('dead'), maxReceiveCount: 2 } } },
  { name: 'dead', properties: { MessageRetentionPeriod: 14 * 86_400 } },
  { name: 'patient', properties: { VisibilityTimeout: 1800 } },
  { name: 'slow', properties: { VisibilityTimeout: 5, MessageRetentionPeriod: 60 } },
];

type Receive = Partial<ReceiveMessageCommandInput>;

/** A server with a fresh data directory for each test of the file. All calls mean the queue `work` without a url. */
export class SqsFixture {
  dataDir = '';
  /** Milliseconds that the server's clock is ahead. */
  ahead = 0;
  #server: Awaited<ReturnType<typeof startSqs>> | undefined;
  #client: SQSClient | undefined;

  constructor() {
    beforeEach(async () => {
      this.dataDir = mkdtempSync(join(tmpdir(), 'sqs-'));
      this.ahead = 0;
      await this.start();
    });
    afterEach(async () => {
      await this.stop();
      rmSync(this.dataDir, { recursive: true });
    });
  }

  get client(): SQSClient {
    if (!this.#client) throw new Error('The server is not started.');
    return this.#client;
  }

  get endpoint(): string {
    return this.#server?.endpoint ?? '';
  }

  async start(): Promise<void> {
    const { dataDir } = this;
    this.#server = await startSqs({ dataDir, port: 0, queues, now: () => Date.now() + this.ahead });
    const credentials = { accessKeyId, secretAccessKey };
    this.#client = new SQSClient({ endpoint: this.endpoint, region, credentials });
  }

  async stop(): Promise<void> {
    this.client.destroy();
    await this.#server?.close();
  }

  gauges(): readonly QueueGauges[] {
    return this.#server?.gauges() ?? [];
  }

  url(name = 'work'): string {
    return queueUrl(this.endpoint, name);
  }

  send(MessageBody: string, input: Partial<SendMessageCommandInput> = {}) {
    return this.client.send(new SendMessageCommand({ QueueUrl: this.url(), MessageBody, ...input }));
  }

  async receive(input: Receive = {}): Promise<Message[]> {
    const asked = { QueueUrl: this.url(), MessageSystemAttributeNames: ['All' as const], ...input };
    return (await this.client.send(new ReceiveMessageCommand(asked))).Messages ?? [];
  }

  async bodies(input: Receive = {}): Promise<(string | undefined)[]> {
    return (await this.receive(input)).map(({ Body }) => Body);
  }

  async receiveOne(input: Receive = {}): Promise<Message> {
    const [message] = await this.receive(input);
    if (!message) throw new Error('There is nothing to receive.');
    return message;
  }

  /** Gives the code of what was refused. */
  async remove(ReceiptHandle: string | undefined, QueueUrl = this.url()): Promise<string | undefined> {
    const Entries = [{ Id: 'one', ReceiptHandle }];
    const { Failed } = await this.client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    return Failed?.[0]?.Code;
  }

  async attributes(QueueUrl = this.url(), AttributeNames: QueueAttributeName[] = ['All']) {
    return (await this.client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }))).Attributes;
  }

  /** Numbers of visible, invisible and delayed messages. */
  async counts(QueueUrl = this.url()): Promise<number[]> {
    const found = await this.attributes(QueueUrl);
    return [
      found?.ApproximateNumberOfMessages,
      found?.ApproximateNumberOfMessagesNotVisible,
      found?.ApproximateNumberOfMessagesDelayed,
    ].map(Number);
  }
}

/** What a caller sees of a refusal: the class that the SDK makes of it and the code of the query protocol. */
export const refusal = (name: string, Code: string) => ({ name, Error: expect.objectContaining({ Code }) });

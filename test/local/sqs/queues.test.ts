import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListMessageMoveTasksCommand,
  PurgeQueueCommand,
  type QueueAttributeName,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accessKeyId, region, secretAccessKey } from '../../../local/credentials.ts';
import type { LocalServer } from '../../../local/http-server.ts';
import { queueArn, queueUrl } from '../../../local/sqs/queues.ts';
import { startSqs } from '../../../local/sqs/server.ts';

const hour = 3_600_000;
const day = 24 * hour;

let dataDir: string;
let server: LocalServer;
let client: SQSClient;
let ahead = 0;

const queues = [
  { name: 'work', properties: { RedrivePolicy: { deadLetterTargetArn: queueArn('dead'), maxReceiveCount: 2 } } },
  { name: 'dead', properties: { MessageRetentionPeriod: 14 * 86_400 } },
  { name: 'slow', properties: { DelaySeconds: 60, VisibilityTimeout: 5, MessageRetentionPeriod: 60 } },
];

const start = () => startSqs({ dataDir, port: 0, queues, now: () => Date.now() + ahead });

function connect(): void {
  client = new SQSClient({ endpoint: server.endpoint, region, credentials: { accessKeyId, secretAccessKey } });
}

async function restart(): Promise<void> {
  client.destroy();
  await server.close();
  server = await start();
  connect();
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sqs-'));
  ahead = 0;
  server = await start();
  connect();
});

afterEach(async () => {
  client.destroy();
  await server.close();
  rmSync(dataDir, { recursive: true });
});

const url = (name = 'work') => queueUrl(server.endpoint, name);

const send = (MessageBody: string, input: Partial<SendMessageCommandInput> = {}) =>
  client.send(new SendMessageCommand({ QueueUrl: url(), MessageBody, ...input }));

async function receive(input: Partial<ReceiveMessageCommandInput> = {}) {
  const command = new ReceiveMessageCommand({ QueueUrl: url(), MessageSystemAttributeNames: ['All'], ...input });
  return (await client.send(command)).Messages ?? [];
}

const bodies = async (input: Partial<ReceiveMessageCommandInput> = {}) =>
  (await receive(input)).map(({ Body }) => Body);

async function receiveOne(input: Partial<ReceiveMessageCommandInput> = {}) {
  const [message] = await receive(input);
  if (!message) throw new Error('Nothing to receive.');
  return message;
}

const hide = (ReceiptHandle: string | undefined, VisibilityTimeout: number) =>
  client.send(new ChangeMessageVisibilityCommand({ QueueUrl: url(), ReceiptHandle, VisibilityTimeout }));

const remove = (ReceiptHandle: string | undefined, QueueUrl = url()) =>
  client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));

async function attributes(QueueUrl = url(), AttributeNames: QueueAttributeName[] = ['All']) {
  return (await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }))).Attributes;
}

async function counts(QueueUrl = url()) {
  const found = await attributes(QueueUrl);
  return [
    found?.ApproximateNumberOfMessages,
    found?.ApproximateNumberOfMessagesNotVisible,
    found?.ApproximateNumberOfMessagesDelayed,
  ].map(Number);
}

/** What a caller sees of a refusal: the class that the SDK makes of it and the code of the query protocol. */
const refusal = (name: string, Code: string) => ({ name, Error: expect.objectContaining({ Code }) });

describe('a queue', () => {
  it('gives a message with its attributes, times and count of receipts', async () => {
    const { MessageId } = await send('héllo', {
      MessageGroupId: 'g1',
      MessageAttributes: {
        trace: { DataType: 'String', StringValue: 'abc' },
        bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([0, 255]) },
      },
    });
    const message = await receiveOne({ MessageAttributeNames: ['All'] });
    expect(message).toMatchObject({
      MessageId,
      Body: 'héllo',
      Attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'g1', SenderId: '000000000000' },
    });
    expect(message.MessageAttributes?.trace?.StringValue).toBe('abc');
    expect([...(message.MessageAttributes?.bytes?.BinaryValue ?? [])]).toEqual([0, 255]);
    expect(Math.abs(Number(message.Attributes?.SentTimestamp) - Date.now())).toBeLessThan(hour);
  });

  it('gives only the attributes that were asked for', async () => {
    const value = { DataType: 'String', StringValue: 'x' };
    await send('a', { MessageAttributes: { 'app.one': value, 'app.two': value, other: value } });
    const message = await receiveOne({
      MessageAttributeNames: ['app.*'],
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
    });
    expect(Object.keys(message.MessageAttributes ?? {})).toEqual(['app.one', 'app.two']);
    expect(message.Attributes).toEqual({ ApproximateReceiveCount: '1' });
  });

  it('hides a received message until its visibility timeout is over', async () => {
    await send('a');
    expect(await bodies()).toEqual(['a']);
    expect(await bodies()).toEqual([]);
    ahead = 29_000;
    expect(await bodies()).toEqual([]);
    ahead = 31_000;
    expect((await receiveOne()).Attributes?.ApproximateReceiveCount).toBe('2');
  });

  it('keeps a delayed message back, by its own delay or by that of the queue', async () => {
    await send('own', { DelaySeconds: 900 });
    await send('queue', { QueueUrl: url('slow') });
    expect([await bodies(), await bodies({ QueueUrl: url('slow') })]).toEqual([[], []]);
    ahead = 59_000;
    expect(await bodies({ QueueUrl: url('slow') })).toEqual([]);
    ahead = 901_000;
    expect(await bodies()).toEqual(['own']);
  });

  it('drops a message after its retention, delayed, visible or not', async () => {
    await send('short', { QueueUrl: url('slow'), DelaySeconds: 0 });
    await send('long');
    await receive({ VisibilityTimeout: 5 * 3600 });
    ahead = 61_000;
    expect(await counts(url('slow'))).toEqual([0, 0, 0]);
    ahead = 4 * day - hour;
    expect(await counts()).toEqual([1, 0, 0]);
    ahead = 4 * day + hour;
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('counts visible, invisible and delayed messages', async () => {
    for (const body of ['a', 'b', 'c']) await send(body);
    await send('later', { DelaySeconds: 10 });
    await receive();
    expect(await counts()).toEqual([2, 1, 1]);
    await client.send(new PurgeQueueCommand({ QueueUrl: url() }));
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('shows how it is configured', async () => {
    expect(await attributes(url(), ['QueueArn', 'RedrivePolicy'])).toEqual({
      QueueArn: 'arn:aws:sqs:us-east-1:000000000000:work',
      RedrivePolicy: '{"deadLetterTargetArn":"arn:aws:sqs:us-east-1:000000000000:dead","maxReceiveCount":2}',
    });
    expect((await client.send(new GetQueueUrlCommand({ QueueName: 'slow' }))).QueueUrl).toBe(url('slow'));
  });

  it('keeps messages, receipts and delays over a restart', async () => {
    for (const body of ['received', 'ready']) await send(body);
    await send('delayed', { DelaySeconds: 60 });
    const { ReceiptHandle } = await receiveOne();
    await restart();
    expect(await counts()).toEqual([1, 1, 1]);
    await remove(ReceiptHandle);
    ahead = 61_000;
    expect(await bodies({ MaxNumberOfMessages: 10 })).toEqual(['ready', 'delayed']);
  });
});

describe('a long poll', () => {
  it('answers as soon as a message is sent', async () => {
    const poll = bodies({ WaitTimeSeconds: 20 });
    await send('a');
    expect(await poll).toEqual(['a']);
  });

  it('answers as soon as a hidden message is visible again', async () => {
    await send('a');
    await receive({ VisibilityTimeout: 1 });
    expect(await bodies({ WaitTimeSeconds: 20 })).toEqual(['a']);
  });

  it('answers with nothing when its time is over', async () => {
    expect(await bodies({ WaitTimeSeconds: 1 })).toEqual([]);
  });

  it('takes no message for a client that is gone', async () => {
    const gone = new AbortController();
    const poll = client.send(new ReceiveMessageCommand({ QueueUrl: url(), WaitTimeSeconds: 20 }), {
      abortSignal: gone.signal,
    });
    const aborted = expect(poll).rejects.toMatchObject({ name: 'AbortError' });
    await counts();
    gone.abort();
    await aborted;
    await counts();
    await send('a');
    expect(await counts()).toEqual([1, 0, 0]);
  });

  it('ends when the server closes', async () => {
    const poll = expect(bodies({ WaitTimeSeconds: 20 })).rejects.toThrow();
    await counts();
    await restart();
    await poll;
  });
});

describe('message groups', () => {
  it('get their turn one after the other, whatever the backlog of one', async () => {
    for (let n = 0; n < 20; n += 1) await send(`noisy ${n}`, { MessageGroupId: 'noisy' });
    for (const group of ['quiet', 'calm']) await send(group, { MessageGroupId: group });
    expect(await bodies({ MaxNumberOfMessages: 4 })).toEqual(['noisy 0', 'quiet', 'calm', 'noisy 1']);
  });

  it('let a newcomer in at once, one message at a time, also after a restart', async () => {
    for (let n = 0; n < 20; n += 1) await send(`noisy ${n}`, { MessageGroupId: 'noisy' });
    for (let n = 0; n < 5; n += 1) await remove((await receiveOne()).ReceiptHandle);
    await restart();
    const order: (string | undefined)[] = [];
    for (let n = 0; n < 3; n += 1) {
      await send(`new ${n}`, { MessageGroupId: 'new' });
      order.push(...(await bodies()), ...(await bodies()));
    }
    expect(order).toEqual(['noisy 5', 'new 0', 'noisy 6', 'new 1', 'noisy 7', 'new 2']);
  });

  it('are not set back by their delayed messages', async () => {
    for (let n = 0; n < 20; n += 1) await send('later', { MessageGroupId: 'a', DelaySeconds: 60 });
    for (let n = 0; n < 3; n += 1) await send(`b${n}`, { MessageGroupId: 'b' });
    await send('a now', { MessageGroupId: 'a' });
    expect(await bodies({ MaxNumberOfMessages: 2 })).toEqual(['b0', 'a now']);
  });

  it('need not be given: messages then come in the order they were sent', async () => {
    for (const body of ['a', 'b', 'c']) await send(body);
    expect(await bodies({ MaxNumberOfMessages: 10 })).toEqual(['a', 'b', 'c']);
  });
});

describe('a receipt handle', () => {
  it('deletes a message, also twice and after the visibility timeout', async () => {
    await send('a');
    const { ReceiptHandle } = await receiveOne();
    ahead = 31_000;
    await remove(ReceiptHandle);
    await remove(ReceiptHandle);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('deletes nothing once the message was received again', async () => {
    await send('a');
    const { ReceiptHandle } = await receiveOne();
    ahead = 31_000;
    await receive();
    await remove(ReceiptHandle);
    expect(await counts()).toEqual([0, 1, 0]);
  });

  it('is refused when it is none, or one of another queue', async () => {
    await send('a');
    const { ReceiptHandle } = await receiveOne();
    const refused = refusal('ReceiptHandleIsInvalid', 'ReceiptHandleIsInvalid');
    await expect(remove('nonsense')).rejects.toMatchObject(refused);
    await expect(remove(ReceiptHandle, url('dead'))).rejects.toMatchObject(refused);
  });

  it('shortens and prolongs invisibility, up to twelve hours from the receipt', async () => {
    await send('a');
    const first = await receiveOne();
    await hide(first.ReceiptHandle, 40);
    ahead = 35_000;
    expect(await bodies()).toEqual([]);
    await expect(hide(first.ReceiptHandle, 43_200)).rejects.toMatchObject({ name: 'InvalidParameterValue' });
    await hide(first.ReceiptHandle, 0);
    expect(await bodies()).toEqual(['a']);
  });

  it('changes no visibility once the message is visible, received again or deleted', async () => {
    await send('a');
    const first = await receiveOne();
    ahead = 31_000;
    await expect(hide(first.ReceiptHandle, 1)).rejects.toMatchObject(
      refusal('MessageNotInflight', 'AWS.SimpleQueueService.MessageNotInflight'),
    );
    const second = await receiveOne();
    const gone = refusal('InvalidParameterValue', 'InvalidParameterValue');
    await expect(hide(first.ReceiptHandle, 1)).rejects.toMatchObject(gone);
    await remove(second.ReceiptHandle);
    await expect(hide(second.ReceiptHandle, 1)).rejects.toMatchObject(gone);
  });
});

describe('a batch', () => {
  const sendBatch = (...Entries: { Id: string; MessageBody: string; DelaySeconds?: number }[]) =>
    client.send(new SendMessageBatchCommand({ QueueUrl: url(), Entries }));

  it('does what it can and names what failed', async () => {
    const sent = await sendBatch(
      { Id: 'good', MessageBody: 'a' },
      { Id: 'late', MessageBody: 'b', DelaySeconds: 901 },
      { Id: 'bad', MessageBody: 'nul \0' },
    );
    expect(sent.Successful?.map(({ Id }) => Id)).toEqual(['good']);
    expect(sent.Failed).toMatchObject([
      { Id: 'late', SenderFault: true, Code: 'InvalidParameterValue' },
      { Id: 'bad', SenderFault: true, Code: 'InvalidMessageContents' },
    ]);
    const [message] = await receive({ MaxNumberOfMessages: 10 });
    const entries = [
      { Id: 'one', ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: 0 },
      { Id: 'two', ReceiptHandle: 'nonsense', VisibilityTimeout: 0 },
    ];
    const hidden = await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: url(), Entries: entries }));
    const deleted = await client.send(
      new DeleteMessageBatchCommand({
        QueueUrl: url(),
        Entries: entries.map(({ VisibilityTimeout: _, ...entry }) => entry),
      }),
    );
    for (const { Successful, Failed } of [hidden, deleted]) {
      expect(Successful).toEqual([{ Id: 'one' }]);
      expect(Failed).toMatchObject([{ Id: 'two', Code: 'ReceiptHandleIsInvalid' }]);
    }
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('is refused as a whole when it is empty, too long, too large or its ids are wrong', async () => {
    const code = (name: string) => refusal(name, `AWS.SimpleQueueService.${name}`);
    const entry = (Id: string, MessageBody = 'a') => ({ Id, MessageBody });
    const large = 'x'.repeat(600_000);
    await expect(sendBatch()).rejects.toMatchObject(code('EmptyBatchRequest'));
    await expect(sendBatch(...Array.from('abcdefghijk', id => entry(id)))).rejects.toMatchObject(
      code('TooManyEntriesInBatchRequest'),
    );
    await expect(sendBatch(entry('a'), entry('a'))).rejects.toMatchObject(code('BatchEntryIdsNotDistinct'));
    await expect(sendBatch(entry('a b'))).rejects.toMatchObject(code('InvalidBatchEntryId'));
    await expect(sendBatch(entry('a', large), entry('b', large))).rejects.toMatchObject(code('BatchRequestTooLong'));
    expect(await counts()).toEqual([0, 0, 0]);
  });
});

describe('a message', () => {
  it('may be one mebibyte with its attributes and no more', async () => {
    const attribute = { a: { DataType: 'String', StringValue: 'b' } };
    await send('x'.repeat(1_048_576));
    await send('x'.repeat(1_048_576 - 8), { MessageAttributes: attribute });
    const tooLarge = refusal('InvalidParameterValue', 'InvalidParameterValue');
    await expect(send('x'.repeat(1_048_577))).rejects.toMatchObject(tooLarge);
    const withAttribute = send('x'.repeat(1_048_576 - 7), { MessageAttributes: attribute });
    await expect(withAttribute).rejects.toMatchObject(tooLarge);
  });

  it('is refused when it has no body, a wrong group or a parameter of FIFO queues', async () => {
    await expect(send('')).rejects.toMatchObject({ name: 'MissingParameter' });
    await expect(send('a', { MessageGroupId: 'with space' })).rejects.toThrow('MessageGroupId');
    await expect(send('a', { MessageDeduplicationId: 'x' })).rejects.toThrow('MessageDeduplicationId');
    expect(await counts()).toEqual([0, 0, 0]);
  });
});

describe('a dead-letter queue', () => {
  async function exhaust(): Promise<void> {
    await receive({ VisibilityTimeout: 0, MaxNumberOfMessages: 10 });
    await receive({ VisibilityTimeout: 0, MaxNumberOfMessages: 10 });
    expect(await bodies({ MaxNumberOfMessages: 10 })).toEqual([]);
  }

  it('gets a message that was received too often, with its id and age', async () => {
    const { MessageId } = await send('poison', { MessageGroupId: 'g' });
    ahead = hour;
    await exhaust();
    const dead = await receiveOne({ QueueUrl: url('dead') });
    expect(dead).toMatchObject({
      MessageId,
      Body: 'poison',
      Attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'g', DeadLetterQueueSourceArn: queueArn('work') },
    });
    expect(Number(dead.Attributes?.SentTimestamp)).toBeLessThan(Date.now() + 1000);
  });

  it('wakes a poll that waits for it', async () => {
    const poll = bodies({ QueueUrl: url('dead'), WaitTimeSeconds: 20 });
    await send('poison');
    await exhaust();
    expect(await poll).toEqual(['poison']);
  });

  it('gives its messages back to where they came from', async () => {
    for (const body of ['a', 'b']) await send(body);
    await exhaust();
    const SourceArn = queueArn('dead');
    const { TaskHandle } = await client.send(new StartMessageMoveTaskCommand({ SourceArn }));
    expect(TaskHandle).toBeDefined();
    expect(await bodies({ MaxNumberOfMessages: 10 })).toEqual(['a', 'b']);
    expect(await counts(url('dead'))).toEqual([0, 0, 0]);
    await restart();
    const { Results } = await client.send(new ListMessageMoveTasksCommand({ SourceArn }));
    expect(Results).toMatchObject([{ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 2, SourceArn }]);
  });

  it('keeps what was sent to it directly, unless a destination is given', async () => {
    const SourceArn = queueArn('dead');
    const move = (DestinationArn?: string) =>
      client.send(new StartMessageMoveTaskCommand({ SourceArn, DestinationArn }));
    await send('direct', { QueueUrl: url('dead') });
    await move();
    const { Results } = await client.send(new ListMessageMoveTasksCommand({ SourceArn }));
    expect(Results).toMatchObject([{ Status: 'FAILED', FailureReason: 'CouldNotDetermineMessageSource' }]);
    expect(await counts(url('dead'))).toEqual([1, 0, 0]);
    await move(queueArn('slow'));
    expect(await bodies({ QueueUrl: url('slow') })).toEqual(['direct']);
  });

  it('is the only queue that messages are moved from', async () => {
    const move = (SourceArn: string) => client.send(new StartMessageMoveTaskCommand({ SourceArn }));
    await expect(move(queueArn('work'))).rejects.toThrow('Dead Letter Queue');
    await expect(move(queueArn('none'))).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});

describe('the server', () => {
  it('refuses a queue that is not declared', async () => {
    const missing = refusal('QueueDoesNotExist', 'AWS.SimpleQueueService.NonExistentQueue');
    await expect(send('a', { QueueUrl: url('none') })).rejects.toMatchObject(missing);
    await expect(send('a', { QueueUrl: `${server.endpoint}/999999999999/work` })).rejects.toMatchObject(missing);
    await expect(client.send(new GetQueueUrlCommand({ QueueName: 'none' }))).rejects.toMatchObject(missing);
  });

  it('refuses an operation that it does not have by name', async () => {
    await expect(client.send(new CreateQueueCommand({ QueueName: 'x' }))).rejects.toThrow('AmazonSQS.CreateQueue');
  });

  it('refuses bounds that the service refuses', async () => {
    for (const input of [
      { MaxNumberOfMessages: 11 },
      { MaxNumberOfMessages: 0 },
      { WaitTimeSeconds: 21 },
      { VisibilityTimeout: 43_201 },
    ]) {
      await expect(receive(input)).rejects.toThrow(Object.keys(input)[0]);
    }
    await expect(send('a', { DelaySeconds: 901 })).rejects.toThrow('DelaySeconds');
  });

  it('does not start with a property it does not know or a dead-letter queue that is not declared', async () => {
    const other = (properties: object) =>
      startSqs({ dataDir: join(dataDir, 'other'), port: 0, queues: [{ name: 'q', properties }] });
    await expect(other({ FifoQueue: true })).rejects.toThrow('FifoQueue');
    const RedrivePolicy = { deadLetterTargetArn: queueArn('nowhere'), maxReceiveCount: 1 };
    await expect(other({ RedrivePolicy })).rejects.toThrow('nowhere');
  });

  it('does not share its data with a second one', async () => {
    await expect(start()).rejects.toThrow('locked');
  });
});

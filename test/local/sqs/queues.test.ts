import { join } from 'node:path';
import { CreateQueueCommand, PurgeQueueCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from '@jest/globals';
import { queueArn } from '../../../local/sqs/queues.ts';
import { startSqs } from '../../../local/sqs/server.ts';
import { refusal, SqsFixture } from './fixture.ts';

const hour = 3_600_000;
const day = 24 * hour;
const sqs = new SqsFixture();

describe('a queue', () => {
  it('gives a message with its times and count of receipts', async () => {
    const { MessageId } = await sqs.send('héllo', { MessageGroupId: 'g1' });
    const message = await sqs.receiveOne();
    expect(message).toMatchObject({
      MessageId,
      Body: 'héllo',
      Attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'g1', SenderId: '000000000000' },
    });
    expect(Math.abs(Number(message.Attributes?.SentTimestamp) - Date.now())).toBeLessThan(hour);
  });

  it('gives only the attributes that were asked for', async () => {
    await sqs.send('a');
    const message = await sqs.receiveOne({ MessageSystemAttributeNames: ['ApproximateReceiveCount'] });
    expect(message.Attributes).toEqual({ ApproximateReceiveCount: '1' });
  });

  it('hides a received message until its visibility timeout is over', async () => {
    await sqs.send('a');
    expect(await sqs.bodies()).toEqual(['a']);
    expect(await sqs.bodies()).toEqual([]);
    sqs.ahead = 29_000;
    expect(await sqs.bodies()).toEqual([]);
    sqs.ahead = 31_000;
    expect((await sqs.receiveOne()).Attributes?.ApproximateReceiveCount).toBe('2');
  });

  it('keeps a delayed message back', async () => {
    await sqs.send('later', { DelaySeconds: 900 });
    sqs.ahead = 899_000;
    expect(await sqs.bodies()).toEqual([]);
    sqs.ahead = 901_000;
    expect(await sqs.bodies()).toEqual(['later']);
  });

  it('drops a message after its retention, delayed, visible or not', async () => {
    await sqs.send('short', { QueueUrl: sqs.url('slow') });
    await sqs.send('long');
    await sqs.receive({ VisibilityTimeout: 5 * 3600 });
    sqs.ahead = 61_000;
    expect(await sqs.counts(sqs.url('slow'))).toEqual([0, 0, 0]);
    sqs.ahead = 4 * day - hour;
    expect(await sqs.counts()).toEqual([1, 0, 0]);
    sqs.ahead = 4 * day + hour;
    expect(await sqs.counts()).toEqual([0, 0, 0]);
  });

  it('counts visible, invisible and delayed messages', async () => {
    for (const body of ['a', 'b', 'c']) await sqs.send(body);
    await sqs.send('later', { DelaySeconds: 10 });
    await sqs.receive();
    expect(await sqs.counts()).toEqual([2, 1, 1]);
    await sqs.client.send(new PurgeQueueCommand({ QueueUrl: sqs.url() }));
    expect(await sqs.counts()).toEqual([0, 0, 0]);
  });

  it('shows how it is configured', async () => {
    expect(await sqs.attributes(sqs.url(), ['QueueArn', 'RedrivePolicy'])).toEqual({
      QueueArn: 'arn:aws:sqs:us-east-1:000000000000:work',
      RedrivePolicy: '{"deadLetterTargetArn":"arn:aws:sqs:us-east-1:000000000000:dead","maxReceiveCount":2}',
    });
  });

  it('keeps messages, receipts and delays over a restart', async () => {
    for (const body of ['received', 'ready']) await sqs.send(body);
    await sqs.send('delayed', { DelaySeconds: 60 });
    const { ReceiptHandle } = await sqs.receiveOne();
    await sqs.stop();
    await sqs.start();
    expect(await sqs.counts()).toEqual([1, 1, 1]);
    await sqs.remove(ReceiptHandle);
    sqs.ahead = 61_000;
    expect(await sqs.bodies({ MaxNumberOfMessages: 10 })).toEqual(['ready', 'delayed']);
  });
});

describe('a message', () => {
  it('may be one mebibyte and no more', async () => {
    await sqs.send('x'.repeat(1_048_576));
    const tooLarge = refusal('InvalidParameterValue', 'InvalidParameterValue');
    await expect(sqs.send('x'.repeat(1_048_577))).rejects.toMatchObject(tooLarge);
  });

  it('is refused when it has no body, a wrong group or a parameter that is not carried out', async () => {
    await expect(sqs.send('')).rejects.toMatchObject({ name: 'MissingParameter' });
    await expect(sqs.send('a', { MessageGroupId: 'with space' })).rejects.toThrow('MessageGroupId');
    await expect(sqs.send('a', { MessageDeduplicationId: 'x' })).rejects.toThrow('MessageDeduplicationId');
    const MessageAttributes = { a: { DataType: 'String', StringValue: 'b' } };
    await expect(sqs.send('a', { MessageAttributes })).rejects.toThrow('MessageAttributes');
    expect(await sqs.counts()).toEqual([0, 0, 0]);
  });
});

describe('the server', () => {
  it('refuses a queue that is not declared', async () => {
    const missing = refusal('QueueDoesNotExist', 'AWS.SimpleQueueService.NonExistentQueue');
    await expect(sqs.send('a', { QueueUrl: sqs.url('none') })).rejects.toMatchObject(missing);
    await expect(sqs.send('a', { QueueUrl: `${sqs.endpoint}/999999999999/work` })).rejects.toMatchObject(missing);
  });

  it('refuses an operation that it does not have by name', async () => {
    await expect(sqs.client.send(new CreateQueueCommand({ QueueName: 'x' }))).rejects.toThrow('AmazonSQS.CreateQueue');
  });

  it('refuses bounds that the service refuses', async () => {
    for (const input of [
      { MaxNumberOfMessages: 11 },
      { MaxNumberOfMessages: 0 },
      { WaitTimeSeconds: 21 },
      { VisibilityTimeout: 43_201 },
    ]) {
      await expect(sqs.receive(input)).rejects.toThrow(Object.keys(input)[0]);
    }
    await expect(sqs.send('a', { DelaySeconds: 901 })).rejects.toThrow('DelaySeconds');
  });

  it('does not start with a property it does not know or a dead-letter queue that is not declared', async () => {
    const other = (properties: object) =>
      startSqs({ dataDir: join(sqs.dataDir, 'other'), port: 0, queues: [{ name: 'q', properties }] });
    await expect(other({ FifoQueue: true })).rejects.toThrow('FifoQueue');
    const RedrivePolicy = { deadLetterTargetArn: queueArn('nowhere'), maxReceiveCount: 1 };
    await expect(other({ RedrivePolicy })).rejects.toThrow('nowhere');
  });

  it('does not share its data with a second one', async () => {
    await expect(sqs.start()).rejects.toThrow('locked');
  });
});

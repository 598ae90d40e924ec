import { StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from '@jest/globals';
import { queueArn } from '../../../local/sqs/queues.ts';
import { SqsFixture } from './fixture.ts';

const hour = 3_600_000;
const sqs = new SqsFixture();

describe('a dead-letter queue', () => {
  async function exhaust(): Promise<void> {
    await sqs.receive({ VisibilityTimeout: 0, MaxNumberOfMessages: 10 });
    await sqs.receive({ VisibilityTimeout: 0, MaxNumberOfMessages: 10 });
    expect(await sqs.bodies({ MaxNumberOfMessages: 10 })).toEqual([]);
  }

  it('gets a message that was received too often, with its id and age', async () => {
    const { MessageId } = await sqs.send('poison', { MessageGroupId: 'g' });
    sqs.ahead = hour;
    await exhaust();
    const dead = await sqs.receiveOne({ QueueUrl: sqs.url('dead') });
    expect(dead).toMatchObject({
      MessageId,
      Body: 'poison',
      Attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'g', DeadLetterQueueSourceArn: queueArn('work') },
    });
    expect(Number(dead.Attributes?.SentTimestamp)).toBeLessThan(Date.now() + 1000);
  });

  it('wakes a poll that waits for it', async () => {
    const poll = sqs.bodies({ QueueUrl: sqs.url('dead'), WaitTimeSeconds: 20 });
    await sqs.send('poison');
    await exhaust();
    expect(await poll).toEqual(['poison']);
  });

  it('gives its messages back to where they came from', async () => {
    for (const body of ['a', 'b']) await sqs.send(body);
    await exhaust();
    const SourceArn = queueArn('dead');
    const { TaskHandle } = await sqs.client.send(new StartMessageMoveTaskCommand({ SourceArn }));
    expect(TaskHandle).toBeDefined();
    expect(await sqs.bodies({ MaxNumberOfMessages: 10 })).toEqual(['a', 'b']);
    expect(await sqs.counts(sqs.url('dead'))).toEqual([0, 0, 0]);
  });

  it('keeps what was sent to it directly, unless a destination is given', async () => {
    const SourceArn = queueArn('dead');
    const move = (DestinationArn?: string) =>
      sqs.client.send(new StartMessageMoveTaskCommand({ SourceArn, DestinationArn }));
    await sqs.send('direct', { QueueUrl: sqs.url('dead') });
    await move();
    expect(await sqs.counts(sqs.url('dead'))).toEqual([1, 0, 0]);
    await move(queueArn('slow'));
    expect(await sqs.bodies({ QueueUrl: sqs.url('slow') })).toEqual(['direct']);
  });

  it('is the only queue that messages are moved from', async () => {
    const move = (SourceArn: string) => sqs.client.send(new StartMessageMoveTaskCommand({ SourceArn }));
    await expect(move(queueArn('work'))).rejects.toThrow('Dead Letter Queue');
    await expect(move(queueArn('none'))).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});

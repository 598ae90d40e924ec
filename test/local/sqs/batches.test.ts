import { DeleteMessageBatchCommand, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from '@jest/globals';
import { refusal, SqsFixture } from './fixture.ts';

const sqs = new SqsFixture();

describe('a batch', () => {
  const sendBatch = (...Entries: { Id: string; MessageBody: string; DelaySeconds?: number }[]) =>
    sqs.client.send(new SendMessageBatchCommand({ QueueUrl: sqs.url(), Entries }));

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
    const [message] = await sqs.receive({ MaxNumberOfMessages: 10 });
    const Entries = [
      { Id: 'one', ReceiptHandle: message?.ReceiptHandle },
      { Id: 'two', ReceiptHandle: 'nonsense' },
    ];
    const deleted = await sqs.client.send(new DeleteMessageBatchCommand({ QueueUrl: sqs.url(), Entries }));
    expect(deleted.Successful).toEqual([{ Id: 'one' }]);
    expect(deleted.Failed).toMatchObject([{ Id: 'two', Code: 'ReceiptHandleIsInvalid' }]);
    expect(await sqs.counts()).toEqual([0, 0, 0]);
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
    expect(await sqs.counts()).toEqual([0, 0, 0]);
  });
});

import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from '@jest/globals';
import { SqsFixture } from './fixture.ts';

const sqs = new SqsFixture();

describe('a long poll', () => {
  it('answers as soon as a message is sent', async () => {
    const poll = sqs.bodies({ WaitTimeSeconds: 20 });
    await sqs.send('a');
    expect(await poll).toEqual(['a']);
  });

  it('answers as soon as a hidden message is visible again', async () => {
    await sqs.send('a');
    await sqs.receive({ VisibilityTimeout: 1 });
    expect(await sqs.bodies({ WaitTimeSeconds: 20 })).toEqual(['a']);
  });

  it('answers with nothing when its time is over', async () => {
    expect(await sqs.bodies({ WaitTimeSeconds: 1 })).toEqual([]);
  });

  it('takes no message for a client that is gone', async () => {
    const gone = new AbortController();
    const poll = sqs.client.send(new ReceiveMessageCommand({ QueueUrl: sqs.url(), WaitTimeSeconds: 20 }), {
      abortSignal: gone.signal,
    });
    const aborted = expect(poll).rejects.toMatchObject({ name: 'AbortError' });
    await sqs.counts();
    gone.abort();
    await aborted;
    await sqs.counts();
    await sqs.send('a');
    expect(await sqs.counts()).toEqual([1, 0, 0]);
  });

  it('ends when the server closes', async () => {
    const poll = expect(sqs.bodies({ WaitTimeSeconds: 20 })).rejects.toThrow();
    await sqs.counts();
    await sqs.stop();
    await sqs.start();
    await poll;
  });
});

describe('message groups', () => {
  it('get their turn one after the other, whatever the backlog of one', async () => {
    for (let n = 0; n < 20; n += 1) await sqs.send(`noisy ${n}`, { MessageGroupId: 'noisy' });
    for (const group of ['quiet', 'calm']) await sqs.send(group, { MessageGroupId: group });
    expect(await sqs.bodies({ MaxNumberOfMessages: 4 })).toEqual(['noisy 0', 'quiet', 'calm', 'noisy 1']);
  });

  it('let a newcomer in at once, one message at a time, also after a restart', async () => {
    for (let n = 0; n < 20; n += 1) await sqs.send(`noisy ${n}`, { MessageGroupId: 'noisy' });
    for (let n = 0; n < 5; n += 1) await sqs.remove((await sqs.receiveOne()).ReceiptHandle);
    await sqs.stop();
    await sqs.start();
    const order: (string | undefined)[] = [];
    for (let n = 0; n < 3; n += 1) {
      await sqs.send(`new ${n}`, { MessageGroupId: 'new' });
      order.push(...(await sqs.bodies()), ...(await sqs.bodies()));
    }
    expect(order).toEqual(['noisy 5', 'new 0', 'noisy 6', 'new 1', 'noisy 7', 'new 2']);
  });

  it('are not set back by their delayed messages', async () => {
    for (let n = 0; n < 20; n += 1) await sqs.send('later', { MessageGroupId: 'a', DelaySeconds: 60 });
    for (let n = 0; n < 3; n += 1) await sqs.send(`b${n}`, { MessageGroupId: 'b' });
    await sqs.send('a now', { MessageGroupId: 'a' });
    expect(await sqs.bodies({ MaxNumberOfMessages: 2 })).toEqual(['b0', 'a now']);
  });

  it('are not made of the messages that have none', async () => {
    for (const body of ['a', 'b', 'c']) await sqs.send(body);
    for (const body of ['g1', 'g2']) await sqs.send(body, { MessageGroupId: 'g' });
    expect(await sqs.bodies({ MaxNumberOfMessages: 10 })).toEqual(['a', 'b', 'c', 'g1', 'g2']);
  });

  it('need not be given: messages then come in the order they were sent', async () => {
    for (const body of ['a', 'b', 'c']) await sqs.send(body);
    expect(await sqs.bodies({ MaxNumberOfMessages: 10 })).toEqual(['a', 'b', 'c']);
  });
});

describe('a receipt handle', () => {
  it('deletes a message, also twice and after the visibility timeout', async () => {
    await sqs.send('a');
    const { ReceiptHandle } = await sqs.receiveOne();
    sqs.ahead = 31_000;
    await sqs.remove(ReceiptHandle);
    await sqs.remove(ReceiptHandle);
    expect(await sqs.counts()).toEqual([0, 0, 0]);
  });

  it('deletes nothing once the message was received again', async () => {
    await sqs.send('a');
    const { ReceiptHandle } = await sqs.receiveOne();
    sqs.ahead = 31_000;
    await sqs.receive();
    await sqs.remove(ReceiptHandle);
    expect(await sqs.counts()).toEqual([0, 1, 0]);
  });

  it('is refused when it is none, or one of another queue', async () => {
    await sqs.send('a');
    const { ReceiptHandle } = await sqs.receiveOne();
    expect(await sqs.remove('nonsense')).toBe('ReceiptHandleIsInvalid');
    expect(await sqs.remove(ReceiptHandle, sqs.url('dead'))).toBe('ReceiptHandleIsInvalid');
  });
});

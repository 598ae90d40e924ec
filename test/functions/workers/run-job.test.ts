import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Context, SQSEvent } from 'aws-lambda';
import { handler as runJob } from '../../../functions/workers/run-job.ts';
import { responseAddress } from '../../../shared/ids.ts';
import { log } from '../../../shared/log.ts';
import { newJobItem } from '../../../shared/store/jobs.ts';
import { dueParts, type Key, keyOf, partitionOf } from '../../../shared/store/keys.ts';
import { dynamodb, tableName } from '../../../shared/store/table.ts';
import { SqsFixture } from '../../local/sqs/fixture.ts';
import { itInAll } from '../../support/in-all.ts';
import { newCaller, storedForm, submit } from '../../support/records/records.ts';
import { putItems } from '../../support/table/due-items.ts';
import { useUploads } from '../../support/table/s3.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
useUploads();

const day = 24 * 3600_000;
const doNotFake = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  dynamodb.middlewareStack.remove('slowness');
});

const run = (bodies: readonly string[]) => {
  const attributes = { ApproximateReceiveCount: '4' };
  const Records = bodies.map((body, index) => ({ body, messageId: `message ${index}`, receiptHandle: '', attributes }));
  return work({ Records } as SQSEvent);
};

const work = (event: SQSEvent) => runJob(event, { getRemainingTimeInMillis: () => 300_000 } as Context);

const read = async (Key: Key) =>
  (await dynamodb.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }))).Item;

/** Makes the clock go on by so much with each call of this kind. */
function slowDown(command: string, milliseconds: number): void {
  jest.useFakeTimers({ now: Date.now(), doNotFake });
  dynamodb.middlewareStack.add(
    (next, { commandName }) =>
      async args => {
        if (commandName === command) jest.setSystemTime(Date.now() + milliseconds);
        return next(args);
      },
    { step: 'initialize', name: 'slowness' },
  );
}

describe('a batch of short jobs', () => {
  it('is done side by side, and what fails is told from its neighbours', async () => {
    const stored = await storedForm(await newCaller());
    const keys: Key[] = [];
    for (let count = 0; count < 9; count++) {
      const { id } = await submit(stored, 'Ada', 'partial');
      const { formId, shard, sortKey } = responseAddress(id) ?? { formId: '', shard: '', sortKey: '' };
      keys.push(keyOf('response', { form: formId, shard, sortKey }));
    }
    jest.useFakeTimers({ now: Date.now() + day + 1000, doNotFake });
    const errors = jest.spyOn(log, 'error').mockImplementation(() => undefined as never);
    const bodies = keys.map(key => JSON.stringify(key));
    const { batchItemFailures } = await run([...bodies.slice(0, 4), 'no JSON', ...bodies.slice(4)]);
    expect(batchItemFailures).toEqual([{ itemIdentifier: 'message 4' }]);
    expect(errors).toHaveBeenCalledTimes(1);
    const statuses = await Promise.all(keys.map(async key => (await read(key))?.status));
    expect(statuses).toEqual(keys.map(() => 'abandoned'));
  });
});

describe('a job of a kind that nobody knows', () => {
  it('fails until it is among the dead letters, instead of being due for ever', async () => {
    jest.spyOn(log, 'error').mockImplementation(() => undefined as never);
    const key = keyOf('job', { job: 'unknown' });
    await putItems([{ ...key, kind: 'unheard-of' }]);
    expect(await run([JSON.stringify(key)])).toEqual({ batchItemFailures: [{ itemIdentifier: 'message 0' }] });
  });
});

describe('a job that fails', () => {
  const queue = new SqsFixture();

  it('comes again after 5, 30 and 120 seconds, and then when the time-out of its queue ends', async () => {
    Object.assign(process.env, { AWS_ENDPOINT_URL_SQS: queue.endpoint, QUEUE_URL: queue.url('patient') });
    jest.spyOn(log, 'error').mockImplementation(() => undefined as never);
    const QueueUrl = queue.url('patient');
    await queue.send('no JSON', { QueueUrl });
    await queue.send('no JSON either', { QueueUrl });
    for (const seconds of [5, 30, 120, 1800]) {
      const messages = await queue.receive({ QueueUrl, MaxNumberOfMessages: 10 });
      expect(messages).toHaveLength(2);
      const Records = messages.map(({ MessageId, Body, ReceiptHandle, Attributes }) => {
        return { messageId: MessageId, body: Body, receiptHandle: ReceiptHandle, attributes: Attributes };
      });
      const { batchItemFailures } = await work({ Records } as unknown as SQSEvent);
      expect(batchItemFailures).toHaveLength(2);
      queue.ahead += (seconds - 2) * 1000;
      expect(await queue.receive({ QueueUrl })).toEqual([]);
      queue.ahead += 2000;
    }
    expect(await queue.receive({ QueueUrl, MaxNumberOfMessages: 10 })).toHaveLength(2);
  });
});

describe('a job that takes long', () => {
  itInAll('gives way to others after half a minute, and is due again at once', async () => {
    const { form, environmentId } = await storedForm(await newCaller());
    const pk = partitionOf('response', 'pk', { form: form.id, shard: '0' });
    await putItems(Array.from({ length: 1200 }, (_, n) => ({ pk, sk: String(n) })));
    const { pk: jobPk, sk, ...job } = newJobItem({ kind: 'purgeForm', formId: form.id, environmentId });
    const key = { pk: jobPk, sk };
    await dynamodb.send(new PutCommand({ TableName: tableName(), Item: { ...key, ...job } }));
    slowDown('BatchWriteItemCommand', 2000);
    expect(await run([JSON.stringify(key)])).toEqual({ batchItemFailures: [] });
    const { Count } = await dynamodb.send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        Select: 'COUNT',
      }),
    );
    // Fifteen batches of 25 take half a minute here, amid a page.
    expect(Count).toBe(1200 - 15 * 25);
    expect(dueParts(String((await read(key))?.duesk)).time).toBeLessThanOrEqual(Date.now());
  });
});

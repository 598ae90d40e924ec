import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { DeleteItemCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Cloud, startCloud } from '../../local/cloud.ts';
import { startDynamoDb } from '../../local/dynamodb/dynamodb.ts';
import { rememberedPorts } from '../../local/ports.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { api, proxyTo, Recording, removeDirectory, temporaryDirectory, writeAssembly } from './fixture-assembly.ts';

type SeenRecord = {
  readonly reader: string;
  readonly batch: string;
  readonly record: {
    eventName: string;
    dynamodb: { Keys: { pk: { S: string } } };
    userIdentity?: object;
    body: string;
  };
};

let directory: string;
let recording: Recording;
let cloud: Cloud;

/** Records what it gets; a record whose key or body says so makes it fail, or slow. */
const reader = `
const { randomUUID } = require('node:crypto');
const { appendFileSync } = require('node:fs');
exports.handler = async event => {
  const records = event.Records ?? [event];
  const batch = randomUUID();
  for (const record of records) {
    appendFileSync(process.env.RECORDING, JSON.stringify({ reader: process.env.READER, record, batch }) + '\\n');
  }
  if (JSON.stringify(event).includes('slow')) await new Promise(resolve => setTimeout(resolve, 50));
  const batchItemFailures = records
    .filter(record => JSON.stringify(record.dynamodb?.Keys ?? record.body ?? '').includes('poison'))
    .map(record => ({ itemIdentifier: record.messageId ?? record.dynamodb.SequenceNumber }));
  return { batchItemFailures };
};`;

function assembly(): string {
  const stream = {
    EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
    StartingPosition: 'TRIM_HORIZON',
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    MaximumRetryAttempts: 1,
    BisectBatchOnFunctionError: true,
    DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Failures', 'Arn'] } } },
  };
  const filter = {
    Filters: [{ Pattern: JSON.stringify({ dynamodb: { NewImage: { due: { S: [{ exists: true }] } } } }) }],
  };
  const resources = {
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        TableName: 'things',
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      },
    },
    Failures: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'failures' } },
    Dead: { Type: 'AWS::SQS::Queue' },
    Queue: {
      Type: 'AWS::SQS::Queue',
      Properties: {
        VisibilityTimeout: 2,
        RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 2 },
      },
    },
    AllChanges: { Type: 'AWS::Lambda::EventSourceMapping', Properties: { ...stream, FunctionName: { Ref: 'All' } } },
    DueChanges: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { ...stream, FunctionName: { Ref: 'Due' }, FilterCriteria: filter },
    },
    Messages: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: { 'Fn::GetAtt': ['Queue', 'Arn'] },
        FunctionName: { Ref: 'Consumer' },
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: 5 },
      },
    },
    Hourly: {
      Type: 'AWS::Events::Rule',
      Properties: {
        ScheduleExpression: 'rate(1 hour)',
        Targets: [{ Id: 'Target', Arn: { 'Fn::GetAtt': ['Scheduled', 'Arn'] } }],
      },
    },
    ...api({ '/': { get: proxyTo('Scheduled') } }),
  };
  const function_ = (READER: string) => ({
    source: reader,
    properties: { Environment: { Variables: { RECORDING: recording.file, READER } } },
  });
  const functions = { All: 'all', Due: 'due', Consumer: 'consumer', Scheduled: 'scheduled' };
  return writeAssembly(
    join(directory, 'assembly'),
    resources,
    Object.fromEntries(Object.entries(functions).map(([id, name]) => [id, function_(name)])),
  );
}

const start = () =>
  startCloud({
    assemblyDir: assembly(),
    dataDir: join(directory, 'data'),
    port: 0,
    environment: { PATH: process.env.PATH },
  });
const client = (service: string) => ({
  endpoint: cloud.environment[`AWS_ENDPOINT_URL_${service}`],
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
const put = (pk: string, more: object = {}) =>
  new DynamoDBClient(client('DYNAMODB')).send(
    new PutItemCommand({ TableName: 'things', Item: { pk: { S: pk }, ...more } }),
  );
const seenBy = (reader: string, wanted: (seen: SeenRecord['record'][]) => boolean) =>
  recording
    .until<SeenRecord>(all => wanted(all.filter(seen => seen.reader === reader).map(seen => seen.record)))
    .then(all => all.filter(seen => seen.reader === reader).map(seen => seen.record));
const keysOf = (records: readonly SeenRecord['record'][]) => records.map(record => record.dynamodb.Keys.pk.S);

beforeAll(async () => {
  directory = temporaryDirectory();
  recording = new Recording(directory);
  cloud = await start();
});
afterAll(async () => {
  await cloud.close();
  removeDirectory(directory);
});

describe('a stream', () => {
  it('brings each change to each reader, in order, and what the filter lets through to the filtered one', async () => {
    for (const key of ['a', 'b', 'c']) await put(key, key === 'b' ? { due: { S: 'now' } } : {});
    const all = await seenBy('all', records => records.length >= 3);
    expect(keysOf(all)).toEqual(['a', 'b', 'c']);
    expect(keysOf(await seenBy('due', records => records.length > 0))).toEqual(['b']);
    expect(all[0]).toMatchObject({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      dynamodb: { NewImage: { pk: { S: 'a' } }, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
  });

  itInAll('is read in ever larger batches, the longer one takes', async () => {
    const started = performance.now();
    for (let count = 0; count < 100; count += 1) await put(`slow ${count}`);
    const wanted = (seen: SeenRecord) => seen.reader === 'all' && seen.record.dynamodb.Keys.pk.S.startsWith('slow');
    const all = await recording.until<SeenRecord>(seen => seen.filter(wanted).length >= 100);
    const elapsed = performance.now() - started;
    const batches = new Set(all.filter(wanted).map(({ batch }) => batch));
    // Each is 50 ms with the function, and twice as long rests the reader: a timer may be a little early.
    expect(batches.size).toBeLessThanOrEqual(2 + elapsed / 145);
  });

  it('has no record of a write that changes nothing', async () => {
    await put('same', { list: { L: [{ N: '1' }] }, bytes: { B: Buffer.from('x') } });
    await put('same', { list: { L: [{ N: '1' }] }, bytes: { B: Buffer.from('x') } });
    await put('after');
    const keys = keysOf(await seenBy('all', records => keysOf(records).includes('after')));
    expect(keys.filter(key => key === 'same')).toHaveLength(1);
  });

  it('marks the removal of an expired item as the work of the service, and no other removal', async () => {
    const past = { N: String(Math.floor(Date.now() / 1000) - 10) };
    await put('expired', { ttl: past });
    await put('removed', { ttl: past });
    const Key = { pk: { S: 'removed' } };
    await new DynamoDBClient(client('DYNAMODB')).send(new DeleteItemCommand({ TableName: 'things', Key }));
    expect(await cloud.expireItems()).toBe(1);
    const records = await seenBy('all', all => all.filter(record => record.eventName === 'REMOVE').length === 2);
    const removals = records.filter(record => record.eventName === 'REMOVE');
    expect(removals.map(record => [record.dynamodb.Keys.pk.S, record.userIdentity])).toEqual([
      ['removed', undefined],
      ['expired', { type: 'Service', principalId: 'dynamodb.amazonaws.com' }],
    ]);
  });

  it('keeps what a function could not handle in the bucket, whole, and goes on', async () => {
    await put('poison');
    await put('behind');
    const s3 = new S3Client(client('S3'));
    let keys: (string | undefined)[] = [];
    while (keys.length === 0) {
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: 'failures' }));
      keys = Contents.map(({ Key }) => Key);
    }
    expect(keys).toEqual([expect.stringMatching(/^aws\/lambda\/Fixture-AllChanges\/shardId/)]);
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'failures', Key: keys[0] }));
    const failure = JSON.parse((await Body?.transformToString()) ?? '');
    expect(failure.requestContext).toMatchObject({ condition: 'RetryAttemptsExhausted', approximateInvokeCount: 2 });
    expect(JSON.parse(failure.payload).Records[0].dynamodb.Keys).toEqual({ pk: { S: 'poison' } });
    await seenBy('all', records => keysOf(records).at(-1) === 'behind');
  });
});

describe('a queue', () => {
  const sqs = () => new SQSClient(client('SQS'));
  const urlOf = (queue: string) => `${cloud.environment.AWS_ENDPOINT_URL_SQS}/000000000000/Fixture-${queue}`;
  const send = (MessageBody: string) => sqs().send(new SendMessageCommand({ QueueUrl: urlOf('Queue'), MessageBody }));

  /** The number of messages, those included that a reader has taken and not deleted. */
  async function messagesIn(queue: string): Promise<number> {
    const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
    const command = new GetQueueAttributesCommand({ QueueUrl: urlOf(queue), AttributeNames: [...AttributeNames] });
    const { Attributes } = await sqs().send(command);
    return AttributeNames.reduce((sum, name) => sum + Number(Attributes?.[name]), 0);
  }

  it('brings back what failed until it is dead, and nothing that was handled in time', async () => {
    await Promise.all([send('good'), send('poison')]);
    const seen = await seenBy('consumer', records => records.filter(({ body }) => body === 'poison').length === 2);
    expect(seen.map(({ body }) => body)).toContain('good');
    await eventually(async () => expect(await messagesIn('Queue')).toBe(0));
    expect(await messagesIn('Dead')).toBe(1);
    const { Messages } = await sqs().send(new ReceiveMessageCommand({ QueueUrl: urlOf('Dead') }));
    expect(Messages?.map(({ Body }) => Body)).toEqual(['poison']);
    const tries = await seenBy('consumer', () => true);
    expect(tries.filter(({ body }) => body === 'poison')).toHaveLength(2);
  });
});

it('runs a schedule when asked to, with the event of EventBridge', async () => {
  expect(await cloud.trigger('Hourly')).toEqual([{ failed: false, payload: '{"batchItemFailures":[]}' }]);
  expect((await seenBy('scheduled', records => records.length > 0))[0]).toMatchObject({
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    resources: ['arn:aws:events:us-east-1:000000000000:rule/Fixture-Hourly'],
  });
});

it('invokes a function by its name', async () => {
  expect(await cloud.invoke('Scheduled', {})).toEqual({ batchItemFailures: [] });
  await expect(cloud.invoke('Nobody', {})).rejects.toThrow('The templates declare no Nobody.');
});

describe('a restart', () => {
  it('refuses a second cloud on the same data', async () => {
    await expect(start()).rejects.toThrow('Another local cloud uses');
  });

  it('says which port is in use, and leaves nothing behind', async () => {
    const port = Number(new URL(cloud.baseUrl).port);
    const options = { assemblyDir: assembly(), dataDir: join(directory, 'other'), environment: {} };
    await expect(startCloud({ ...options, port })).rejects.toThrow(`Port ${port} is in use`);
    const other = await startCloud({ ...options, port: 0 });
    await other.close();
  });

  it('goes on with the data, and with each stream where it was', async () => {
    const before = recording.read<SeenRecord>().length;
    await cloud.close();
    cloud = await start();
    await put('new');
    await seenBy('all', records => keysOf(records).includes('new'));
    const since = recording
      .read<SeenRecord>()
      .slice(before)
      .filter(seen => seen.reader === 'all');
    expect(keysOf(since.map(seen => seen.record))).toEqual(['new']);
  });

  it('stops the engine that a killed run left behind', async () => {
    const dataDir = join(directory, 'killed');
    const { first, second } = await rememberedPorts(directory, ['first', 'second']);
    const ended = Promise.withResolvers<string>();
    await startDynamoDb({ dataDir, port: first, environment: {}, onEnd: ended.resolve });
    const engine = await startDynamoDb({ dataDir, port: second, environment: {} });
    expect(await ended.promise).toContain('dynoxide has ended');
    await engine.close();
  });

  it('tells all that an engine said before it ended, in its order', () => {
    const java = "#!/bin/sh\n(echo 'The table is'; sleep 0.2; echo 'nowhere') >&2; exit 3\n";
    writeFileSync(join(directory, 'java'), java, { mode: 0o755 });
    writeFileSync(join(directory, 'DynamoDBLocal.jar'), '');
    const script = `import('./local/dynamodb/dynamodb.ts').then(({ startDynamoDb }) =>
      startDynamoDb({ dataDir: '${join(directory, 'ended')}', port: 1 }).catch(({ message }) => console.log(message)));`;
    const { AWS_ENDPOINT_URL_DYNAMODB: _, ...others } = process.env;
    const env = { ...others, PATH: `${directory}${delimiter}${process.env.PATH}`, DYNAMODB_LOCAL: directory };
    expect(execFileSync(process.execPath, ['--eval', script], { env, encoding: 'utf8' })).toBe(
      'The DynamoDB engine DynamoDB Local did not start: exit code 3. The table is\nnowhere\n',
    );
  });
});

import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, PutItemCommand, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Cloud, startCloud } from '../../local/cloud.ts';
import { openDataFolder } from '../../local/data-folder.ts';
import { startDynamoDb } from '../../local/dynamodb/dynamodb.ts';
import { rememberedPorts } from '../../local/ports.ts';
import { api, proxyTo, Recording, removeDirectory, temporaryDirectory, writeAssembly } from './fixture-assembly.ts';

const reader = `
exports.handler = async ({ Records = [] }) => {
  for (const record of Records) {
    require('node:fs').appendFileSync(process.env.RECORDING, JSON.stringify(record) + '\\n');
  }
};`;
const environment = { PATH: process.env.PATH };

let directory: string;
let dataDir: string;
let recording: Recording;
let cloud: Cloud | undefined;
beforeEach(() => {
  directory = temporaryDirectory();
  dataDir = join(directory, 'data');
  openDataFolder(dataDir);
  recording = new Recording(directory);
});
afterEach(async () => {
  await cloud?.close();
  cloud = undefined;
  removeDirectory(directory);
});

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const clientOf = (endpoint: string | undefined) => new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
const put = (client: DynamoDBClient, pk: string, ttl = 0) =>
  client.send(new PutItemCommand({ TableName: 'restored', Item: { pk: { S: pk }, ttl: { N: String(ttl) } } }));

/** What an operator does before the stage adopts the table: makes it, gives it a stream and an expiry. Gives the stream. */
async function restore(): Promise<string> {
  const { dynamodb: port } = await rememberedPorts(dataDir, ['dynamodb']);
  const engine = await startDynamoDb({ dataDir: join(dataDir, 'dynamodb'), port, environment });
  const client = clientOf(engine.endpoint);
  const { TableDescription } = await client.send(
    new CreateTableCommand({
      TableName: 'restored',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
  const TimeToLiveSpecification = { AttributeName: 'ttl', Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName: 'restored', TimeToLiveSpecification }));
  await put(client, 'written before');
  client.destroy();
  await engine.close();
  return TableDescription?.LatestStreamArn ?? '';
}

async function start(EventSourceArn: string): Promise<Cloud> {
  const mapping = { EventSourceArn, FunctionName: { Ref: 'Reader' }, StartingPosition: 'TRIM_HORIZON' };
  const assemblyDir = writeAssembly(
    join(directory, 'assembly'),
    {
      Stream: { Type: 'AWS::Lambda::EventSourceMapping', Properties: mapping },
      ...api({ '/': { get: proxyTo('Reader') } }),
    },
    { Reader: { source: reader, properties: { Environment: { Variables: { RECORDING: recording.file } } } } },
  );
  cloud = await startCloud({ assemblyDir, dataDir, port: 0, environment });
  return cloud;
}

describe('a table that no template declares', () => {
  it('is used as it is: its stream is read from the beginning, and its items expire', async () => {
    const { environment, assembly, expireItems } = await start(await restore());
    expect(assembly.tables).toMatchObject([{ name: 'restored', ttlAttribute: 'ttl' }]);
    const client = clientOf(environment.AWS_ENDPOINT_URL_DYNAMODB);
    await put(client, 'expired', Math.floor(Date.now() / 1000) - 60);
    expect(await expireItems()).toBe(1);
    client.destroy();
    const records = await recording.until<{ eventName: string; userIdentity?: object }>(all => all.length === 3);
    expect(records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'INSERT', 'REMOVE']);
    expect(records[2]?.userIdentity).toMatchObject({ principalId: 'dynamodb.amazonaws.com' });
  });

  it('is refused where it is not there', async () => {
    const streamArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/nowhere/stream/2026';
    await expect(start(streamArn)).rejects.toThrow('nowhere');
  });

  it('is refused with a stream that is not its own', async () => {
    const streamArn = await restore();
    await expect(start(`${streamArn}9`)).rejects.toThrow(`the stream of the table restored is ${streamArn}, not`);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  type _Record,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll } from '@jest/globals';
import { accessKeyId, region, secretAccessKey } from '../../local/credentials.ts';
import { startDynamoDb } from '../../local/dynamodb/dynamodb.ts';
import { createTables } from '../../local/dynamodb/tables.ts';
import { rememberedPorts } from '../../local/ports.ts';
import { prepareAssembly } from '../../local/prepare.ts';
import { readAssembly } from '../../local/template/assembly.ts';
import type { Change, Image } from '../../shared/counting/counter-deltas/counter-delta.ts';

/** Gives the tests of a file the table of the template, empty, on a real engine; with its stream where one is needed. */
export function useTable({ stream = false } = {}): void {
  const directory = mkdtempSync(join(tmpdir(), 'formline-table-'));
  let close: () => Promise<void> | void = () => {};

  beforeAll(async () => {
    const { tables } = readAssembly(await prepareAssembly());
    const { dynamodb: port } = await rememberedPorts(directory, ['dynamodb']);
    const engine = await startDynamoDb({ dataDir: directory, port });
    const credentials = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION: region };
    Object.assign(process.env, credentials, {
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_ENDPOINT_URL_DYNAMODB_STREAMS: engine.endpoint,
      TABLE_NAME: tables[0]?.name,
      DATA_KEYS_TABLE: tables[1]?.name,
    });
    const client = new DynamoDBClient({});
    await createTables(
      client,
      tables.map(table => ({ ...table, streamViewType: stream ? table.streamViewType : undefined })),
    );
    client.destroy();
    close = () => engine.close();
  });

  afterAll(async () => {
    await close();
    rmSync(directory, { recursive: true, force: true });
  });
}

/** Reads the table's stream from its beginning, as the changes that a stream reader is given. */
export async function readStream(): Promise<Change[]> {
  const client = new DynamoDBStreamsClient({ endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB_STREAMS });
  const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: process.env.TABLE_NAME }));
  const StreamArn = Streams[0]?.StreamArn;
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
  const records: _Record[] = [];
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const first = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' as const };
    let { ShardIterator } = await client.send(new GetShardIteratorCommand(first));
    while (ShardIterator) {
      const page = await client.send(new GetRecordsCommand({ ShardIterator, Limit: 1000 }));
      records.push(...(page.Records ?? []));
      ShardIterator = page.Records?.length ? page.NextShardIterator : undefined;
    }
  }
  client.destroy();
  return records.map(({ dynamodb = {} }): Change => {
    const image = (attributes?: object) => attributes && (unmarshall(attributes as never) as Image);
    const { pk, sk } = unmarshall((dynamodb.Keys ?? {}) as never);
    const sequence = dynamodb.SequenceNumber ?? '';
    const images = { before: image(dynamodb.OldImage), after: image(dynamodb.NewImage) };
    return { key: { pk, sk }, sequence, ...images };
  });
}

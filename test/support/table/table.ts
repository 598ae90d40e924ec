import { randomUUID } from 'node:crypto';
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll } from '@jest/globals';
import { accessKeyId, region, secretAccessKey } from '../../../local/credentials.ts';
import { StreamsClient } from '../../../local/dynamodb/streams.ts';
import { createTables, describeTable, indexStreamRecords } from '../../../local/dynamodb/tables.ts';
import type { StreamRecord } from '../../../local/events/stream-records.ts';
import type { TableResource } from '../../../local/template/assembly.ts';
import type { Image, ImageChange } from '../../../shared/counting/counter-deltas/counter-delta.ts';
import { sharedEngine } from '../cloud/shared-cloud.ts';
import { refuseOverlappingUpdates } from './overlapping-updates.ts';

let arnOfStream = '';

type TableOptions = {
  readonly stream?: boolean;
  /** The indexes that the table lacks, as one of an earlier version. */
  readonly without?: readonly string[];
};

/** Sets up the template's table on a real engine for the tests of a file, empty, with its stream if needed. */
export function useTable({ stream = false, without = [] }: TableOptions = {}): void {
  let close = async () => {};

  beforeAll(async () => {
    refuseOverlappingUpdates();
    const { endpoint, databaseFile, tables } = await sharedEngine();
    const file = randomUUID();
    const names = tables.map(({ name }) => `${name}-${file}`);
    const client = new DynamoDBClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
    close = async () => {
      for (const TableName of names) await client.send(new DeleteTableCommand({ TableName }));
      client.destroy();
    };
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_REGION: region,
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoint,
      TABLE_NAME: names[0],
      DATA_KEYS_TABLE: names[1],
    });
    await createTables(
      client,
      tables.map((table, index) => ({
        ...withoutIndexes(table, without),
        name: names[index] ?? '',
        streamViewType: stream ? table.streamViewType : undefined,
      })),
    );
    if (stream) {
      arnOfStream = (await describeTable(client, names[0] ?? ''))?.LatestStreamArn ?? '';
      indexStreamRecords(databaseFile);
    }
  });

  afterAll(() => close());
}

function withoutIndexes(table: TableResource, names: readonly string[]): TableResource {
  const indexes = table.indexes.filter(({ IndexName }) => !names.includes(String(IndexName)));
  const used = JSON.stringify([table.keySchema, indexes]);
  const attributeDefinitions = table.attributeDefinitions.filter(({ AttributeName }) =>
    used.includes(JSON.stringify(AttributeName)),
  );
  return { ...table, indexes, attributeDefinitions };
}

/** Returns the stream of the file's table. */
export const streamArn = (): string => arnOfStream;

/** Reads the table's stream from its beginning, as the changes that a stream reader gets. */
export const readStream = (): Promise<ImageChange[]> => streamReader()();

/** Reads the table's stream from its beginning, and with each further call the new changes. */
export function streamReader(): () => Promise<ImageChange[]> {
  const streams = new StreamsClient(process.env.AWS_ENDPOINT_URL_DYNAMODB_STREAMS ?? '');
  const iterators = new Map<string, string | undefined>();

  async function read(shard: string): Promise<StreamRecord[]> {
    let iterator = iterators.has(shard) ? iterators.get(shard) : await streams.iterator(arnOfStream, shard, undefined);
    const records: StreamRecord[] = [];
    while (iterator) {
      const page = await streams.records(iterator, 1000);
      iterators.set(shard, page.NextShardIterator);
      records.push(...page.Records);
      iterator = page.Records.length > 0 ? page.NextShardIterator : undefined;
    }
    return records;
  }

  return async () => {
    const records: StreamRecord[] = [];
    for (const { ShardId } of await streams.shards(arnOfStream)) records.push(...(await read(ShardId)));
    return records.map(changeOf);
  };
}

function changeOf({ dynamodb }: StreamRecord): ImageChange {
  const { Keys, OldImage, NewImage, SequenceNumber: sequence } = dynamodb;
  const image = (attributes: unknown) => (attributes ? (unmarshall(attributes as never) as Image) : undefined);
  const { pk, sk } = unmarshall(Keys as never);
  return { key: { pk, sk }, sequence, before: image(OldImage), after: image(NewImage) };
}

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type AttributeValue, BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll } from '@jest/globals';
import { startKms } from '../../local/kms.ts';
import { batchesOf } from '../../shared/batches.ts';
import type { Json } from '../support/cloud/http.ts';
import { useTable } from '../support/table/table.ts';

type Item = Record<string, AttributeValue>;

/** What `record.ts` has written: the items of a release's tables, and what its service said of them. */
export type RecordedTable = {
  readonly recordedAt: string;
  readonly secretKey: string;
  readonly organizationId: string;
  readonly form: string;
  readonly webhook: string;
  readonly publishableKey: string;
  readonly once: string;
  readonly partial: string;
  readonly first: string;
  readonly file: string;
  readonly member: string;
  readonly owner: { readonly email: string; readonly password: string };
  /** The responses of the form, the newest first, and the totals of its analytics. */
  readonly responses: readonly Json[];
  readonly totals: Json;
  readonly forms: number;
  readonly kms: { readonly id: string; readonly key: string };
  /** Those of the table of items, as DynamoDB describes them. */
  readonly indexes: readonly Json[];
  readonly items: readonly (readonly Item[])[];
};

export function readRecorded(version: string): RecordedTable {
  const text = gunzipSync(readFileSync(join(import.meta.dirname, `${version}.json.gz`))).toString();
  const recorded: RecordedTable = JSON.parse(text, (_, value) =>
    typeof value?.base64 === 'string' ? Buffer.from(value.base64, 'base64') : value,
  );
  return { ...recorded, items: recorded.items.map(table => table.map(item => asOfToday(item, recorded.recordedAt))) };
}

/** The item as if it had been recorded just now: it expires as much later. */
function asOfToday(item: Item, recordedAt: string): Item {
  const { ttl } = item;
  if (ttl?.N === undefined) return item;
  return { ...item, ttl: { N: String(Number(ttl.N) + Math.floor((Date.now() - Date.parse(recordedAt)) / 1000)) } };
}

/** Gives the tests of a file the tables of a release as they were recorded, under the keys and indexes of today. */
export function useRecorded(
  { kms, items }: RecordedTable,
  options: Parameters<typeof useTable>[0] = { stream: true },
): void {
  useTable(options);
  const dataDir = mkdtempSync(join(tmpdir(), 'formline-release-'));
  let close: () => Promise<void> | void = () => {};

  beforeAll(async () => {
    mkdirSync(join(dataDir, 'kms'));
    writeFileSync(join(dataDir, 'kms', `${kms.id}.key`), Buffer.from(kms.key, 'base64'));
    const server = await startKms({ dataDir, port: 0, keys: [kms.id] });
    Object.assign(process.env, { AWS_ENDPOINT_URL_KMS: server.endpoint, KMS_KEY_ID: kms.id });
    close = () => server.close();
    const { TABLE_NAME, DATA_KEYS_TABLE, AWS_ENDPOINT_URL_DYNAMODB: endpoint } = process.env;
    const client = new DynamoDBClient({ endpoint });
    for (const [index, table] of [TABLE_NAME, DATA_KEYS_TABLE].entries()) {
      for (const batch of batchesOf(items[index] ?? [], 25)) {
        const requests = batch.map(Item => ({ PutRequest: { Item } }));
        await client.send(new BatchWriteItemCommand({ RequestItems: { [table ?? '']: requests } }));
      }
    }
    client.destroy();
  });

  afterAll(async () => {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  });
}

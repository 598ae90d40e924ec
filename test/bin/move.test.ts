import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { DynamoDBClient, type ScanCommandInput, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { exportTable } from '../../bin/move/export-table.ts';
import { importTable } from '../../bin/move/import-table.ts';
import { filesIn, writeItems, writeManifest } from '../../bin/move/item-files.ts';
import { resealing } from '../../bin/move/reseal.ts';
import { type Credentials, credentialsOf } from '../../local/bootstrap.ts';
import { type Cloud, startCloud } from '../../local/cloud.ts';
import { prepareAssembly } from '../../local/prepare.ts';
import { createHashKey } from '../../shared/store/keys-by-hash.ts';
import { httpReceiver } from '../shared/outbound/receivers.ts';
import { clientOf } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { inTable } from '../support/cloud/in-table.ts';
import { keyHeader } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { newForm, submit } from '../support/records/forms.ts';

const project = join(import.meta.dirname, '../..');
const directory = mkdtempSync(join(tmpdir(), 'move-'));
const table = 'formline-moved';
/** The account that is left, and the one that is come to: other keys of KMS, other data. */
let former: Cloud;
let next: Cloud;
let credentials: Credentials;
let receiver: Awaited<ReturnType<typeof httpReceiver>>;
let assemblyDir: string;
const client = (cloud: () => Cloud) =>
  clientOf(() => ({
    baseUrl: cloud().baseUrl,
    headers: keyHeader('secretKey', credentials.environments.production.secretKey),
  }));
const before = client(() => former);
const after = client(() => next);

const start = (name: string, assembly: string) =>
  startCloud({ assemblyDir: assembly, dataDir: join(directory, name), port: 0 });

beforeAll(async () => {
  receiver = await httpReceiver(response => response.writeHead(204).end());
  assemblyDir = await prepareAssembly();
  former = await start('former', assemblyDir);
  next = await start('next', assemblyDir);
  credentials = await credentialsOf(former, join(directory, 'former'));
});

afterAll(async () => {
  await former?.close();
  await next?.close();
  await receiver.close();
  rmSync(directory, { recursive: true, force: true });
});

/** What the command prints, as an operator of the former account runs it. */
async function move(...args: readonly string[]): Promise<string> {
  const env = { ...process.env, ...former.environment };
  const run = promisify(execFile)(process.execPath, [join(project, 'bin/move.ts'), ...args], { env });
  return run.then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stderr }) => stderr,
  );
}

const of = ({ environment }: Cloud, service: 'DYNAMODB' | 'KMS') => ({
  endpoint: environment[`AWS_ENDPOINT_URL_${service}`],
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
const kms = (cloud: Cloud) => new KMSClient(of(cloud, 'KMS'));

const linesIn = (folder: string): Json[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.gz'))
    .flatMap(name =>
      gunzipSync(readFileSync(join(folder, name)))
        .toString()
        .split('\n'),
    )
    .map(line => JSON.parse(line));

itInAll(
  'brings a stage to another account, whole: nothing is counted or told twice, and every secret opens there alone',
  async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const form = await newForm(before, { fieldPolicies: { message: 'encrypted' } });
    await before('createWebhook', { body: { url: receiver.url, secret, events: ['response.created'] } });
    const ids: string[] = [];
    for (const message of ['one', 'two', 'three'])
      ids.push((await submit(before, form.id, { name: 'Ada', message })).id);
    const told = () => receiver.requests.map(({ body }) => JSON.parse(body).event.attributes.response.id).sort();
    const totals = async (of: typeof before) => (await of('getFormAnalytics', { params: { id: form.id } })).body.totals;
    await eventually(async () => expect(told()).toEqual([...ids].sort()));
    await eventually(async () => expect((await totals(before)).submissions).toBe(3));
    const counted = await totals(before);
    await inTable(former, createHashKey);

    const [main = '', dataKeys = ''] = former.assembly.tables.map(({ name }) => name);
    const [items, keys] = [join(directory, 'items'), join(directory, 'keys')];
    expect(await move('export', '--table', main, '--to', items)).toMatch(/^\d+ items are in/);
    // Cut off between two pages, it goes on.
    const whole = linesIn(items).length;
    const lastFile =
      readdirSync(items)
        .filter(name => name.endsWith('.gz'))
        .sort()
        .at(-1) ?? '';
    rmSync(join(items, 'manifest.json'));
    rmSync(join(items, lastFile));
    expect(await move('export', '--table', main, '--to', items)).toContain(`${whole} items are in`);
    expect(linesIn(items)).toHaveLength(whole);
    expect(await move('export', '--table', main, '--to', items)).toContain('a whole export');
    expect(await move('export', '--table', dataKeys, '--to', keys)).toContain('1 items are in');
    expect(JSON.stringify(linesIn(items))).not.toContain(secret);

    const target = new DynamoDBClient(of(next, 'DYNAMODB'));
    const secretsKey = next.assembly.keys[0] ?? '';
    const reseal = resealing(kms(former), kms(next), secretsKey);
    await expect(importTable(target, items, main, reseal)).rejects.toThrow('has a stream');
    expect(await importTable(target, keys, dataKeys, reseal)).toEqual({ items: 1, secrets: 1 });
    // The secret of the webhook, and the key of hashes.
    expect(await importTable(target, items, table, reseal)).toEqual({ items: whole, secrets: 2 });
    expect(await importTable(target, items, table, reseal)).toEqual({ items: whole, secrets: 0 });

    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;
    const { TableDescription } = await target.send(new UpdateTableCommand({ TableName: table, StreamSpecification }));
    target.destroy();
    await former.close();
    await next.close();
    const settings = { TABLE_NAME: table, TABLE_STREAM_ARN: TableDescription?.LatestStreamArn };
    next = await start('next', await prepareAssembly({ environment: { ...process.env, ...settings } }));

    const { body } = await after('listResponses', { query: { form_id: form.id } });
    expect(body.items.map(({ answers }: Json) => answers.message).sort()).toEqual(['one', 'three', 'two']);
    expect(body.total).toBe(3);
    expect(await totals(after)).toEqual(counted);
    const later = await submit(after, form.id, { name: 'Grace', message: 'four' });
    await eventually(async () => expect(told()).toEqual([...ids, later.id].sort()));
    await eventually(async () => expect((await totals(after)).submissions).toBe(4));
    const { headers, body: sent = '' } = receiver.requests.at(-1) ?? {};
    const signed = createHmac('sha256', secret).update(`${headers?.['x-service-timestamp']}.${sent}`).digest('hex');
    expect(headers?.['x-service-signature']).toBe(`v1=${signed}`);
  },
);

/** What scans as a large table does: a page is an item, and every other one has none. */
function pagingClient(cloud: Cloud): DynamoDBClient {
  const client = new DynamoDBClient(of(cloud, 'DYNAMODB'));
  const paused = new Set<unknown>();
  const middleware = (next: (args: never) => Promise<unknown>) => async (args: { input: ScanCommandInput }) => {
    const { ExclusiveStartKey: LastEvaluatedKey } = args.input;
    args.input.Limit = 1;
    const place = JSON.stringify(LastEvaluatedKey);
    if (!LastEvaluatedKey || paused.has(place)) return next(args as never);
    paused.add(place);
    return { output: { Items: [], LastEvaluatedKey, $metadata: {} } };
  };
  client.middlewareStack.add(middleware as never, { name: 'paging', step: 'initialize' });
  return client;
}

itInAll('goes on where it was cut off, also between pages that have no items', async () => {
  const [source, folder] = [mkdtempSync(join(directory, 'source-')), mkdtempSync(join(directory, 'pages-'))];
  const names = Array.from({ length: 60 }, (_, n) => `ITEM#${n}`);
  writeItems(
    join(source, '0-000000.json.gz'),
    names.map(name => ({ pk: { S: name }, sk: { S: name } })),
  );
  const KeySchema = ['pk', 'sk'].map(
    (AttributeName, n) => ({ AttributeName, KeyType: n === 0 ? 'HASH' : 'RANGE' }) as const,
  );
  const AttributeDefinitions = ['pk', 'sk'].map(AttributeName => ({ AttributeName, AttributeType: 'S' }) as const);
  writeManifest(source, { KeySchema, AttributeDefinitions, items: names.length });
  const whole = new DynamoDBClient(of(next, 'DYNAMODB'));
  await importTable(whole, source, 'formline-pages', async item => ({ item, secrets: 0 }));
  whole.destroy();
  for (let runs = 0; runs < 3; runs++) {
    const client = pagingClient(next);
    expect(await exportTable(client, 'formline-pages', folder)).toBe(names.length);
    client.destroy();
    const found = linesIn(folder).map(({ Item }) => Item.pk.S);
    expect(found.sort()).toEqual(names.toSorted());
    rmSync(join(folder, 'manifest.json'));
    for (const segment of [0, 1, 2, 3, 4, 5, 6, 7])
      rmSync(filesIn(folder, `${segment}-`).at(-1) ?? '', { force: true });
  }
});

it('refuses what is not whole, and a secret of a kind that it does not know', async () => {
  const folder = mkdtempSync(join(directory, 'broken-'));
  const nothing = async () => Promise.reject(new Error('nothing is sealed'));
  await expect(importTable(new DynamoDBClient(of(next, 'DYNAMODB')), folder, 'other', nothing)).rejects.toThrow(
    'no whole export',
  );
  const reseal = resealing(kms(next), kms(next), 'key');
  const item = { pk: { S: 'NEW#1' }, sk: { S: 'NEW' }, settings: { M: { sealed: { S: 'AQ==' } } } };
  await expect(reseal(item)).rejects.toThrow('NEW#1 NEW has a secret of a kind that cannot be moved');
});

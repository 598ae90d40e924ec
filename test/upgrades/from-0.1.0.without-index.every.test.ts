import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { answer, type Handler, proxyEvent } from '../../bench/invoke.ts';
import { writeManifest } from '../../bin/move/item-files.ts';
import { handler as listResponses } from '../../functions/responses/list-responses.ts';
import type { Json } from '../support/cloud/http.ts';
import { compiled } from '../support/compiled.ts';
import { AwsAccountDouble } from '../support/doubles/aws-account.ts';
import { eventually } from '../support/eventually.ts';
import { readRecorded, useRecorded } from './recorded-table.ts';

const project = join(import.meta.dirname, '../..');
const recorded = readRecorded('0.1.0');
const account = new AwsAccountDouble();
const folder = mkdtempSync(join(tmpdir(), 'without-index-'));
let endpoint: string;

useRecorded(recorded, { without: ['gsi3'] });
beforeAll(async () => {
  endpoint = await account.start();
});
afterAll(() => {
  account.close();
  rmSync(folder, { recursive: true });
});

const table = () => process.env.TABLE_NAME ?? '';
const client = () => new DynamoDBClient({ endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB });

async function changedSince() {
  const headers = { authorization: `Bearer ${recorded.secretKey}` };
  const query = { form_id: recorded.form, updated_since: '2026-01-01T00:00:00Z' };
  const reply = await answer(listResponses as Handler, proxyEvent({ headers, query }));
  return { ...reply, body: JSON.parse(reply.body) };
}

/** Runs a command of an operator on the account with the table. */
function run(command: string, args: readonly string[], settings: Record<string, string> = {}): Promise<string> {
  const { AWS_ENDPOINT_URL_DYNAMODB, PATH } = process.env;
  const env = {
    ...{ PATH, HOME: folder, AWS_EC2_METADATA_DISABLED: 'true', AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL: endpoint },
    ...{
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_CONFIG_FILE: profiles,
    },
    ...compiled,
    ...settings,
  };
  return new Promise(resolve =>
    execFile(process.execPath, [join(project, 'bin', command), ...args], { env }, (error, stdout, stderr) =>
      resolve(`${error ? 'fails' : 'succeeds'}: ${stdout}${stderr}`),
    ),
  );
}

const profiles = join(folder, 'profiles');
writeFileSync(profiles, '[profile former]\nregion = us-east-1\n');

const examine = () =>
  run('doctor.ts', ['--stage', 'blue'], {
    TABLE_NAME: table(),
    TABLE_STREAM_ARN: `arn:aws:dynamodb:us-east-1:123456789012:table/${table()}/stream/2026`,
  });

async function importNothing(): Promise<string> {
  const { Table = {} } = await client().send(new DescribeTableCommand({ TableName: table() }));
  const { KeySchema, AttributeDefinitions } = Table;
  writeManifest(folder, { KeySchema, AttributeDefinitions, items: 0 } as never);
  return run('move.ts', ['import', '--from', folder, '--table', table(), '--kms-key', 'key', '--opened-by', 'former']);
}

/** Does what a command of `aws dynamodb update-table` says. */
async function updateTable(command: string): Promise<void> {
  const [, TableName, definitions = '', updates = ''] =
    /^aws dynamodb update-table --table-name (\S+) --attribute-definitions (.*) --global-secondary-index-updates '(.*)'$/.exec(
      command,
    ) ?? [];
  const AttributeDefinitions = definitions
    .split(' ')
    .map(definition => Object.fromEntries(definition.split(',').map(part => part.split('='))));
  const GlobalSecondaryIndexUpdates = JSON.parse(updates);
  await client().send(new UpdateTableCommand({ TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates } as Json));
}

it('says which index a table of before lacks, and how it is created', async () => {
  expect(await changedSince()).toMatchObject({
    status: 503,
    headers: { 'retry-after': '60' },
    body: { code: 'unavailable', message: expect.stringMatching(/lacks the index gsi3.*npm run doctor/) },
  });

  const command = /^ *(aws dynamodb update-table --table-name .*"gsi3".*)$/m;
  const restored = await run('after-restore.ts', ['--table', table()]);
  expect(restored).toMatch(/^fails: The table .* lacks indexes[\s\S]*Then run this command again/);
  const examined = await examine();
  expect(examined).toMatch(/^fails: [\s\S]*✗ the table .* lacks an index/);
  const moved = await importNothing();
  expect(moved).toMatch(/^fails: \d+ items [\s\S]*lacks indexes/);
  const said = [restored, examined, moved].map(each => command.exec(each)?.[1] ?? each);
  expect(new Set(said).size).toBe(1);

  await updateTable(said[0] ?? '');
  await eventually(async () => expect((await changedSince()).status).toBe(200));
  const ids = (await changedSince()).body.items.map(({ id }: Json) => id);
  expect(ids.sort()).toEqual(recorded.responses.map(({ id }) => id).sort());
  expect(await run('after-restore.ts', ['--table', table()])).toMatch(/^succeeds: .*^Sessions ended: 1/ms);
  expect(await examine()).toContain(`✓ the table ${table()} has every index`);
  expect(await importNothing()).toMatch(/^succeeds: \d+ items/);
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DescribeTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { type Cloud, startCloud } from '../../../local/cloud.ts';
import { prepareAssembly } from '../../../local/prepare.ts';
import { batchesOf } from '../../../shared/batches.ts';
import { tableOf } from '../../../test/support/cloud/cloud-table.ts';
import { environment, type Stage } from '../stage.ts';
import { lostAndDoubled, submit } from '../visitors.ts';
import { type Played, promise, type Scenario } from './scenario.ts';

const project = join(import.meta.dirname, '../../..');
const table = 'formline-restored';

/** Returns what a backup copied to another region contains. */
async function backUp(cloud: Cloud) {
  const { client, TableName } = tableOf(cloud);
  const { Table = {} } = await client.send(new DescribeTableCommand({ TableName }));
  const items: Record<string, unknown>[] = [];
  for await (const page of paginateScan({ client }, { TableName })) items.push(...(page.Items ?? []));
  client.destroy();
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes = [] } = Table;
  const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => {
    return { IndexName, KeySchema, Projection };
  });
  return { keys: { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes: indexes }, items };
}

/** Restores a table in the other region, as the runbook says. Returns the ARN of its stream. */
async function restore(cloud: Cloud, { keys, items }: Awaited<ReturnType<typeof backUp>>): Promise<string> {
  const { client } = tableOf(cloud);
  await client.send(new CreateTableCommand({ TableName: table, BillingMode: 'PAY_PER_REQUEST', ...keys }));
  for (const batch of batchesOf(items, 25)) {
    const RequestItems = { [table]: batch.map(Item => ({ PutRequest: { Item } })) };
    await client.send(new BatchWriteCommand({ RequestItems }));
  }
  const env = { ...environment, ...cloud.environment, TABLE_NAME: '' };
  execFileSync(process.execPath, ['bin/after-restore.ts', '--table', table], { cwd: project, env, stdio: 'ignore' });
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;
  await client.send(new UpdateTableCommand({ TableName: table, StreamSpecification }));
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  client.destroy();
  return Table?.LatestStreamArn ?? '';
}

async function playRegion(stage: Stage): Promise<Played> {
  const form = await stage.newForm();
  for (let n = 0; n < 5; n++) await submit(form, `before ${n}`);
  const backup = await backUp(stage.cloud);
  for (let n = 0; n < 2; n++) await submit(form, `since ${n}`);
  const { secretKey } = form;

  const begunAt = performance.now();
  const dataDir = mkdtempSync(join(tmpdir(), 'gameday-region-'));
  const assemblyDir = await prepareAssembly({ environment });
  let other = await startCloud({ assemblyDir, dataDir, port: 0 });
  try {
    const streamArn = await restore(other, backup);
    await other.close();
    const settings = { ...environment, TABLE_NAME: table, TABLE_STREAM_ARN: streamArn };
    other = await startCloud({ assemblyDir: await prepareAssembly({ environment: settings }), dataDir, port: 0 });
    const there = { baseUrl: other.baseUrl, secretKey, formId: form.formId };
    const names = Array.from({ length: 5 }, (_, n) => `before ${n}`);
    const { lost, doubled, stored } = await lostAndDoubled(there, names);
    const since = await submit(there, 'after');
    return {
      ...{ answers: [], lost, doubled, recoversAfterMs: performance.now() - begunAt },
      seen: `all ${stored} of the backup are there, and the keys work; the 2 since are lost; a new submission is answered ${since?.status ?? 'nothing'}`,
      broken: [
        ...promise(lost === 0 && stored === 5, `${lost} responses of the backup are lost`),
        ...promise(since?.status === 201, `a submission in the other region is answered ${since?.status}`),
      ],
    };
  } finally {
    await other.close();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

export const region: Scenario = { name: 'the region is lost, and a backup restored in another one', play: playRegion };

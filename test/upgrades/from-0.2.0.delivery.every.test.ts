import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchWriteItemCommand, DescribeTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { batchesOf } from '../../shared/batches.ts';
import { httpReceiver } from '../shared/outbound/receivers.ts';
import { clientOf } from '../support/cloud/client.ts';
import { copyTable, tableOf } from '../support/cloud/cloud-table.ts';
import { type OwnCloud, startOwnCloud } from '../support/cloud/own-cloud.ts';
import { eventually } from '../support/eventually.ts';
import { submit } from '../support/records/forms.ts';
import { readRecorded } from './recorded-table.ts';

/** The stage goes on with the table, as after an upgrade: with a new stream, so nothing of before comes from it. */
describe.each(['0.2.0'])('a stage with the table of version %s', version => {
  const recorded = readRecorded(version);
  const dataDir = mkdtempSync(join(tmpdir(), 'formline-upgrade-'));
  const table = 'formline-recorded';
  let receiver: Awaited<ReturnType<typeof httpReceiver>>;
  let own: OwnCloud;

  const client = clientOf(() => ({
    baseUrl: own.baseUrl,
    headers: { authorization: `Bearer ${recorded.secretKey}` },
  }));
  const totals = async () => (await client('getFormAnalytics', { params: { id: recorded.form } })).body.totals;

  beforeAll(async () => {
    receiver = await httpReceiver(response => response.writeHead(204).end());
    const before = await startOwnCloud({ dataDir });
    const { client: documents } = tableOf(before.cloud);
    // With the keys and indexes of today, and nothing in it yet.
    await copyTable(before.cloud, table);
    for (const [index, name] of [table, before.cloud.assembly.tables[1]?.name ?? ''].entries()) {
      for (const batch of batchesOf(recorded.items[index] ?? [], 25)) {
        const requests = batch.map(Item => ({ PutRequest: { Item } }));
        await documents.send(new BatchWriteItemCommand({ RequestItems: { [name]: requests } }));
      }
    }
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;
    await documents.send(new UpdateTableCommand({ TableName: table, StreamSpecification }));
    const { Table } = await documents.send(new DescribeTableCommand({ TableName: table }));
    documents.destroy();
    await before.close();
    writeFileSync(join(dataDir, 'kms', `${recorded.kms.id}.key`), Buffer.from(recorded.kms.key, 'base64'));
    own = await startOwnCloud({ dataDir, settings: { TABLE_NAME: table, TABLE_STREAM_ARN: Table?.LatestStreamArn } });
  });

  afterAll(async () => {
    await own?.close();
    await receiver.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('delivers what is submitted to the webhooks of before, and counts it once', async () => {
    expect(await totals()).toMatchObject(recorded.totals);
    const changed = await client('updateWebhook', { params: { id: recorded.webhook }, body: { url: receiver.url } });
    expect(changed.status).toBe(200);
    const { id } = await submit(client, recorded.form, { name: 'New' });
    const told = () => receiver.requests.map(({ body }) => JSON.parse(body).event.attributes.response.id);
    await eventually(async () => expect(told()).toEqual([id]));
    await eventually(async () => {
      expect(await totals()).toMatchObject({ ...recorded.totals, submissions: recorded.totals.submissions + 1 });
    });
  });
});

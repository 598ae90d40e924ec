import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, it } from '@jest/globals';
import type { Credentials } from '../../local/bootstrap.ts';
import { accessKeyId, region, secretAccessKey } from '../../local/credentials.ts';
import { dueAt } from '../../shared/store/keys.ts';
import { httpReceiver } from '../shared/outbound/receivers.ts';
import { type Client, clientOf } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { keyHeader } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { randomOf } from '../support/random.ts';
import { newForm } from '../support/records/forms.ts';

type Service = { readonly client: Client; readonly process: ChildProcess };

const project = join(import.meta.dirname, '../..');
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Starts the service as `npm start` does. */
async function start(dataDir: string): Promise<Service> {
  const { AWS_ENDPOINT_URL_DYNAMODB: _, TABLE_NAME: __, ...inherited } = process.env;
  const settings = { PORT: '0', LOCAL_DATA: dataDir, WEBHOOK_RETRY_DELAYS_SECONDS: '1,1,1' };
  const child = spawn(process.execPath, ['bin/local.ts'], {
    cwd: project,
    env: { ...inherited, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The service has ended:\n${output}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        output = `${output}${chunk}`.slice(-20_000);
        if (output.includes('Ctrl-C stops it')) resolve();
      });
    }
  });
  cleanups.push(() => end(child, 'SIGTERM'));
  await ready;
  const { baseUrl, environments } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8')) as Credentials;
  const headers = keyHeader('secretKey', environments.production.secretKey);
  return { client: clientOf(() => ({ baseUrl, headers })), process: child };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** What was in a worker's hands shows again, as if its visibility time-out had passed since the kill. */
function passVisibility(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'sqs.sqlite'));
  database.exec('UPDATE messages SET visible = 0 WHERE turn IS NULL AND received > 0');
  database.close();
}

/** Makes each delivery whose turn has passed due, as if its lease, or the time until its message counts as lost, had too. */
async function passLeases(dataDir: string): Promise<void> {
  const { dynamodb: port } = JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8'));
  const credentials = { accessKeyId, secretAccessKey };
  const client = new DynamoDBClient({ endpoint: `http://127.0.0.1:${port}`, region, credentials });
  const dynamodb = DynamoDBDocumentClient.from(client);
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  const TableName = TableNames.find(name => /-Table[0-9A-F]{8}$/.test(name));
  const due = {
    FilterExpression: 'begins_with(pk, :webhook) AND attribute_exists(duesk) AND nextAttemptAt < :now',
    ExpressionAttributeValues: { ':webhook': 'WEBHOOK#', ':now': new Date(Date.now() - 5000).toISOString() },
  };
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, { TableName, ...due })) {
    for (const { pk, sk, duesk } of Items) {
      const now = {
        TableName,
        Key: { pk, sk },
        UpdateExpression: 'SET duesk = :now',
        ConditionExpression: 'duesk = :read',
        ExpressionAttributeValues: { ':now': dueAt(String(duesk), Date.now()), ':read': duesk },
      };
      // One that has ended in the meantime needs nothing.
      await dynamodb.send(new UpdateCommand(now)).catch(() => {});
    }
  }
  client.destroy();
}

type Target = { readonly webhookId: string; readonly receiver: Awaited<ReturnType<typeof httpReceiver>> };

async function newTarget(client: Client, formId: string, answer: () => number): Promise<Target> {
  const receiver = await httpReceiver(response => response.writeHead(answer()).end());
  cleanups.push(() => receiver.close());
  const webhook = { url: receiver.url, formId, events: ['response.created'] };
  const { status, body } = await client('createWebhook', { body: webhook });
  expect({ status, body }).toMatchObject({ status: 201 });
  return { webhookId: body.id, receiver };
}

const listed = async (client: Client, webhookId: string): Promise<Json[]> =>
  (await client('listDeliveries', { params: { id: webhookId }, query: { limit: 1000 } })).body.items;

/** Submits, four at a time, until `count` are acknowledged or the service is gone. Gives the ids of those. */
async function burst(client: Client, formId: string, count: number, onAcknowledged: (n: number) => void) {
  const acknowledged: string[] = [];
  let left = count;
  const submitting = Array.from({ length: 4 }, async () => {
    for (; left > 0; left--) {
      const reply = await client('createSubmission', { params: { formId }, body: { name: 'Ada' } }).catch(() => {});
      if (reply?.status !== 201) return;
      acknowledged.push(reply.body.id);
      onAcknowledged(acknowledged.length);
    }
  });
  await Promise.all(submitting);
  return acknowledged;
}

async function expectAllEnded(client: Client, { webhookId, receiver }: Target, responses: string[], kills: number) {
  const deliveries = await listed(client, webhookId);
  expect(deliveries.map(({ event }) => event.responseId).sort()).toEqual([...responses].sort());
  for (const { id, status } of deliveries) {
    expect(['succeeded', 'dead']).toContain(status);
    const { body } = await client('getDelivery', { params: { id: webhookId, deliveryId: id } });
    const made = body.attempts.filter(({ error }: Json) => error !== 'receiver_down').length;
    const requests = receiver.requests.filter(({ headers }) => headers['x-service-delivery'] === id);
    expect(requests.length).toBeGreaterThanOrEqual(made);
    expect(requests.length).toBeLessThanOrEqual(made + kills);
    expect(status === 'dead' || made > 0).toBe(true);
    expect(new Set(requests.map(request => request.body)).size).toBeLessThanOrEqual(1);
  }
}

const submissions = 24;

it.each([1, 2])(
  'a service that is killed in a burst, and again among the retries, ends every delivery: seed %i',
  async seed => {
    const random = randomOf(seed);
    const dataDir = mkdtempSync(join(tmpdir(), 'webhook-crashes-'));
    cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
    let isBack = false;

    const first = await start(dataDir);
    const form = await newForm(first.client);
    const targets = [
      await newTarget(first.client, form.id, () => 200),
      await newTarget(first.client, form.id, () => (random() < 0.4 ? 500 : 200)),
      await newTarget(first.client, form.id, () => (isBack ? 200 : 503)),
    ];
    const requests = () => targets.reduce((sum, { receiver }) => sum + receiver.requests.length, 0);

    const killAt = 4 + Math.floor(random() * (submissions - 4));
    const acknowledged = await burst(first.client, form.id, submissions, n => {
      if (n === killAt) first.process.kill('SIGKILL');
    });
    await end(first.process, 'SIGKILL');
    passVisibility(dataDir);

    const second = await start(dataDir);
    acknowledged.push(...(await burst(second.client, form.id, 6, () => {})));
    const enough = requests() + Math.floor(random() * 20);
    await eventually(async () => {
      await passLeases(dataDir);
      expect(requests()).toBeGreaterThanOrEqual(enough);
    });
    await end(second.process, 'SIGKILL');
    passVisibility(dataDir);
    isBack = true;

    const { client } = await start(dataDir);
    const { body } = await client('listResponses', { query: { form_id: form.id, limit: 100 } });
    const committed: string[] = body.items.map(({ id }: Json) => id);
    expect(committed).toEqual(expect.arrayContaining(acknowledged));
    await eventually(async () => {
      await passLeases(dataDir);
      for (const { webhookId } of targets) {
        const ended = (await listed(client, webhookId)).filter(({ status }) => status !== 'scheduled');
        expect(ended).toHaveLength(committed.length);
      }
    });
    for (const target of targets) await expectAllEnded(client, target, committed, 2);
  },
  420_000,
);

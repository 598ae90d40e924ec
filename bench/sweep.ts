import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { queueUrl } from '../local/sqs/queues.ts';
import { startSqs } from '../local/sqs/server.ts';
import { dueKeys } from '../shared/store/keys.ts';
import { dynamodb, tableName } from '../shared/store/table.ts';
import { inProcess } from './child.ts';
import { callsOf, consumedBy, described } from './consumed-capacity.ts';
import { type Backlog, DueIndex } from './due-index.ts';
import type { Table } from './report.ts';
import type { Service } from './service.ts';

export type SweepRequest = { readonly way: 'sweep' | 'one by one'; readonly seconds: number };
export type SweepResult = { readonly seconds: number; readonly cpuSeconds: number };

const latencyMs = 5;

/** What it takes to hand over work that is due, how fast it goes, and how long a tenant with little waits. */
export async function sweep(service: Service): Promise<Table[]> {
  return [await units(service), await pace(service), await fairness(service)];
}

async function units(service: Service): Promise<Table> {
  const dataDir = mkdtempSync(join(service.directory, 'sweep-'));
  const sqs = await startSqs({ dataDir, port: 0, queues: [{ name: 'short', properties: {} }] });
  Object.assign(process.env, { SHORT_JOBS_QUEUE_URL: queueUrl(sqs.endpoint, 'short') });
  const { handler } = await import('../functions/workers/sweep-due.ts');
  const context = { getRemainingTimeInMillis: () => 50_000 } as Context;
  const rows: (string | number)[][] = [];
  for (const count of [0, 100, 2000]) {
    await fill(count);
    const consumed = await consumedBy(dynamodb, () => handler(undefined, context));
    const each = Math.max(count, 1);
    const { readUnits, writeUnits } = consumed;
    rows.push([count, callsOf(consumed) / each, readUnits / each, writeUnits / each, described(consumed)]);
  }
  await sqs.close();
  return {
    title: 'DynamoDB calls and units of handing over an item',
    columns: ['items', 'calls each', 'read units each', 'write units each', 'which calls'],
    rows,
    note: 'Partial responses of 1 KB of one tenant. With none due: of the whole sweep.',
  };
}

async function fill(count: number): Promise<void> {
  const now = Date.now();
  for (let start = 0; start < count; start += 25) {
    const requests = Array.from({ length: 25 }, (_, index) => {
      const keys = { pk: 'RESPONSES#bench#0', sk: `${count} ${start + index}`, ...dueKeys(now - 60_000, 'env_bench') };
      return { PutRequest: { Item: { ...keys, answers: 'x'.repeat(800) } } };
    });
    await dynamodb.send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }));
  }
}

async function run(service: Service, request: SweepRequest, backlogs: readonly Backlog[]) {
  const index = new DueIndex(backlogs, latencyMs);
  const endpoint = await index.listen();
  const environment = {
    ...service.environment,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ENDPOINT_URL_SQS: endpoint,
    SHORT_JOBS_QUEUE_URL: `${endpoint}/000000000000/short`,
  };
  const result = await inProcess<SweepResult>('sweep-process.ts', request, environment);
  index.close();
  return { index, ...result };
}

async function pace(service: Service): Promise<Table> {
  const backlogs = Array.from({ length: 20 }, (_, n) => ({ tenant: `env_${n}`, count: 5000, overMs: 600_000 }));
  const plain = await run(service, { way: 'one by one', seconds: 10 }, backlogs);
  const swept = await run(service, { way: 'sweep', seconds: 20 }, backlogs);
  const perSecond = ({ index, seconds }: typeof plain) => index.sent / seconds;
  const row = (name: string, each: typeof plain) => {
    const { index, cpuSeconds } = each;
    const count = (service: string) => (index.requests.get(service) ?? 0) / index.sent;
    const sends = count('SendMessage') + count('SendMessageBatch');
    const ratio = perSecond(each) / perSecond(plain);
    return [name, index.sent, count('UpdateItem'), sends, perSecond(each), ratio, (cpuSeconds / index.sent) * 1e6];
  };
  return {
    title: 'Handing over 100,000 items of twenty tenants',
    columns: ['', 'items', 'leases each', 'requests to SQS each', 'per second', 'ratio', 'CPU each, µs'],
    rows: [row('one by one', plain), row('the sweep', swept)],
    note: `Simulated: each request is answered after ${latencyMs} ms by an index of due work and a queue in memory.`,
  };
}

async function fairness(service: Service): Promise<Table> {
  const rows: (string | number)[][] = [];
  for (const hours of [1, 24]) {
    const many = { tenant: 'env_many', count: 1_000_000, overMs: hours * 3_600_000 };
    const backlogs = [many, { tenant: 'env_few', count: 1, overMs: 1000 }];
    const { index, seconds } = await run(service, { way: 'sweep', seconds: 30 }, backlogs);
    rows.push([hours, (index.firstSent.get('env_few') ?? Number.NaN) / 1000, index.sent / seconds]);
  }
  return {
    title: 'A tenant with one item beside one with a million',
    columns: ['the million became due over, hours', 'the one is sent after, s', 'per second'],
    rows,
    note: 'Simulated as above. To the wait comes that for the sweep to begin, a minute at most.',
  };
}

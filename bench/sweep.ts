import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, SQSEvent } from 'aws-lambda';
import { queueUrl } from '../local/sqs/queues.ts';
import { startSqs } from '../local/sqs/server.ts';
import { newResponseId } from '../shared/ids.ts';
import type { StoredForm } from '../shared/store/forms/forms.ts';
import { inactivityDueKeys, itemOf } from '../shared/store/responses/responses.ts';
import { dynamodb, type Item } from '../shared/store/table.ts';
import { inProcess } from './child.ts';
import { callsOf, consumedBy, described } from './consumed-capacity.ts';
import { type Backlog, DueIndex } from './due-index.ts';
import { putAll, responseOf } from './fill.ts';
import type { Table } from './report.ts';
import { newStoredForm, type Service } from './service.ts';

export type SweepRequest = { readonly way: 'sweep' | 'one by one'; readonly seconds: number };
export type SweepResult = { readonly seconds: number; readonly cpuSeconds: number };

const latencyMs = 5;

/** Measures the cost and speed of queuing due work, and how long a tenant with little of it waits. */
export async function sweep(service: Service): Promise<Table[]> {
  return [await units(service), await pace(service), await fairness(service)];
}

async function units(service: Service): Promise<Table> {
  const dataDir = mkdtempSync(join(service.directory, 'sweep-'));
  const sqs = await startSqs({ dataDir, port: 0, queues: [{ name: 'short', properties: {} }] });
  const SHORT_JOBS_QUEUE_URL = queueUrl(sqs.endpoint, 'short');
  Object.assign(process.env, { AWS_ENDPOINT_URL_SQS: sqs.endpoint, SHORT_JOBS_QUEUE_URL });
  const { handler: sweepDue } = await import('../functions/workers/sweep-due.ts');
  const { handler: runJob } = await import('../functions/workers/run-job.ts');
  const context = { getRemainingTimeInMillis: () => 50_000 } as Context;
  const stored = await newStoredForm(service);
  const rows: (string | number)[][] = [];
  const measure = async (work: string, count: number, run: () => Promise<unknown>) => {
    const consumed = await consumedBy(dynamodb, run);
    const { readUnits, writeUnits } = consumed;
    rows.push([work, callsOf(consumed) / count, readUnits / count, writeUnits / count, described(consumed)]);
  };
  await measure('a sweep with nothing due', 1, () => sweepDue(null, context));
  for (const count of [10, 100, 2000]) {
    await putAll(partialResponses(stored, count));
    await measure(`handing over, ${count} due`, count, () => sweepDue(null, context));
  }
  const items = partialResponses(stored, 10);
  await putAll(items);
  const Records = items.map(({ pk, sk }) => ({ messageId: sk, body: JSON.stringify({ pk, sk }) }));
  await measure('abandoning, a batch of 10', 10, () => runJob({ Records } as SQSEvent, context));
  await sqs.close();
  return {
    title: 'DynamoDB calls and units of a partial response that is due',
    columns: ['work', 'calls each', 'read units each', 'write units each', 'which calls'],
    rows,
    note: 'Of eight fields, all of one form.',
  };
}

/** Returns partial responses that were saved 25 hours ago and became due since. */
function partialResponses(stored: StoredForm, count: number): Item[] {
  const { form, environmentId, shards } = stored;
  return Array.from({ length: count }, () => {
    const response = responseOf(form, newResponseId(form.id, shards, Date.now() - 25 * 3_600_000));
    const partial = { ...response, status: 'partial' as const };
    return { ...itemOf(partial, environmentId), ...inactivityDueKeys(partial.submittedAt, environmentId) };
  });
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
  const plain = await run(service, { way: 'one by one', seconds: 5 }, backlogs);
  const swept = await run(service, { way: 'sweep', seconds: 10 }, backlogs);
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
    const { index, seconds } = await run(service, { way: 'sweep', seconds: 15 }, backlogs);
    rows.push([hours, (index.firstSent.get('env_few') ?? Number.NaN) / 1000, index.sent / seconds]);
  }
  return {
    title: 'A tenant with one item beside one with a million',
    columns: ['the million became due over, hours', 'the one is sent after, s', 'per second'],
    rows,
    note: 'Simulated as above. To the wait comes that for the sweep to begin, a minute at most.',
  };
}

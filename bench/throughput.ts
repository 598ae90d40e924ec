import { credentialsOf } from '../local/bootstrap.ts';
import type { Cloud } from '../local/cloud.ts';
import { withCloud } from './cloud.ts';
import { browserHeaders, eightAnswers, eightFieldForm } from './eight-field-form.ts';
import { type LoadResult, load } from './load.ts';
import { type RepetitionResult, repeated, repeatedCall } from './repeat.ts';
import type { Table } from './report.ts';
import { newStoredForm, type Service } from './service.ts';

/** The number of concurrent calls in one process. */
const concurrent = 10;
/** The numbers of connections over HTTP. */
const connections = [1, 16, 64];

/** Measures submissions per second and CPU per submission, of the function alone and of the local cloud over HTTP. */
export async function throughput(service: Service): Promise<Table[]> {
  const stored = await newStoredForm(service);
  const headers = { ...browserHeaders, authorization: `Bearer ${service.secretKey}` };
  const request = { headers, pathParameters: { formId: stored.form.id }, body: eightAnswers };
  const submit = (concurrency: number) =>
    repeatedCall(service, 'create-submission', request, { concurrency, count: 3000 });
  const puts = await repeated(service, { work: { stored }, concurrency: 1, count: 3000 });
  const overCloud = await withCloud(service, overHttp);
  const row = (name: string, { perSecond, cpuMicros }: RepetitionResult) => [
    name,
    perSecond,
    cpuMicros / 1000,
    cpuMicros / puts.cpuMicros,
  ];
  return [
    {
      title: 'Submissions of eight answers',
      columns: ['way', 'per second', 'CPU each, ms', 'CPU over a PutItem'],
      rows: [
        row('the SDK puts the item, one after the other', puts),
        row('the function in process, one after the other', await submit(1)),
        row(`the function in process, ${concurrent} at a time`, await submit(concurrent)),
        ...overCloud.map((result, index) => row(`local cloud over HTTP, connections: ${connections[index]}`, result)),
      ],
      note: 'CPU: of the process that runs the function; over HTTP also of the gateway, the stream and its readers, which are in that process. The engine and the load generator have processes of their own, on the same cores.',
    },
  ];
}

async function overHttp(cloud: Cloud, dataDir: string): Promise<RepetitionResult[]> {
  const { secretKey } = (await credentialsOf(cloud, dataDir)).environments.production;
  const headers = { ...browserHeaders, authorization: `Bearer ${secretKey}` };
  const created = await fetch(`${cloud.baseUrl}/forms`, {
    method: 'POST',
    headers,
    body: JSON.stringify(eightFieldForm),
  });
  const { id } = (await created.json()) as { id: string };
  const url = `${cloud.baseUrl}/v1/forms/${id}/submissions`;
  const submit = (connections: number, amount: number) =>
    load({ url, headers, body: eightAnswers, connections, amount });
  // Warm up, because code is compiled while it runs and needs thousands of calls to become fast.
  await submit(16, 2000);
  const results: RepetitionResult[] = [];
  for (const count of connections) results.push(await measured(() => submit(count, 1000)));
  return results;
}

async function measured(work: () => Promise<LoadResult>): Promise<RepetitionResult> {
  const cpuBefore = process.cpuUsage();
  const { answers, perSecond } = await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { perSecond, cpuMicros: (user + system) / answers };
}

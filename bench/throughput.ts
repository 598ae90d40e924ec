import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { credentialsOf } from '../local/bootstrap.ts';
import type { Cloud } from '../local/cloud.ts';
import type { StoredForm } from '../shared/store/forms/forms.ts';
import { inProcess } from './child.ts';
import { withCloud } from './cloud.ts';
import { browserHeaders, eightAnswers, eightFieldForm } from './eight-field-form.ts';
import type { Table } from './report.ts';
import { functionNamed, newStoredForm, type Service } from './service.ts';

export type SubmitRequest = {
  /** Of CreateSubmission; without it, only the item is put. */
  readonly codeDir?: string;
  readonly secretKey: string;
  readonly stored: StoredForm;
  readonly concurrency: number;
  readonly count: number;
};
export type SubmitResult = { perSecond: number; cpuMicros: number };

/** At a time, in process. */
const concurrent = 10;
/** Over HTTP. */
const connections = [1, 16, 64];

/** Submissions per second and CPU per submission: of the function alone, and of the whole local cloud over HTTP. */
export async function throughput(service: Service): Promise<Table[]> {
  const stored = await newStoredForm(service);
  const { codeDir } = functionNamed(service, 'create-submission');
  // The log is part of a submission.
  const environment = { ...service.environment, POWERTOOLS_LOG_LEVEL: 'INFO' };
  const measure = (concurrency: number, codeDir?: string) => {
    const request: SubmitRequest = { codeDir, secretKey: service.secretKey, stored, concurrency, count: 3000 };
    return inProcess<SubmitResult>('submit-process.ts', request, environment);
  };
  const puts = await measure(1);
  const overCloud = await withCloud(service, overHttp);
  const row = (name: string, { perSecond, cpuMicros }: SubmitResult) => [
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
        row('the function in process, one after the other', await measure(1, codeDir)),
        row(`the function in process, ${concurrent} at a time`, await measure(concurrent, codeDir)),
        ...overCloud.map((result, index) => row(`local cloud over HTTP, connections: ${connections[index]}`, result)),
      ],
      note: 'CPU: of the process that runs the function; over HTTP also of the gateway, the stream and its readers, which are in that process. The engine and the load generator have processes of their own, on the same cores.',
    },
  ];
}

type LoadResult = { requests: { total: number }; '2xx': number; non2xx: number; errors: number; duration: number };

async function overHttp(cloud: Cloud, dataDir: string): Promise<SubmitResult[]> {
  const { secretKey } = (await credentialsOf(cloud, dataDir)).environments.production;
  const headers = { ...browserHeaders, authorization: `Bearer ${secretKey}` };
  const created = await fetch(`${cloud.baseUrl}/forms`, {
    method: 'POST',
    headers,
    body: JSON.stringify(eightFieldForm),
  });
  const { id } = (await created.json()) as { id: string };
  const url = `${cloud.baseUrl}/v1/forms/${id}/submissions`;
  // The code of functions is compiled while they run: what is fast is so after some thousand calls.
  await load(url, headers, 16, 2000);
  const results: SubmitResult[] = [];
  for (const count of connections) results.push(await measured(() => load(url, headers, count, 1000)));
  return results;
}

async function measured(work: () => Promise<LoadResult>): Promise<SubmitResult> {
  const cpuBefore = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  if (result.non2xx + result.errors > 0) throw new Error(`Not all were taken: ${JSON.stringify(result)}`);
  return { perSecond: result['2xx'] / result.duration, cpuMicros: (user + system) / result['2xx'] };
}

async function load(
  url: string,
  headers: Readonly<Record<string, string>>,
  count: number,
  amount: number,
): Promise<LoadResult> {
  const autocannon = fileURLToPath(import.meta.resolve('autocannon'));
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const options = ['-j', '-m', 'POST', '-c', String(count), '-a', String(amount), '-b', JSON.stringify(eightAnswers)];
  const running = promisify(execFile)(process.execPath, [autocannon, ...options, ...given, url]);
  const kill = () => running.child.kill();
  process.once('exit', kill);
  const { stdout } = await running.finally(() => process.off('exit', kill));
  return JSON.parse(stdout) as LoadResult;
}

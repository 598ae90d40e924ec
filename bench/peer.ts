import { dirname } from 'node:path';
import { exported } from './csv.ts';
import { browserHeaders, eightAnswers } from './eight-field-form.ts';
import { type FilledForm, largeCount, monthForm } from './filled-forms.ts';
import type { ProxyRequest } from './invoke.ts';
import { load, type Target } from './load.ts';
import { compared, downloaded, inTurns, type Measures, underLoad } from './peer/comparison.ts';
import { monthOfEither } from './peer/month.ts';
import { findPostgres, missing, startPostgres } from './peer/postgres.ts';
import { type Side, withFormline, withPeer } from './peer/sides.ts';
import { repeatedCall } from './repeat.ts';
import { NotInstalled, type Table } from './report.ts';
import { newStoredForm, type Service } from './service.ts';

/** Compares Formline with a service written by hand with Fastify and PostgreSQL, both on this machine. */
export async function peer(service: Service): Promise<Table[]> {
  const programs = findPostgres();
  if (!programs) throw new NotInstalled(missing);
  const filled = await monthForm(service);
  const alone = await functionsAlone(service, filled);
  // Use the file system of the engine's files, because on a disk each of the two would wait for it.
  const postgres = await startPostgres(programs, dirname(service.directory));
  try {
    const rows = await withPeer(postgres, filled.span, byHand =>
      withFormline(service, filled, formline => rowsOf(byHand, formline, alone)),
    );
    return [
      {
        title: 'Beside Fastify and PostgreSQL by hand',
        columns: ['work', '', 'by hand', 'Formline, local cloud', 'ratio', 'its function alone', 'ratio'],
        rows,
        note: `PostgreSQL ${postgres.version} as initdb sets it up, fsync and synchronous_commit on; its files and the engine’s are in the same file system. ${largeCount.toLocaleString('en-US')} responses in each. Medians of three turns, of the export one. CPU of the server: of the process that serves, for the local cloud with its gateway, stream and counting; for the function alone, of its process.`,
      },
      await monthOfEither(service),
    ];
  } finally {
    await postgres.close();
  }
}

async function rowsOf(byHand: Side, formline: Side, alone: Alone): Promise<(string | number)[][]> {
  const sides = [byHand, formline] as const;
  const rows: (string | number)[][] = [];
  const take = async (work: string, target: (side: Side) => Target, count: number, alone?: Measures) => {
    // Warm up, because the code of both is compiled while they run; by a number, because the cold cloud takes seconds.
    for (const side of sides) await load({ ...target(side), connections: count, amount: 400 });
    rows.push(...compared(work, ...(await inTurns(sides, side => underLoad(side, target(side), count))), alone));
  };
  // Measure this first: after many submissions, PostgreSQL must check the table again.
  await take('first page of 50', side => side.firstPage, 1, alone.page);
  rows.push(...compared('CSV of all', ...(await inTurns(sides, downloaded, 1)), alone.csv));
  await take('submissions, 1 connection', side => side.submit, 1, alone.submission);
  await take('submissions, 16 connections', side => side.submit, 16);
  return rows;
}

type Alone = Readonly<Record<'submission' | 'page' | 'csv', Measures>>;

/** Measures the functions alone, one call after the other. */
async function functionsAlone(service: Service, { stored }: FilledForm): Promise<Alone> {
  const headers = { ...browserHeaders, authorization: `Bearer ${service.secretKey}` };
  const { form } = await newStoredForm(service);
  const measure = async (bundle: string, request: Omit<ProxyRequest, 'headers'>, count: number) => {
    const times = { concurrency: 1, count };
    const { perSecond, cpuMicros } = await repeatedCall(service, bundle, { headers, ...request }, times);
    return { 'per second': perSecond, 'CPU of the server, ms': cpuMicros / 1000 };
  };
  const submit = { pathParameters: { formId: form.id }, body: eightAnswers };
  const query = { form_id: stored.form.id };
  const { rows, seconds, firstByteMs, cpuSeconds } = await exported(service, { ...query, format: 'csv' });
  return {
    submission: await measure('create-submission', submit, 2000),
    page: await measure('list-responses', { query }, 500),
    csv: {
      'rows per second': rows / seconds,
      'first byte, ms': firstByteMs,
      'CPU of the server, µs a row': (cpuSeconds / rows) * 1e6,
    },
  };
}

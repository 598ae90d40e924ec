import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, type StreamViewType, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { Client } from 'pg';
import { indexStreamRecords } from '../../local/dynamodb/tables.ts';
import { startProcess } from '../child.ts';
import { withCloud } from '../cloud.ts';
import { browserHeaders, eightAnswers } from '../eight-field-form.ts';
import { type FilledForm, largeCount } from '../filled-forms.ts';
import type { Target } from '../load.ts';
import { cpuSeconds, cpuSecondsOfFamily } from '../processor-time.ts';
import { newStoredForm, type Service } from '../service.ts';
import { database, type Postgres } from './postgres.ts';
import { tables } from './schema.ts';

export type PeerRequest = { readonly socketDirectory: string; readonly apiKey: string };
export type PeerStarted = { readonly url: string };

/** One of the two services: the requests to compare, and the CPU that it has used. */
export type Side = {
  readonly submit: Target;
  readonly firstPage: Target;
  readonly csv: Target;
  /** Returns the CPU seconds of the server process and of all database processes. */
  cpu(): { readonly server: number; readonly database: number };
};

/** Runs the local cloud on the engine with the filled form. */
export async function withFormline<Result>(
  service: Service,
  { stored }: FilledForm,
  work: (side: Side) => Promise<Result>,
): Promise<Result> {
  await openStream(service);
  const { form } = await newStoredForm(service);
  const engineDirectory = join(service.directory, 'dynamodb');
  const enginePid = Number(readFileSync(join(engineDirectory, 'dynamodb.pid'), 'utf8'));
  const headers = { ...browserHeaders, authorization: `Bearer ${service.secretKey}` };
  return withCloud(
    service,
    async ({ baseUrl }) => {
      indexStreamRecords(join(engineDirectory, 'dynamodb.sqlite'));
      const list = (query = '') => ({ url: `${baseUrl}/responses?form_id=${stored.form.id}${query}`, headers });
      return work({
        submit: { url: `${baseUrl}/v1/forms/${form.id}/submissions`, headers, body: eightAnswers },
        firstPage: list(),
        csv: list('&format=csv'),
        cpu: () => ({ server: cpuSeconds(process.pid), database: cpuSeconds(enginePid) }),
      });
    },
    { engine: service.environment.AWS_ENDPOINT_URL_DYNAMODB },
  );
}

/** Enables the stream, which was off while the table was filled. */
async function openStream({ assembly }: Service): Promise<void> {
  const client = new DynamoDBClient({});
  for (const { name, streamViewType } of assembly.tables) {
    if (!streamViewType) continue;
    const StreamSpecification = { StreamEnabled: true, StreamViewType: streamViewType as StreamViewType };
    await client.send(new UpdateTableCommand({ TableName: name, StreamSpecification }));
  }
  client.destroy();
}

/** Runs the peer on a database with the same number of responses over the same time. */
export async function withPeer<Result>(
  postgres: Postgres,
  span: FilledForm['span'],
  work: (side: Side) => Promise<Result>,
): Promise<Result> {
  await fillPeer(postgres, span);
  const apiKey = randomUUID();
  const request: PeerRequest = { socketDirectory: postgres.directory, apiKey };
  const { reported, child } = await startProcess<PeerStarted>('peer/server-process.ts', request, {});
  const headers = { ...browserHeaders, authorization: `Bearer ${apiKey}` };
  const list = (query = '') => ({ url: `${reported.url}/forms/filled/responses${query}`, headers });
  try {
    return await work({
      submit: { url: `${reported.url}/forms/new/submissions`, headers, body: eightAnswers },
      firstPage: list(),
      csv: list('?format=csv'),
      cpu: () => ({ server: cpuSeconds(child.pid ?? 0), database: cpuSecondsOfFamily(postgres.pid) }),
    });
  } finally {
    child.kill();
  }
}

async function fillPeer({ directory }: Postgres, [from, to]: FilledForm['span']): Promise<void> {
  const client = new Client({ host: directory, ...database });
  await client.connect();
  await client.query(tables);
  const { origin, 'user-agent': userAgent } = browserHeaders;
  await client.query(
    `INSERT INTO responses (form_id, status, submitted_at, answers, meta)
     SELECT 'filled', CASE WHEN n % 10 = 9 THEN 'partial' ELSE 'completed' END,
       to_timestamp(($1 + ($2::float8 - $1) * n / $3) / 1000), $4, $5
     FROM generate_series(0, $3::int - 1) AS n`,
    [from, to, largeCount, eightAnswers, { source: 'browser', origin, userAgent }],
  );
  // Autovacuum would do this within minutes.
  await client.query('VACUUM ANALYZE responses');
  await client.end();
}

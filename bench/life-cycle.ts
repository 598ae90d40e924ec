import { startS3 } from '../local/s3/server.ts';
import { changedForm } from '../shared/domain/forms/form.ts';
import { dayMs, hourMs } from '../shared/durations.ts';
import { getForm, replaceForm, type StoredForm } from '../shared/store/forms/forms.ts';
import { retentionKey } from '../shared/store/forms/retention.ts';
import { dueParts } from '../shared/store/keys.ts';
import { dynamodb, getItem } from '../shared/store/table.ts';
import { type Consumed, callsOf, consumedBy, described } from './consumed-capacity.ts';
import { fill } from './fill.ts';
import type { Table } from './report.ts';
import { newStoredForm, type Service } from './service.ts';

const responses = 20_000;

/** Measures the cost of archiving a form's responses, and of searching them for a person. */
export const lifeCycle = (service: Service): Promise<Table[]> => withUploads(service, () => lived(service));

/** Provides a bucket for files while the work lasts. */
export async function withUploads<Result>(
  { directory }: Pick<Service, 'directory'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const bucket = await startS3({ dataDir: directory, port: 0, buckets: [{ name: 'uploads', properties: {} }] });
  Object.assign(process.env, { AWS_ENDPOINT_URL_S3: bucket.endpoint, UPLOADS_BUCKET: 'uploads' });
  try {
    return await work();
  } finally {
    await bucket.close();
  }
}

async function lived(service: Service): Promise<Table[]> {
  const stored = await newStoredForm(service);
  await fill(stored, responses, [Date.now() - 70 * dayMs, Date.now() - 40 * dayMs]);
  const found = await consumedBy(dynamodb, () => exportPerson(service));
  const archived = await consumedBy(dynamodb, () => archiveAll(stored));
  const { archivesOf } = await import('../shared/store/forms/archives.ts');
  const archives = await archivesOf(stored.form.id);
  const counted = archives.reduce((sum, { count = 0 }) => sum + count, 0);
  if (counted !== responses) throw new Error(`${counted} responses were archived`);
  return [
    {
      title: 'Archives and data subjects',
      columns: ['work', 'calls', 'read units each', 'write units each', 'which calls'],
      rows: [row('export a person who is in none', found), row('archive them and remove them', archived)],
      note: `Of ${responses.toLocaleString('en-US')} responses of eight fields. Archives that came of it: ${archives.length}.`,
    },
  ];
}

const row = (what: string, consumed: Consumed) => [
  what,
  callsOf(consumed),
  consumed.readUnits / responses,
  consumed.writeUnits / responses,
  described(consumed),
];

export async function exportPerson({ caller }: Service): Promise<void> {
  const { newRequest, runToEnd } = await import('../test/support/table/data-subjects.ts');
  await runToEnd(await newRequest(caller, 'export', { email: 'nobody@example.com' }));
}

/** Archives until nothing more is due soon. */
async function archiveAll({ form, environmentId }: StoredForm): Promise<void> {
  const { keepRetention } = await import('../shared/jobs/retention/keep-retention.ts');
  const read = (await getForm(form.id)) as StoredForm;
  const { id: _, version: __, environment: ___, createdAt: ____, updatedAt: _____, ...change } = read.form;
  const changed = { ...change, retention: { days: 30, policy: 'archive' } } as const;
  if (!(await replaceForm(read, changedForm(read.form, changed, new Date().toISOString())))) {
    throw new Error('The form was not changed');
  }
  const key = retentionKey(environmentId, form.id);
  for (;;) {
    const work = await getItem(key);
    if (!work || dueParts(String(work.duesk)).time > Date.now() + 2 * hourMs) return;
    await keepRetention(key, Date.now() + hourMs);
  }
}

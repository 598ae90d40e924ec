import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { places } from '../../bin/build/privacy-map.ts';
import { type ItemType, partsOf } from '../../shared/store/keys.ts';
import type { Client } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { mailsTo } from '../support/cloud/mail.ts';
import { startedService } from '../support/cloud/service.ts';
import { changeItem, hastenJobs, itemsThatName, oldResponses } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { put, signed } from '../support/records/files.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { unzipped } from '../support/workbook.ts';

const [dataDir, copies] = [mkdtempSync(join(tmpdir(), 'markers-')), mkdtempSync(join(tmpdir(), 'copies-'))];
const service = startedService({ alone: true, dataDir });
const secret = service.client('secretKey');
const page = service.client('publishableKey');
const owner = service.session('owner');

/** Repeats in its reply what it was sent, as a careless receiver does. */
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', part => parts.push(part));
  request.on('end', () => response.end(Buffer.concat(parts)));
});

beforeAll(() => new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  receiver.close();
  for (const folder of [dataDir, copies]) rmSync(folder, { recursive: true, force: true });
});

const itemTypes = Object.keys(places) as ItemType[];

const isItemType = (place: string): place is ItemType => place in places;

function typeOf(item: Record<string, { S?: string }>): string {
  const [pk = '', sk = ''] = [item.pk?.S, item.sk?.S];
  return itemTypes.find(type => partsOf(type, 'pk', pk) && partsOf(type, 'sk', sk)) ?? `${pk} ${sk}`;
}

const rowsOf = (file: string, sql: string): Json[] => {
  // The cloud has locked its own.
  const copy = join(copies, `${crypto.randomUUID()}.sqlite`);
  for (const end of ['', '-wal'])
    if (existsSync(join(dataDir, file + end))) cpSync(join(dataDir, file + end), copy + end);
  const database = new DatabaseSync(copy);
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
};

/** Returns the kinds of objects in buckets, such as `files/`, that have the marker in key, headers or content. */
const objectsWith = (marker: string): string[] =>
  rowsOf('s3/objects.sqlite', 'SELECT key, file, headers FROM objects').flatMap(({ key, file, headers }) => {
    const body = readFileSync(join(dataDir, 's3/bodies', file));
    const isPacked = body[0] === 0x1f && body[1] === 0x8b;
    const isArchive = body.toString('latin1', 0, 2) === 'PK';
    const content = isPacked ? gunzipSync(body) : isArchive ? [...unzipped(body)].join() : body;
    return `${key} ${headers} ${content}`.includes(marker) ? [`${key.split('/')[0]}/`] : [];
  });

/** Returns every place of the service that has a marker: types of items, kinds of objects, queues, and the log. */
async function placesWith(marker: string): Promise<string[]> {
  const items = await itemsThatName(service.cloud(), marker);
  const messages = rowsOf('sqs.sqlite', 'SELECT body FROM messages').filter(({ body }) => body.includes(marker));
  const found = [
    ...items.map(item => typeOf(item as never)),
    ...objectsWith(marker),
    ...(messages.length > 0 ? ['queues'] : []),
    ...(readFileSync(join(dataDir, 'functions.log'), 'utf8').includes(marker) ? ['log'] : []),
  ];
  return [...new Set(found)].sort();
}

const okay = async (client: Client, ...[operation, call]: Parameters<Client>): Promise<Json> => {
  const { status, body } = await client(operation, call);
  if (status >= 300) throw new Error(`${operation}: ${status} ${JSON.stringify(body)}`);
  return body;
};

const fields = [
  { id: 'email', type: 'email' },
  { id: 'plain', type: 'text' },
  { id: 'personal', type: 'text', pii: true },
  { id: 'sealed', type: 'text' },
  { id: 'masked', type: 'text' },
  { id: 'scan', type: 'file' },
];

/** Carries a marker into a new form by every request that takes a text. */
async function planted(marker: string) {
  const email = `${marker}@example.com`;
  const form = await newForm(secret, {
    title: 'Markers',
    ...{ fields, fieldPolicies: { sealed: 'encrypted', masked: 'masked' }, extraFields: 'keep' },
  });
  const formId: string = form.id;
  await oldResponses(service.cloud(), form, [40], { email, plain: marker });
  await okay(secret, 'updateForm', { params: { id: formId }, body: { retention: { days: 30, policy: 'archive' } } });
  await eventually(async () => {
    await hastenJobs(service.cloud(), 'RETENTION#');
    expect(objectsWith(marker)).toContain('archives/');
  });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const events = ['response.created', 'response.updated'];
  await okay(secret, 'createWebhook', { body: { url, events, formId, includeAnswers: true } });
  const upload = await signed(page, formId, {
    fieldId: 'scan',
    fileName: `${marker}.txt`,
    contentType: 'text/plain',
    size: marker.length,
  });
  await put(upload, marker);
  const texts = { plain: marker, personal: marker, sealed: marker, masked: marker };
  const headers = { 'x-session-id': `${marker}-session`, 'idempotency-key': marker, 'user-agent': `${marker}/1.0` };
  const answers = { email, ...texts, scan: upload.fileId, [marker]: marker };
  const whole = await submit(page, formId, answers, { headers });
  await okay(secret, 'updateResponse', { params: { id: whole.id }, body: { notes: `About ${marker}` } });
  const partial = { headers: { 'x-session-id': `${marker}-partial` }, query: { status: 'partial' } };
  const saved = await submit(page, formId, { email, plain: marker }, partial);
  const spam = await submit(page, formId, { email, plain: marker });
  await okay(secret, 'updateResponse', { params: { id: spam.id }, body: { spam: true } });
  await page('createSubmission', { params: { formId }, body: { email: marker, [`${marker}-field`]: marker } });
  const filters = { q: marker, answers: { plain: marker } };
  const view = await okay(secret, 'createView', { params: { id: formId }, body: { name: 'One', filters } });
  await okay(owner, 'createReply', { params: { id: whole.id }, body: { subject: marker, body: marker } });
  const exported = await okay(secret, 'createExport', { body: { format: 'csv', formId, viewId: view.id } });
  const subject = await okay(secret, 'exportDataSubject', { body: { email } });
  await eventually(async () => {
    await hastenJobs(service.cloud(), 'EXPORT#');
    await hastenJobs(service.cloud(), 'SUBJECT#');
    expect((await okay(secret, 'getExport', { params: { id: exported.id } })).state).toBe('done');
    expect((await okay(secret, 'getDataSubjectRequest', { params: { id: subject.id } })).state).toBe('done');
    expect(await placesWith(marker)).toEqual(expect.arrayContaining(['delivery', 'exportFile', 'exports/', 'spam']));
    // The visitor has the reply, and no place of the service any more.
    expect(mailsTo(service.cloud(), email)).toHaveLength(1);
    expect(await placesWith(marker)).not.toContain('mail');
  });
  return { email, formId, ids: [whole.id, saved.id, spam.id] as string[] };
}

const newMarker = (name: string) => `zq7${name}${crypto.randomUUID().slice(0, 8)}`;

/** The deferred work that a deletion leaves for later. */
const later = ['UPLOADS#', 'EXPORT#', 'MAIL#', 'JOB#'];

/** Does the work of a deletion until the marker is in these places and in no other. */
const expectLeft = (marker: string, places: readonly string[]): Promise<void> =>
  eventually(async () => {
    for (const kind of later) await hastenJobs(service.cloud(), kind);
    expect(await placesWith(marker)).toEqual(places);
  });

/** Erases a person by a request, without the minute that it waits. */
async function erase(email: string): Promise<void> {
  const { id } = await okay(secret, 'eraseDataSubject', { body: { email } });
  await eventually(async () => {
    await changeItem(service.cloud(), { pk: `SUBJECT#${id}`, sk: 'SUBJECT' }, { notBefore: 0 });
    await hastenJobs(service.cloud(), 'SUBJECT#');
    expect((await okay(secret, 'getDataSubjectRequest', { params: { id } })).state).toBe('done');
  });
}

it('finds a marker that every request has carried where docs/privacy.md says, before and after each deletion', async () => {
  const [erased, deleted] = [newMarker('erased'), newMarker('deleted')];
  const person = await planted(erased);
  const before = await placesWith(erased);
  expect(before).toEqual([
    ...['archives/', 'delivery', 'export', 'exportFile', 'exports/', 'files/'],
    ...['form', 'response', 'responseViews', 'spam', 'upload'],
  ]);
  expect(before.filter(place => isItemType(place) && !places[place])).toEqual([]);
  await erase(person.email);
  // The view looks for an answer that names nobody.
  await expectLeft(erased, ['responseViews']);

  const { formId, ids } = await planted(deleted);
  for (const id of ids) await okay(secret, 'deleteResponse', { params: { id } });
  await expectLeft(deleted, ['archives/', 'delivery', 'exports/', 'responseViews']);
  await okay(secret, 'deleteForm', { params: { id: formId } });
  await expectLeft(deleted, ['delivery', 'exports/']);
  await okay(owner, 'deleteOrganization', { params: { orgId: service.credentials().organization.id } });
  await expectLeft(deleted, []);
});

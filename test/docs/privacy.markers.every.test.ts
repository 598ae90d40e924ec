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
import { type Client, clientOf } from '../support/cloud/client.ts';
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
const organization = (): string => service.credentials().organization.id;

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

/** Where a text is: the type of an item, the kind of an object such as `files/`, the queues, or the log. */
type Found = { readonly place: string; readonly text: string };

/** An owner has this bucket in an account of their own. */
const ownersBucket = 'acme-markers';

/** Returns all objects in buckets, with key, headers and content. */
const objects = (): Found[] =>
  rowsOf('s3/objects.sqlite', 'SELECT bucket, key, file, headers FROM objects').map(
    ({ bucket, key, file, headers }) => {
      const body = readFileSync(join(dataDir, 's3/bodies', file));
      const isPacked = body[0] === 0x1f && body[1] === 0x8b;
      const isArchive = body.toString('latin1', 0, 2) === 'PK';
      const content = isPacked ? gunzipSync(body) : isArchive ? [...unzipped(body)].join() : body;
      const owner = bucket === ownersBucket ? 'owner:' : '';
      return { place: `${owner}${key.split('/')[0]}/`, text: `${key} ${headers} ${content}` };
    },
  );

/** Returns everything that the service has stored anywhere. */
async function everything(): Promise<Found[]> {
  const items = await itemsThatName(service.cloud(), '');
  return [
    ...items.map(item => ({ place: typeOf(item as never), text: JSON.stringify(item) })),
    ...objects(),
    ...rowsOf('sqs.sqlite', 'SELECT body FROM messages').map(({ body }) => ({ place: 'queues', text: body })),
    { place: 'log', text: readFileSync(join(dataDir, 'functions.log'), 'utf8') },
  ];
}

/** Returns the places that have a marker, in any case of its letters. */
const placesIn = (all: readonly Found[], marker: string): string[] => {
  const found = all.filter(({ text }) => text.toLowerCase().includes(marker)).map(({ place }) => place);
  return [...new Set(found)].sort();
};

const placesWith = async (marker: string): Promise<string[]> => placesIn(await everything(), marker);

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

/** A bucket in an owner's account, for the answers, files, archives and exports of a form. */
function ownersStorage(): Json {
  const [account, RoleName] = ['333333333999', 'formline-storage-markers'];
  service.cloud().deployCustomer({ account, BucketName: ownersBucket, RoleName, ExternalId: organization() });
  return { mode: 'owner', bucket: ownersBucket, roleArn: `arn:aws:iam::${account}:role/${RoleName}` };
}

/** Carries a marker into a new form by every request that takes a text. */
async function planted(marker: string, storage?: Json) {
  const isThere = storage ? ['owner:responses/', 'owner:exports/', 'owner:files/'] : ['spam'];
  const email = `${marker}@example.com`;
  const form = await newForm(secret, {
    title: 'Markers',
    ...{ fields, fieldPolicies: { sealed: 'encrypted', masked: 'masked' }, extraFields: 'keep' },
    ...(storage && { storage }),
  });
  const formId: string = form.id;
  await oldResponses(service.cloud(), form, [40], { email, plain: marker });
  await okay(secret, 'updateForm', { params: { id: formId }, body: { retention: { days: 30, policy: 'archive' } } });
  await eventually(async () => {
    await hastenJobs(service.cloud(), 'RETENTION#');
    expect(placesIn(objects(), marker).join()).toContain('archives/');
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
  await submit(page, formId, { email, plain: marker }, partial);
  const csv = `email,plain\n${email},${marker}\n`;
  await okay(secret, 'importResponses', { body: { formId, csv, submittedAt: new Date().toISOString() } });
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
    const found = await placesWith(marker);
    expect(found).toEqual(expect.arrayContaining(['delivery', 'exportFile', 'exports/', ...isThere]));
    // The visitor has the reply, and no place of the service any more.
    expect(mailsTo(service.cloud(), email)).toHaveLength(1);
    expect(found).not.toContain('mail');
  });
  const { items } = await okay(secret, 'listResponses', { query: { form_id: formId } });
  return { email, formId, ids: [...items.map(({ id }: Json) => id), spam.id] as string[] };
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

/** The item of a response with a marker. */
async function itemWith(marker: string, type: string): Promise<{ pk: string; sk: string }> {
  const items = (await itemsThatName(service.cloud(), marker)) as Json[];
  const [item] = items.filter(each => typeOf(each) === type);
  return { pk: item.pk.S, sk: item.sk.S };
}

it('finds a marker gone once its time is over, and with its file or its user', async () => {
  const [expired, spam] = [newMarker('expired'), newMarker('spam')];
  const [file, user] = [newMarker('file'), newMarker('user')];
  const form = await newForm(secret, { title: 'Expiring', fields });
  await oldResponses(service.cloud(), form, [40], { plain: expired });
  expect(await placesWith(expired)).toEqual(['response']);
  await okay(secret, 'updateForm', { params: { id: form.id }, body: { retention: { days: 30, policy: 'delete' } } });

  const marked = await submit(page, form.id, { plain: spam });
  await okay(secret, 'updateResponse', { params: { id: marked.id }, body: { spam: true } });
  const at = new Date(Date.now() - 31 * 24 * 3600_000).toISOString();
  await changeItem(service.cloud(), await itemWith(spam, 'spam'), { spam: { score: 1, reasons: ['marked'], at } });

  const announced = { fieldId: 'scan', fileName: `${file}.txt`, contentType: 'text/plain', size: file.length };
  const upload = await signed(page, form.id, announced);
  await put(upload, file);
  const { id } = await submit(page, form.id, { plain: 'with a file', scan: upload.fileId });
  expect(await placesWith(file)).toEqual(['files/', 'upload']);
  await okay(secret, 'updateResponse', { params: { id }, body: { answers: { scan: null } } });

  const member = await service.newUser({ email: `${user}@example.com`, role: 'admin' });
  const authorization = `Bearer ${await service.newSession(member)}`;
  const asMember = clientOf(() => ({ baseUrl: service.baseUrl(), headers: { authorization } }));
  const view = { name: 'Theirs', filters: { q: 'theirs' } };
  await okay(asMember, 'createView', { params: { id: form.id }, body: view });
  expect(await placesWith(user)).toEqual(['auditEvent', 'emailAddress', 'user']);
  await okay(owner, 'deleteUser', { params: { userId: member.id } });
  await eventually(async () => {
    for (const kind of ['RETENTION#', 'SPAM#', 'UPLOADS#']) await hastenJobs(service.cloud(), kind);
    const all = await everything();
    expect([expired, spam, file, user].map(marker => placesIn(all, marker))).toEqual([[], [], [], ['auditEvent']]);
  });
});

it('finds a marker that every request has carried where docs/privacy.md says, before and after each deletion', async () => {
  const [erased, moved, deleted] = [newMarker('erased'), newMarker('moved'), newMarker('deleted')];
  const person = await planted(erased);
  const inTable = await placesWith(erased);
  expect(inTable).toEqual([
    ...['archives/', 'delivery', 'export', 'exportFile', 'exports/', 'files/'],
    ...['form', 'response', 'responseViews', 'spam', 'upload'],
  ]);
  expect(inTable.filter(place => isItemType(place) && !places[place])).toEqual([]);
  const other = await planted(moved, ownersStorage());
  expect(await placesWith(moved)).toEqual([
    ...['delivery', 'export', 'exportFile', 'exports/', 'form'],
    ...['owner:archives/', 'owner:exports/', 'owner:files/', 'owner:responses/'],
    ...['response', 'responseViews', 'upload'],
  ]);
  for (const { email } of [person, other]) await erase(email);
  // The view looks for an answer that names nobody.
  for (const marker of [erased, moved]) await expectLeft(marker, ['responseViews']);

  const { formId, ids } = await planted(deleted);
  for (const id of ids) await okay(secret, 'deleteResponse', { params: { id } });
  await expectLeft(deleted, ['archives/', 'delivery', 'exports/', 'responseViews']);
  await okay(secret, 'deleteForm', { params: { id: formId } });
  await expectLeft(deleted, ['delivery', 'exports/']);
  await okay(owner, 'deleteOrganization', { params: { orgId: organization() } });
  for (const marker of [moved, deleted]) await expectLeft(marker, []);
});

import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { places } from '../../bin/build/privacy-map.ts';
import { newId, responseAddress } from '../../shared/ids.ts';
import { type ItemType, keyOf, partsOf } from '../../shared/store/keys.ts';
import { type Client, clientOf } from '../support/cloud/client.ts';
import { hastenJobs } from '../support/cloud/deferred-work.ts';
import type { Json } from '../support/cloud/http.ts';
import { mailsTo } from '../support/cloud/mail.ts';
import { startedService } from '../support/cloud/service.ts';
import { changeItem, itemsThatName, oldResponses } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { put, signed } from '../support/records/files.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { unzipped } from '../support/workbook.ts';

const [dataDir, copies] = [mkdtempSync(join(tmpdir(), 'markers-')), mkdtempSync(join(tmpdir(), 'copies-'))];

/** Whether SES takes no mails, so that those to be sent stay on their way. */
let areMailsHeld = false;
const heldSubjects = new Set<string>();
let takesMails = '';
const mails = createServer(async (request, response) => {
  const body = await buffer(request);
  if (areMailsHeld) {
    heldSubjects.add(JSON.parse(body.toString()).Content.Simple.Subject.Data);
    response.writeHead(429, { 'x-amzn-errortype': 'TooManyRequestsException' }).end('{}');
    return;
  }
  const { method, headers } = request;
  const reply = await fetch(takesMails + request.url, { method, headers: headers as Record<string, string>, body });
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text());
});

const listening = (server: Server) => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const service = startedService({
  ...{ alone: true, dataDir },
  async between({ ses }) {
    takesMails = ses;
    await listening(mails);
    return { ses: urlOf(mails) };
  },
});
const secret = service.client('secretKey');
const page = service.client('publishableKey');
const owner = service.session('owner');
const organization = (): string => service.credentials().organization.id;

/** Repeats in its reply what it was sent, as a careless receiver does. At `/down` it fails. */
const receiver = createServer(async (request, response) => {
  response.statusCode = request.url === '/down' ? 500 : 200;
  response.end(await buffer(request));
});

beforeAll(() => listening(receiver));
afterAll(() => {
  for (const server of [receiver, mails]) server.close();
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

/** Returns the messages in all queues, those of dead letters too. */
const messages = (): Found[] =>
  rowsOf('sqs.sqlite', 'SELECT body FROM messages').map(({ body }) => ({ place: 'queues', text: body }));

/** Returns everything that the service has stored anywhere, in small letters. */
async function everything(): Promise<Found[]> {
  const cloud = service.cloud();
  const items = (await Promise.all(cloud.assembly.tables.map(table => itemsThatName(cloud, '', table)))).flat();
  return [
    ...items.map(item => ({ place: typeOf(item as never), text: JSON.stringify(item) })),
    ...objects(),
    ...messages(),
    { place: 'log', text: readFileSync(join(dataDir, 'functions.log'), 'utf8') },
  ].map(({ place, text }) => ({ place, text: text.toLowerCase() }));
}

/** Returns the places that have a marker. */
const placesIn = (all: readonly Found[], marker: string): string[] => {
  const found = all.filter(({ text }) => text.includes(marker)).map(({ place }) => place);
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
  { id: 'agreed', type: 'consent', text: 'I agree.' },
];

const confirmation = { enabled: true, nameField: 'plain', subject: 'Thank you', body: 'Dear {{plain}}' };

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
    autoresponder: confirmation,
    ...(storage && { storage }),
  });
  const formId: string = form.id;
  await oldResponses(service.cloud(), form, [40], { email, plain: marker });
  await okay(secret, 'updateForm', { params: { id: formId }, body: { retention: { days: 30, policy: 'archive' } } });
  await eventually(async () => {
    await hastenJobs(service.cloud(), ['RETENTION#']);
    expect(placesIn(objects(), marker).join()).toContain('archives/');
  });
  const events = ['response.created', 'response.updated'];
  const webhook = { events, formId, includeAnswers: true };
  await okay(secret, 'createWebhook', { body: { url: `${urlOf(receiver)}/`, ...webhook } });
  const down = await okay(secret, 'createWebhook', { body: { url: `${urlOf(receiver)}/down`, ...webhook } });
  const { id: member } = await service.newUser({ role: 'admin' });
  const config = { recipients: [member], digest: 'daily' };
  await okay(owner, 'createIntegration', { body: { type: 'email', formId, config } });
  const upload = await signed(page, formId, {
    fieldId: 'scan',
    fileName: `${marker}.txt`,
    contentType: 'text/plain',
    size: marker.length,
  });
  await put(upload, marker);
  const texts = { plain: marker, personal: marker, sealed: marker, masked: marker };
  const headers = { 'x-session-id': `${marker}-session`, 'idempotency-key': marker, 'user-agent': `${marker}/1.0` };
  const answers = { email, ...texts, scan: upload.fileId, agreed: true, [marker]: marker };
  const whole = await submit(page, formId, answers, { headers });
  await okay(secret, 'updateResponse', { params: { id: whole.id }, body: { notes: `About ${marker}` } });
  const { meta } = await okay(secret, 'updateResponse', {
    params: { id: whole.id },
    body: { answers: { agreed: null } },
  });
  expect(meta.consents.agreed).toMatchObject({ by: 'visitor', withdrawnAt: expect.any(String) });
  await okay(secret, 'updateResponse', { params: { id: whole.id }, body: { answers: { [marker]: 'corrected' } } });
  const partial = { headers: { 'x-session-id': `${marker}-partial` }, query: { status: 'partial' } };
  await submit(page, formId, { email, plain: marker }, partial);
  const csv = `email,plain\n${email},${marker}\n`;
  await okay(secret, 'importResponses', { body: { formId, csv, submittedAt: new Date().toISOString() } });
  const spam = await submit(page, formId, { email, plain: marker });
  await okay(secret, 'updateResponse', { params: { id: spam.id }, body: { spam: true } });
  const restricted = await submit(page, formId, { email, plain: marker });
  const restriction = { restricted: true, restrictionReason: `Disputed by ${said(marker)}` };
  await okay(secret, 'updateResponse', { params: { id: restricted.id }, body: restriction });
  await page('createSubmission', { params: { formId }, body: { email: marker, [`${marker}-field`]: marker } });
  const filters = { q: marker, answers: { plain: marker } };
  const view = await okay(secret, 'createView', { params: { id: formId }, body: { name: 'One', filters } });
  await okay(owner, 'createReply', { params: { id: whole.id }, body: { subject: marker, body: marker } });
  const exported = await okay(secret, 'createExport', { body: { format: 'csv', formId, viewId: view.id } });
  const subject = await okay(secret, 'exportDataSubject', { body: { email } });
  await eventually(async () => {
    await hastenJobs(service.cloud(), ['EXPORT#', 'SUBJECT#']);
    expect((await okay(secret, 'getExport', { params: { id: exported.id } })).state).toBe('done');
    expect((await okay(secret, 'getDataSubjectRequest', { params: { id: subject.id } })).state).toBe('done');
    // The visitor has the reply and the confirmation.
    expect(mailsTo(service.cloud(), email)).toHaveLength(2);
    expect(placesIn(messages(), down.id)).toEqual(['queues']);
    const found = await placesWith(marker);
    expect(found).toEqual(expect.arrayContaining(['delivery', 'exportFile', 'exports/', ...isThere]));
  });
  const { items } = await okay(secret, 'listResponses', { query: { form_id: formId } });
  return { email, formId, ids: [...items.map(({ id }: Json) => id), spam.id, restricted.id] as string[] };
}

/** What the team says of a person in a reason or a note. */
const said = (marker: string) => `${marker.slice(0, 5)}said${marker.slice(5)}`;

/** Leaves a mail of each kind on its way to the person of a form, and a change of theirs set aside. */
async function inFlight(email: string, marker: string) {
  areMailsHeld = true;
  const { id: formId } = await newForm(secret, { title: 'In flight', fields, autoresponder: confirmation });
  const { id } = await submit(page, formId, { email, plain: marker });
  await okay(owner, 'createReply', { params: { id }, body: { subject: marker, body: marker } });
  await eventually(async () => expect(heldSubjects).toEqual(new Set([confirmation.subject, marker])));
  const damaged = { type: 'slack', config: '{', active: true, environmentId: '' };
  const key = keyOf('integration', { owner: formId, integration: newId('integration') });
  await changeItem(service.cloud(), key, damaged);
  await submit(page, formId, { email, plain: marker });
  await eventually(async () => expect(placesIn(objects(), marker)).toContain('aws/'));
  return { id };
}

const newMarker = (name: string) => `zq7${name}${crypto.randomUUID().slice(0, 8)}`;

/** The deferred work that a deletion leaves for later. */
const later = ['UPLOADS#', 'EXPORT#', 'MAIL#', 'JOB#'];

/** Does the work of a deletion until the marker is in these places and in no other. */
const expectLeft = (marker: string, places: readonly string[]): Promise<void> =>
  eventually(async () => {
    await hastenJobs(service.cloud(), later);
    expect(await placesWith(marker)).toEqual(places);
  });

/** Erases a person by a request, without the minute that it waits. */
async function erase(email: string, note?: string): Promise<void> {
  const { id } = await okay(secret, 'eraseDataSubject', { body: { email, note } });
  const cloud = service.cloud();
  await eventually(async () => {
    await hastenJobs(cloud, ['SUBJECT#']);
    expect(JSON.stringify(await itemsThatName(cloud, id))).toContain('sweptAt');
  });
  // In place of the minute after which no attempt to deliver can be under way that began before the sweep.
  await cloud.stopWorkers();
  await cloud.startWorkers();
  await eventually(async () => {
    await changeItem(cloud, { pk: `SUBJECT#${id}`, sk: 'SUBJECT' }, { notBefore: 0 });
    await hastenJobs(cloud, ['SUBJECT#']);
    expect((await okay(secret, 'getDataSubjectRequest', { params: { id } })).state).toBe('done');
  });
}

/** The item of a response with a marker. */
async function itemWith(marker: string, type: string): Promise<{ pk: string; sk: string }> {
  const items = (await itemsThatName(service.cloud(), marker)) as Json[];
  const [item] = items.filter(each => typeOf(each) === type);
  return { pk: item.pk.S, sk: item.sk.S };
}

it('finds a marker gone once its time is over, and with its file, its user or its integration', async () => {
  const [expired, spam] = [newMarker('expired'), newMarker('spam')];
  const [file, user, recipient] = [newMarker('file'), newMarker('user'), newMarker('recipient')];
  const stranger = newMarker('stranger');
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

  const anyone = service.client();
  await anyone('login', { body: { email: `${stranger}@example.com`, password: stranger } });
  await anyone('requestPasswordReset', { body: { email: `${stranger}@example.com` } });

  const config = { recipients: [`${recipient}@example.com`] };
  const byMail = await okay(owner, 'createIntegration', { body: { type: 'email', formId: form.id, config } });
  await eventually(async () => expect(mailsTo(service.cloud(), `${recipient}@example.com`)).toHaveLength(1));
  expect(await placesWith(recipient)).toEqual(['integration', 'recipient']);
  await okay(owner, 'deleteIntegration', { params: { id: byMail.id } });
  await eventually(async () => {
    await hastenJobs(service.cloud(), ['RETENTION#', 'SPAM#', 'UPLOADS#', 'JOB#', 'MAIL#']);
    const all = await everything();
    const gone = [expired, spam, file, recipient, stranger].map(marker => placesIn(all, marker));
    expect([...gone, placesIn(all, user)]).toEqual([[], [], [], [], [], ['auditEvent']]);
  });
});

it('finds a marker that every request has carried where docs/privacy.md says, before and after each deletion', async () => {
  const [erased, moved, deleted] = [newMarker('erased'), newMarker('moved'), newMarker('deleted')];
  const person = await planted(erased);
  const inTable = await placesWith(erased);
  expect(inTable).toEqual([
    ...['archives/', 'delivery', 'export', 'exportFile', 'exports/', 'files/'],
    ...['form', 'response', 'responseViews', 'restricted', 'spam', 'upload'],
  ]);
  expect(inTable.filter(place => isItemType(place) && !places[place])).toEqual([]);
  const other = await planted(moved, ownersStorage());
  const movedAway = [
    ...['delivery', 'export', 'exportFile', 'exports/', 'form'],
    ...['owner:archives/', 'owner:exports/', 'owner:files/', 'owner:responses/'],
    ...['response', 'responseViews', 'upload'],
  ];
  await eventually(async () => expect(await placesWith(moved)).toEqual(movedAway));
  const mailed = await inFlight(person.email, erased);
  for (const { email } of [person, other]) await erase(email, `Asked by ${said(erased)}`);
  areMailsHeld = false;
  // The view looks for an answer that names nobody.
  await expectLeft(erased, ['aws/', 'responseViews']);
  await expectLeft(moved, ['responseViews']);
  expect(mailsTo(service.cloud(), person.email)).toHaveLength(2);
  const ulid = responseAddress(mailed.id)?.sortKey.toLowerCase() ?? '';
  expect(await placesWith(said(erased))).toEqual(['auditEvent', 'dataSubject']);
  const named = (await placesWith(ulid)).filter(place => !/Counts$/.test(place));
  expect(named).toEqual(['auditEvent', 'aws/', 'deletion', 'mailbox']);

  const { formId, ids } = await planted(deleted);
  for (const id of ids) await okay(secret, 'deleteResponse', { params: { id } });
  await expectLeft(deleted, ['archives/', 'delivery', 'exports/', 'responseViews']);
  await okay(secret, 'deleteForm', { params: { id: formId } });
  await expectLeft(deleted, ['delivery', 'exports/']);
  await okay(owner, 'deleteOrganization', { params: { orgId: organization() } });
  for (const marker of [moved, deleted, said(erased)]) await expectLeft(marker, []);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openDataFolder } from '../../local/data-folder.ts';
import { startDynamoDb } from '../../local/dynamodb/dynamodb.ts';
import { indexStreamRecords } from '../../local/dynamodb/tables.ts';
import { rememberedPorts } from '../../local/ports.ts';
import { httpReceiver } from '../shared/outbound/receivers.ts';
import { type Call, clientOf, type Operation } from '../support/cloud/client.ts';
import { type CallAttempt, type FaultProxy, type ProxyFault, startFaultProxy } from '../support/cloud/fault-proxy.ts';
import type { Json } from '../support/cloud/http.ts';
import { type OwnCloud, startOwnCloud } from '../support/cloud/own-cloud.ts';
import { type KeyKind, keyHeader } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { randomOf } from '../support/random.ts';
import { newForm } from '../support/records/forms.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'lost-answers-'));
const closers: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];

let cloud: OwnCloud;
let proxy: FaultProxy;
let losing = false;

const random = randomOf(27);

/** Loses one answer in twelve to what is sent first: of the SDK's repetitions one has to be answered. */
function loseSome({ operation, attempt }: CallAttempt): ProxyFault | undefined {
  if (!losing || attempt > 1 || !/Put|Update|Delete|Write/.test(operation) || random() > 1 / 12) return undefined;
  return random() < 0.5 ? 'error' : 'reset';
}

beforeAll(async () => {
  openDataFolder(dataDir);
  const { dynamodb: port } = await rememberedPorts(dataDir, ['dynamodb']);
  const engine = await startDynamoDb({ dataDir: join(dataDir, 'dynamodb'), port });
  closers.push(() => engine.close());
  proxy = await startFaultProxy(engine.endpoint, loseSome);
  closers.push(() => proxy.close());
  cloud = await startOwnCloud({ dataDir, engine: proxy.endpoint });
  closers.push(() => cloud.close());
  indexStreamRecords(engine.databaseFile);
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const clientWith = (kind: KeyKind) =>
  clientOf(() => ({
    baseUrl: cloud.baseUrl,
    headers: keyHeader(kind, cloud.credentials.environments.production[kind]),
  }));
const [browser, secret] = [clientWith('publishableKey'), clientWith('secretKey')];

/** What the service has been told of one person, and what it must have kept. */
type Person = { id: string; name: string; notes: number; events: string[] };

async function answered(reply: Promise<Json>, status: number): Promise<Json> {
  const { status: actual, body } = await reply;
  expect({ status: actual, body }).toMatchObject({ status });
  return body;
}

async function submitAlone(formId: string, name: string): Promise<Person> {
  const { id } = await answered(secret('createSubmission', { params: { formId }, body: { name } }), 201);
  return { id, name, notes: 0, events: ['response.created'] };
}

async function submitTwiceWithKey(formId: string, name: string): Promise<Person> {
  const call: Call = { params: { formId }, headers: { 'idempotency-key': `key of ${name}` }, body: { name } };
  const { id } = await answered(secret('createSubmission', call), 201);
  expect(await answered(secret('createSubmission', call), 201)).toMatchObject({ id });
  return { id, name, notes: 0, events: ['response.created'] };
}

async function submitInSession(formId: string, name: string): Promise<Person> {
  const sessionId = `the-session-of-${name.replace(' ', '-')}`;
  const headers = { 'x-session-id': sessionId };
  const tell = (event: object) => browser('createEvents', { params: { id: formId }, body: { sessionId, ...event } });
  await answered(tell({ type: 'view' }), 202);
  await answered(tell({ type: 'focus', fieldId: 'name' }), 202);
  const call = { params: { formId }, headers, body: { name: 'A.' } };
  const { id } = await answered(browser('createSubmission', { ...call, query: { status: 'partial' } }), 201);
  const completed = await answered(browser('createSubmission', { ...call, body: { name } }), 200);
  expect(completed).toMatchObject({ id, status: 'completed' });
  return { id, name, notes: 0, events: ['event.view', 'event.focus', 'response.created'] };
}

async function submitAndNote(formId: string, name: string): Promise<Person> {
  const person = await submitAlone(formId, name);
  await answered(secret('updateResponse', { params: { id: person.id }, body: { notes: ['Seen'] } }), 200);
  return { ...person, notes: 1, events: ['response.created', 'response.updated'] };
}

const ways = [submitAlone, submitTwiceWithKey, submitInSession, submitAndNote];
const peopleAtOnce = 8;
const rounds = 15;

async function listed(formId: string): Promise<Json> {
  return answered(secret('listResponses', { query: { form_id: formId, limit: 1000 } }), 200);
}

const reportOf = (operation: Operation, id: string) => answered(secret(operation, { params: { id } }), 200);

it('stores, counts and tells each thing once when the answer to one write in twelve is lost', async () => {
  const receiver = await httpReceiver(response => response.writeHead(204).end());
  closers.push(() => receiver.close());
  const form = await newForm(secret);
  const events = ['response.created', 'response.updated', 'event.view', 'event.focus'];
  await answered(secret('createWebhook', { body: { url: receiver.url, formId: form.id, events } }), 201);

  losing = true;
  const people: Person[] = [];
  for (let round = 0; round < rounds; round++) {
    const batch = Array.from({ length: peopleAtOnce }, (_, n) => {
      const way = ways[n % ways.length] ?? submitAlone;
      return way(form.id, `Person ${round}-${n}`);
    });
    people.push(...(await Promise.all(batch)));
  }

  const { items, total } = await listed(form.id);
  const kept = items.map(({ id, answers, notes }: Json) => `${id} ${answers.name} ${notes.length}`);
  expect(kept.toSorted()).toEqual(people.map(({ id, name, notes }) => `${id} ${name} ${notes}`).toSorted());
  expect(total).toBe(people.length);

  const visits = people.length / ways.length;
  const expected = people.flatMap(each => each.events).toSorted();
  await eventually(async () => {
    const { totals } = await reportOf('getFormAnalytics', form.id);
    expect(totals).toMatchObject({ views: visits, starts: visits, submissions: people.length, partial: 0 });
    expect(receiver.requests.map(({ body }) => JSON.parse(body).event.name).toSorted()).toEqual(expected);
  });
  losing = false;

  // Nothing that was taken for lost comes once more.
  expect((await listed(form.id)).total).toBe(people.length);
  expect(Math.min(proxy.faults.get('error') ?? 0, proxy.faults.get('reset') ?? 0)).toBeGreaterThan(20);
});

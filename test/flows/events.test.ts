import { createHash } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it } from '@jest/globals';
import { responseAddress, responseId, timeKey } from '../../shared/ids.ts';
import { dueAt, keyOf } from '../../shared/store/keys.ts';
import { httpReceiver } from '../shared/outbound/receivers.ts';
import type { Json } from '../support/cloud/http.ts';
import { itLocally, startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const publishable = service.client('publishableKey');
const anonymous = service.client();

const hour = 3600_000;
const page = 'https://www.example.com';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const view = { type: 'view', sessionId: 'visit-0000000001' };
const focus = { type: 'focus', sessionId: 'visit-0000000001', fieldId: 'name' };
const error = { type: 'error', sessionId: 'visit-0000000001', fieldId: 'age', rule: 'max' };
const abandon = { type: 'abandon', sessionId: 'visit-0000000001' };

const send = (formId: string, body: unknown, headers: Record<string, string> = {}) =>
  publishable('createEvents', { params: { id: formId }, body, headers });
const save = async (formId: string, body: object, status = 'partial') =>
  publishable('createSubmission', {
    params: { formId },
    body,
    query: { status },
    headers: { 'x-session-id': 'visit-0000000001' },
  });
const read = async (id: string): Promise<Json> => (await secret('getResponse', { params: { id } })).body;
const becomes = (id: string, status: string) => eventually(async () => expect((await read(id)).status).toBe(status));

describe('events of a visit', () => {
  it('are accepted one by one, all at once, and up to a hundred', async () => {
    const { id } = await newForm(secret);
    for (const event of [
      view,
      focus,
      error,
      { ...abandon, fieldId: 'name' },
      { ...view, at: '2026-03-14T12:00:00+01:00' },
    ]) {
      expect(await send(id, event)).toMatchObject({ status: 202, body: { accepted: 1 } });
    }
    expect(await send(id, [view, focus, error, abandon])).toMatchObject({ status: 202, body: { accepted: 4 } });
    expect(await send(id, Array(100).fill(view))).toMatchObject({ status: 202, body: { accepted: 100 } });
    expectFaults(await send(id, Array(101).fill(view)), ' maxItems');
  });

  it('come as a page sends them when it goes: JSON as text/plain, the key in the address, no header of its own', async () => {
    const { id } = await newForm(secret, { allowedOrigins: [page] });
    const beacon = (origin: string) =>
      anonymous('createEvents', {
        params: { id },
        query: { key: service.key('publishableKey') },
        headers: { 'content-type': 'text/plain;charset=UTF-8', origin },
        body: JSON.stringify([view, abandon]),
      });
    const reply = await beacon(page);
    expect(reply).toMatchObject({ status: 202, body: { accepted: 2 } });
    expect(reply.headers).toMatchObject({ 'access-control-allow-origin': page, vary: 'Origin' });
    expectRefusal(await beacon('https://elsewhere.example'), 403, 'origin_not_allowed');
  });

  it('are taken by a live form alone, from its origins, and from servers', async () => {
    const draft = await newForm(secret, { status: 'draft' });
    expectRefusal(await send(draft.id, view), 403, 'form_not_live');
    const { id } = await newForm(secret, { allowedOrigins: [page] });
    expectRefusal(await send(id, view), 403, 'origin_not_allowed');
    expect((await send(id, view, { origin: page })).status).toBe(202);
    const relayed = { params: { id }, body: view, headers: { origin: 'https://elsewhere.example' } };
    expect((await secret('createEvents', relayed)).status).toBe(202);
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', {}, ['type required', 'sessionId required']],
    ['an unknown type', { ...view, type: 'click' }, ['type enum']],
    ['a type that is no text', { ...view, type: 1 }, ['type enum']],
    ['no session', { type: 'view' }, ['sessionId required']],
    ['a session that can be guessed', { ...view, sessionId: 'x'.repeat(15) }, ['sessionId pattern']],
    ['an empty session', { ...view, sessionId: '' }, ['sessionId pattern']],
    ['a session with a space', { ...view, sessionId: 'visit 0000000001' }, ['sessionId pattern']],
    ['a session that is too long', { ...view, sessionId: 'x'.repeat(129) }, ['sessionId pattern']],
    ['a session that is a number', { ...view, sessionId: 7 }, ['sessionId type']],
    ['a session of other characters', { ...view, sessionId: 'ключ' }, ['sessionId pattern']],
    ['a focus without its field', { ...view, type: 'focus' }, ['fieldId required']],
    ['an error without its field', { ...view, type: 'error' }, ['fieldId required']],
    ['an unknown field', { ...focus, fieldId: 'surprise' }, ['fieldId unknown']],
    ['a field of every object', { ...focus, fieldId: 'constructor' }, ['fieldId unknown']],
    ['a field that is no text', { ...focus, fieldId: { id: 'name' } }, ['fieldId type']],
    ['a rule of a view', { ...view, rule: 'required' }, ['rule unknown']],
    ['a rule that is none', { ...error, rule: 'a b' }, ['rule pattern']],
    ['a rule that is too long', { ...error, rule: 'r'.repeat(65) }, ['rule pattern']],
    ['a time that is none', { ...view, at: 'yesterday' }, ['at pattern']],
    ['a date alone', { ...view, at: '2026-03-14' }, ['at pattern']],
    ['a time without its zone', { ...view, at: '2026-03-14T12:00:00' }, ['at pattern']],
    ['a time that no calendar has', { ...view, at: '2026-02-30T12:00:00Z' }, ['at format']],
    ['a time as a number', { ...view, at: 1_700_000_000_000 }, ['at type']],
    ['an unknown property', { ...view, answer: 'Ada' }, ['answer unknown']],
    ['no events', [], [' minItems']],
    [
      'all that is wrong with several',
      [view, { ...view, type: 'x', a: 1 }, focus, 7],
      ['[1].a unknown', '[1].type enum', '[3] type'],
    ],
    [
      'what is wrong with some fields',
      [focus, { ...focus, fieldId: 'x' }, { type: 'focus', sessionId: 'visit-0000000001' }],
      ['[1].fieldId unknown', '[2].fieldId required'],
    ],
  ])('are refused with every fault named: %s', async (_, body, faults) => {
    const { id } = await newForm(secret);
    expectFaults(await send(id, body), ...faults);
  });

  it('are of three sessions at most with a publishable key, and of any with a secret one', async () => {
    const { id } = await newForm(secret);
    const of = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...view, sessionId: `visit-000000000${index}` }));
    expect((await send(id, [...of(3), ...of(3)])).status).toBe(202);
    expectFaults(await send(id, of(4)), ' maxSessions');
    expect((await secret('createEvents', { params: { id }, body: of(9) })).status).toBe(202);
  });

  it('of a field that the form has lost are accepted, as pages keep the form for a while', async () => {
    const form = await newForm(secret);
    const fields = form.fields.filter((field: Json) => field.id !== 'age');
    await secret('updateForm', { params: { id: form.id }, body: { fields } });
    const reply = await send(form.id, [{ ...focus, fieldId: 'age' }, view]);
    expect(reply).toMatchObject({ status: 202, body: { accepted: 2 } });
  });
});

describe('a partial response', () => {
  it('is abandoned when its session says so, and revived by the next save or by its completion', async () => {
    const { id: formId } = await newForm(secret);
    const { id } = (await save(formId, { age: 7 })).body;
    await send(formId, abandon);
    await becomes(id, 'abandoned');
    expect((await save(formId, { age: 8 })).body).toMatchObject({ id, status: 'partial', answers: { age: 8 } });
    await send(formId, [focus, abandon]);
    await becomes(id, 'abandoned');
    expect((await save(formId, { name: 'Ada' }, 'completed')).body).toMatchObject({ id, status: 'completed' });
    await send(formId, abandon);
    const { body } = await secret('listResponses', { query: { form_id: formId } });
    expect(body.items).toMatchObject([{ id, status: 'completed', answers: { age: 8, name: 'Ada' } }]);
  });

  it('is not abandoned by another session, or another form', async () => {
    const [one, other] = [await newForm(secret), await newForm(secret)];
    const { id } = (await save(one.id, { age: 7 })).body;
    const witness = (await save(other.id, { age: 7 })).body;
    await send(one.id, { ...abandon, sessionId: 'visit-0000000002' });
    await send(other.id, abandon);
    await becomes(witness.id, 'abandoned');
    expect((await read(id)).status).toBe('partial');
  });

  itLocally('is abandoned after a day of silence, and its webhook hears of it', async () => {
    const { id: formId } = await newForm(secret);
    const receiver = await receiving(formId, ['response.updated', 'event.abandon']);
    const { id } = (await save(formId, { age: 7 })).body;
    const old = await savedBefore(id, 25 * hour);
    await becomes(old, 'abandoned');
    const heard = () =>
      receiver.heard().map(({ name, attributes }) => [name, attributes.response.id, attributes.status]);
    const inSilence = ['response.updated', 'event.abandon'].map(name => [name, old, 'abandoned']);
    await eventually(async () => expect(heard()).toEqual(expect.arrayContaining(inSilence)));
    expect((await read(id)).status).toBe('partial');
    // Whoever tells of leaving is told on as before, and once.
    await send(formId, abandon);
    await becomes(id, 'abandoned');
    await receiver.has(({ name, attributes }) => name === 'event.abandon' && attributes.response.id === id);
    expect(heard().filter(([name]) => name === 'event.abandon')).toHaveLength(2);
    await eventually(async () => expect((await receiver.deliveries()).total).toBe(4));
  });
});

/** The same response, as if it had been saved so many milliseconds before; gives its id. */
async function savedBefore(id: string, ms: number): Promise<string> {
  const { environment, assembly } = service.cloud();
  const credentials = {
    accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
  };
  const endpoint = environment.AWS_ENDPOINT_URL_DYNAMODB;
  const client = new DynamoDBClient({ endpoint, region: environment.AWS_REGION, credentials });
  const table = DynamoDBDocumentClient.from(client);
  const TableName = assembly.tables[0]?.name;
  const { formId, shard, sortKey } = responseAddress(id) ?? { formId: '', shard: '', sortKey: '' };
  const { Item = {} } = await table.send(
    new GetCommand({ TableName, Key: keyOf('response', { form: formId, shard, sortKey }) }),
  );
  const sk = timeKey(Date.now() - ms) + sortKey.slice(10);
  const duesk = dueAt(String(Item.duesk), Date.now() - ms + 24 * hour);
  await table.send(new PutCommand({ TableName, Item: { ...Item, sk, gsi1sk: sk, duesk } }));
  client.destroy();
  return responseId(formId, sk);
}

const receivers: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(receivers.splice(0).map(receiver => receiver.close()));
});

/** A webhook of the form, and what it has heard. */
async function receiving(formId: string, events: string[]) {
  const receiver = await httpReceiver(response => response.writeHead(204).end());
  receivers.push(receiver);
  const webhook = await secret('createWebhook', { body: { url: receiver.url, formId, events } });
  expect(webhook.status).toBe(201);
  const heard = (): Json[] => receiver.requests.map(({ body }) => JSON.parse(body).event);
  const has = (wanted: (event: Json) => boolean) =>
    eventually(async () => expect(heard().filter(wanted)).not.toHaveLength(0));
  return {
    heard,
    has,
    deliveries: async () => (await secret('listDeliveries', { params: { id: webhook.body.id } })).body,
  };
}

describe('webhooks of events', () => {
  const names = (events: Json[]) => events.map(({ name }) => name).sort();

  it('are told of views, of each field once, and of leaving, with session, field and response', async () => {
    const { id: formId } = await newForm(secret);
    const receiver = await receiving(formId, ['event.view', 'event.focus', 'event.abandon']);
    const at = new Date(Date.now() - hour).toISOString();
    await send(formId, [{ ...view, at }, focus, { ...focus, fieldId: 'age' }, focus, error]);
    await send(formId, [focus, { ...focus, sessionId: 'visit-0000000002' }]);
    const { id } = (await save(formId, { age: 7 })).body;
    await send(formId, { ...abandon, fieldId: 'age' });
    await receiver.has(({ name }) => name === 'event.abandon');
    const all = ['event.abandon', 'event.focus', 'event.focus', 'event.focus', 'event.view'];
    await eventually(async () => expect(names(receiver.heard())).toEqual(all));

    const form = { id: formId };
    const session = { id: sha256('visit-0000000001') };
    const find = (name: string) => receiver.heard().filter(event => event.name === name);
    expect(find('event.view')).toEqual([
      { name: 'event.view', timestamp: at, attributes: { form, 'form.id': formId, session, 'session.id': session.id } },
    ]);
    const focused = find('event.focus').map(({ attributes }) => `${attributes.session.id} ${attributes.field.id}`);
    const other = sha256('visit-0000000002');
    expect(focused.sort()).toEqual([`${session.id} age`, `${session.id} name`, `${other} name`].sort());
    expect(JSON.stringify(receiver.heard())).not.toContain('visit-');
    const attributes = { response: { id }, form, session, field: { id: 'age' } };
    expect(find('event.abandon')).toMatchObject([{ attributes }]);
  });

  it('hear of nobody who left after submitting, and of nothing that they did not ask for', async () => {
    const { id: formId } = await newForm(secret);
    const left = await receiving(formId, ['event.abandon']);
    const viewed = await receiving(formId, ['event.view']);
    await send(formId, [view, focus]);
    await save(formId, { name: 'Ada' }, 'completed');
    await send(formId, [focus, abandon]);
    await send(formId, { ...abandon, sessionId: 'visit-0000000002' });
    await send(formId, { ...view, sessionId: 'visit-0000000003' });
    await viewed.has(({ attributes }) => attributes.session.id === sha256('visit-0000000003'));
    await left.has(({ attributes }) => attributes.session.id === sha256('visit-0000000002'));
    expect(names(left.heard())).toEqual(['event.abandon']);
    expect(names(viewed.heard())).toEqual(['event.view', 'event.view']);
    await eventually(async () => expect((await left.deliveries()).total).toBe(1));
    expect((await viewed.deliveries()).items).toHaveLength(2);
  });

  it('hear of every change that leaving and coming back make of a response', async () => {
    const { id: formId } = await newForm(secret);
    const receiver = await receiving(formId, ['response.created', 'response.updated']);
    const { id } = (await save(formId, { age: 7 })).body;
    await send(formId, abandon);
    await becomes(id, 'abandoned');
    await save(formId, { name: 'Ada' }, 'completed');
    const heard = () => receiver.heard().map(({ name, attributes }) => `${name} ${attributes.status}`);
    await eventually(async () =>
      expect(heard().sort()).toEqual(['response.created completed', 'response.updated abandoned']),
    );
  });
});

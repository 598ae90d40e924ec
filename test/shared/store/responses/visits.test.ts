import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { consumedBy } from '../../../../bench/consumed-capacity.ts';
import { type Handler, invoke } from '../../../../bench/invoke.ts';
import { handler as createEvents } from '../../../../functions/events/create-events.ts';
import { handler as updateResponse } from '../../../../functions/responses/update-response.ts';
import { handler as createSubmission } from '../../../../functions/submissions/create-submission.ts';
import { deltaOf } from '../../../../shared/counting/counter-deltas/change-delta.ts';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { log } from '../../../../shared/log.ts';
import { putForm } from '../../../../shared/store/forms/forms.ts';
import { responseKey } from '../../../../shared/store/responses/responses.ts';
import { visitKey } from '../../../../shared/store/responses/visit-update.ts';
import { discardedVisitWrite, getVisit, visitHash } from '../../../../shared/store/responses/visits.ts';
import { dynamodb, tableName, writeIfUnchanged } from '../../../../shared/store/table.ts';
import type { Json } from '../../../support/cloud/http.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const asked = ['name', 'email', 'age'];
const fields: Field[] = [
  ...asked.map(id => ({ id, type: 'text' as const })),
  { id: 'sum', type: 'calculated', compute: { op: '+', args: [1, 2] } },
  { id: 'campaign', type: 'hidden' },
];
let keys: { secretKey: string; publishableKey: string };
let environmentId: string;
let formId: string;
let session: string;
let count = 0;

beforeAll(async () => {
  log.setLogLevel('SILENT');
  const caller = await newCaller();
  const form = newForm({ title: 'Contact', status: 'live', fields }, caller.environment);
  await putForm(form, caller);
  keys = caller;
  environmentId = caller.environmentId;
  formId = form.id;
});
beforeEach(() => {
  count += 1;
  session = `visit-of-somebody-${count}`;
});

const call = async (handler: unknown, request: object): Promise<Json> =>
  JSON.parse(await invoke(handler as Handler, { headers: {}, ...request }));

const browser = () => ({ 'x-publishable-key': keys.publishableKey });
const server = () => ({ authorization: `Bearer ${keys.secretKey}` });

const send = (...events: object[]) =>
  call(createEvents, {
    headers: browser(),
    pathParameters: { id: formId },
    body: events.map(event => ({ sessionId: session, ...event })),
  });
const submit = (body: object, status = 'completed', headers: object = browser()): Promise<Json> =>
  call(createSubmission, {
    headers: { ...headers, 'x-session-id': session },
    pathParameters: { formId },
    query: { status },
    body,
  });
const focus = (fieldId: string) => ({ type: 'focus', fieldId });

async function visit(): Promise<Json> {
  const Key = visitKey(formId, visitHash(session));
  const { Item } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  const { pk: _, sk: __, ttl, ...rest } = Item ?? {};
  expect(ttl).toBeGreaterThan(Date.now() / 1000 + 29 * 24 * 3600);
  return rest;
}

/** As a page does that is told to come again. */
const untilItIsStored = (request: () => Promise<Json>): Promise<Json> =>
  request().catch(error => {
    if (!String(error).includes('The answer is 409')) throw error;
    return untilItIsStored(request);
  });

describe('the item of a visit', () => {
  it('holds what its events say, and those of its latest write', async () => {
    await send(focus('name'), focus('email'));
    const first = await visit();
    expect(first).toMatchObject({
      environmentId,
      last: 'email',
      focused: new Set(['name', 'email']),
      writes: 1,
    });
    await send({ type: 'view' }, { type: 'abandon', fieldId: 'age' });
    expect(await visit()).toMatchObject({
      startedAt: first.startedAt,
      last: 'age',
      focused: first.focused,
      writes: 2,
      abandonedAt: expect.any(String),
    });
    const { events, abandonedAt } = await visit();
    expect(JSON.stringify(await visit())).not.toContain(session);
    expect(JSON.parse(events)).toEqual([
      { type: 'view', at: abandonedAt },
      { type: 'abandon', fieldId: 'age', at: abandonedAt },
    ]);
    await send(focus('name'));
    expect(await visit()).not.toHaveProperty('abandonedAt');
  });

  it('differs after two equal writes, so that the stream shows both', async () => {
    const at = new Date().toISOString();
    await send({ type: 'view', at });
    const { writes } = await visit();
    await send({ type: 'view', at });
    expect((await visit()).writes).toBe(writes + 1);
  });

  it('starts with the first answer of a browser, and knows what was answered and whether it was completed', async () => {
    const { id, submittedAt } = await submit({ email: 'a', name: 'Ada' }, 'partial');
    const started = { responseId: id, startedAt: submittedAt };
    expect(await visit()).toMatchObject({ ...started, last: 'email', answered: new Set(['name', 'email']) });
    expect(await visit()).not.toHaveProperty('completed');
    await submit({ age: '7' });
    const all = new Set(['name', 'email', 'age']);
    expect(await visit()).toMatchObject({ ...started, last: 'age', answered: all, completed: true });
  });

  it('does not come to what the page or the service has filled in', async () => {
    await submit({ name: 'Ada', campaign: 'spring' }, 'partial');
    expect(await visit()).toMatchObject({ last: 'name', answered: new Set(['name']) });
    await submit({ email: 'a', campaign: 'summer' });
    expect(await visit()).toMatchObject({ last: 'email', answered: new Set(['name', 'email']) });
  });

  it('keeps the start that an event made, and forgets with a save that the person had left', async () => {
    await send(focus('name'), { type: 'abandon' });
    const { startedAt, focused } = await visit();
    await submit({ name: 'Ada' }, 'partial');
    const saved = await visit();
    expect(saved).toMatchObject({ startedAt, focused, answered: new Set(['name']) });
    expect(Object.keys(saved)).not.toEqual(expect.arrayContaining(['abandonedAt']));
    expect(saved).not.toHaveProperty('events');
    await send({ type: 'abandon' });
    await submit({ name: 'Ada' }, 'partial');
    expect(await visit()).not.toHaveProperty('abandonedAt');
  });

  it('is not written by a save that tells nothing new of it', async () => {
    await submit({ name: 'Ada' }, 'partial');
    const before = await visit();
    await submit({ name: 'Grace' }, 'partial');
    expect(await visit()).toEqual(before);
  });

  it('only points to what a server submits', async () => {
    const { id } = await submit({ name: 'Ada' }, 'completed', server());
    const { at: _, writes: __, stamp: ___, ...rest } = await visit();
    expect(rest).toEqual({ environmentId, responseId: id });
  });

  it('begins anew with the next response of its session', async () => {
    await send(focus('name'));
    await submit({ name: 'Ada' });
    const first = await visit();
    const { id, submittedAt } = await submit({ email: 'a' }, 'partial');
    expect(first).toMatchObject({ completed: true, focused: new Set(['name']) });
    const { at: _, writes: __, stamp: ___, ...rest } = await visit();
    const answered = new Set(['email']);
    const begun = { startedAt: submittedAt, answered, last: 'email', begunAnew: 1 };
    expect(rest).toEqual({ environmentId, responseId: id, ...begun });
  });

  it('counts a start that is not the first, unless the one before was a server’s or spam', async () => {
    const restarts = async () => (await visit()).begunAnew ?? 0;
    await submit({ name: 'Ada' }, 'completed', server());
    const { id } = await submit({ name: 'Grace' });
    expect(await restarts()).toBe(0);
    await call(updateResponse, { headers: server(), pathParameters: { id }, body: { spam: true } });
    await submit({ name: 'Alan' });
    expect(await restarts()).toBe(0);
    await submit({ name: 'Mary' });
    expect(await restarts()).toBe(1);
  });

  it('follows when the team takes a completion back, or completes', async () => {
    const { id } = await submit({ name: 'Ada' });
    const set = (status: string) =>
      call(updateResponse, { headers: server(), pathParameters: { id }, body: { status } });
    await set('partial');
    expect(await visit()).not.toHaveProperty('completed');
    await set('completed');
    expect(await visit()).toMatchObject({ completed: true });
    await set('abandoned');
    const next = await submit({ name: 'Grace' });
    expect(next.id).toBe(id);
    expect(await visit()).toMatchObject({ completed: true });
  });

  it('is left alone by changes of a response that is not its latest', async () => {
    const { id } = await submit({ name: 'Ada' });
    await submit({ name: 'Grace' });
    const before = await visit();
    await call(updateResponse, { headers: server(), pathParameters: { id }, body: { status: 'partial' } });
    expect(await visit()).toEqual(before);
  });

  it('keeps every event and every answer, however many requests of its session come at once', async () => {
    const requests = asked.flatMap(id => [
      () => send(focus(id)),
      () => send({ type: 'view' }),
      () => submit({ [id]: 'x' }, 'partial'),
    ]);
    await Promise.all(requests.map(untilItIsStored));
    const all = new Set(asked);
    expect(await visit()).toMatchObject({ focused: all, answered: all });
  });
});

describe('a visit whose response the visitor discarded', () => {
  const discard = (responseId?: string) =>
    writeIfUnchanged([discardedVisitWrite(responseId, { formId, environmentId, sessionId: session })]);

  it('says so, and keeps all else', async () => {
    const { id } = await submit({ name: 'Ada' }, 'partial');
    const before = await visit();
    expect(await discard(id)).toBe(true);
    const after = await visit();
    const { at, stamp: _, ...rest } = before;
    expect(after).toEqual({ ...rest, at: after.at, discarded: true, writes: before.writes + 1 });
    expect(Date.parse(after.at)).toBeGreaterThanOrEqual(Date.parse(at));
    expect(await getVisit(formId, visitHash(session))).toMatchObject({ responseId: id, discarded: true });
  });

  it('says so too when it has none, until one comes', async () => {
    expect(await discard()).toBe(true);
    const { at, ...rest } = await visit();
    expect(rest).toEqual({ environmentId, discarded: true, writes: 1 });
    expect(new Date(at).toISOString()).toBe(at);
    await submit({ name: 'Ada' });
    expect(await visit()).not.toHaveProperty('discarded');
  });

  it('is left alone when it has another response than the one that was discarded', async () => {
    const { id } = await submit({ name: 'Ada' }, 'partial');
    const before = await visit();
    expect(await discard()).toBe(false);
    expect(await discard(`${id}x`)).toBe(false);
    expect(await visit()).toEqual(before);
  });
});

it('a response without a visit says what a person answered, where the page or the service has filled in more', async () => {
  const itemOf = async (body: object): Promise<Json> => {
    const { id } = await call(createSubmission, { headers: browser(), pathParameters: { formId }, body });
    return (await dynamodb.send(new GetCommand({ TableName: tableName(), Key: responseKey(id) }))).Item;
  };
  const item = await itemOf({ name: 'Ada', campaign: 'spring' });
  expect(item).toMatchObject({ answers: '{"name":"Ada","sum":3,"campaign":"spring"}', answeredFirst: ['name'] });
  const key = { pk: item.pk, sk: item.sk };
  const names = deltaOf({ key, sequence: '1', after: item })?.additions.map(({ name }) => name) ?? [];
  expect(names.filter(name => name.startsWith('n:'))).toEqual(['n:name']);
  const left = deltaOf({ key, sequence: '1', after: { ...item, status: 'partial' } })?.additions.map(
    ({ name }) => name,
  );
  expect(left).toEqual(expect.arrayContaining(['n:name', 'd:name']));
});

describe('a request with events', () => {
  const minute = 60_000;
  const consumed = (...events: object[]) => consumedBy(dynamodb, () => send(...events));
  // What is in a cache, and for how long, must not depend on how fast this machine is.
  beforeAll(() => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-14T12:07:00Z'));
  });
  afterAll(() => {
    jest.restoreAllMocks();
  });

  it('is one write of one unit and no read, whatever it tells of one visit in a quarter hour', async () => {
    await send({ type: 'view' });
    const { calls, readUnits, writeUnits } = await consumed({ type: 'view' }, focus('name'), focus('email'), {
      type: 'abandon',
    });
    expect({ calls: Object.fromEntries(calls), readUnits, writeUnits }).toEqual({
      calls: { UpdateItem: 1 },
      readUnits: 0,
      writeUnits: 1,
    });
  });

  it('is a write more for each further quarter hour, and for each further visit', async () => {
    const at = new Date(Date.now() - 15 * minute).toISOString();
    const { calls } = await consumed({ type: 'view', at }, focus('name'), { type: 'view', sessionId: `${session}-b` });
    expect(Object.fromEntries(calls)).toEqual({ UpdateItem: 3 });
  });

  it('leaves its key in no log, wherever it was', async () => {
    const written: string[] = [];
    const spies = [process.stdout, process.stderr].map(stream =>
      jest.spyOn(stream, 'write').mockImplementation(chunk => written.push(String(chunk)) > 0),
    );
    log.setLogLevel('DEBUG');
    const request = { headers: {}, query: { key: keys.publishableKey }, pathParameters: { id: formId } };
    await call(createEvents, { ...request, body: { type: 'view', sessionId: session } });
    const refused = call(createEvents, { ...request, body: { type: 'view' } });
    await expect(refused).rejects.toThrow('sessionId');
    log.setLogLevel('SILENT');
    for (const spy of spies) spy.mockRestore();
    expect(written.join('')).toContain('/forms/{id}/events');
    expect(written.join('')).not.toContain(keys.publishableKey.slice(0, 20));
  });
});

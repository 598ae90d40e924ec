import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { Call } from '../support/cloud/client.ts';
import type { Json, Reply } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const page = service.client('publishableKey');

const spamProtection = { honeypot: { enabled: true, fieldName: 'website' } };
const caught = { name: 'Ada', website: 'https://spam.example' };

const send = (formId: string, body: object, call: Call = {}) =>
  page('createSubmission', { params: { formId }, body, ...call });

/** What of an answer does not differ from one request to the next. */
function shapeOf({ status, headers, body }: Reply) {
  const { id, submittedAt, startedAt, updatedAt, ...rest } = body as Json;
  const own = ['date', 'x-amzn-trace-id', 'x-amz-apigw-id', 'x-amzn-requestid', 'apigw-requestid'];
  const shown = Object.entries(headers).filter(([name]) => !own.includes(name));
  return {
    status,
    headers: shown,
    names: Object.keys(body),
    idLength: id.length,
    same: updatedAt === submittedAt && startedAt === submittedAt,
    rest,
  };
}

const listed = async (formId: string): Promise<Json[]> =>
  (await secret('listResponses', { query: { form_id: formId } })).body.items;

const totalsOf = async (id: string): Promise<Json> =>
  (await secret('getFormAnalytics', { params: { id } })).body.totals;

it('answers a filled honeypot as any submission, stores nothing of it, and counts it once', async () => {
  const { id } = await newForm(secret, { spamProtection });
  const good = await send(id, { name: 'Ada', website: '' });
  const decoys = await Promise.all(Array.from({ length: 5 }, () => send(id, caught)));
  for (const decoy of decoys) expect(shapeOf(decoy)).toEqual(shapeOf(good));
  expect(new Set(decoys.map(({ body }) => body.id)).size).toBe(5);
  for (const { body } of decoys) {
    expectRefusal(await secret('getResponse', { params: { id: body.id } }), 404, 'not_found');
  }
  expect((await listed(id)).map(response => response.id)).toEqual([good.body.id]);
  await eventually(async () => {
    expect(await totalsOf(id)).toMatchObject({ spamBlocked: 5, submissions: 1, views: 1, starts: 1 });
  });
  const { totals } = (await secret('getAnalytics')).body;
  expect(totals.spamBlocked).toBe(5);
});

it('refuses what it would refuse of anybody', async () => {
  const { id } = await newForm(secret, { spamProtection });
  const details = expectRefusal(await send(id, { website: 'x', age: 200 }), 400, 'validation_failed');
  expect(details).toEqual(expectRefusal(await send(id, { age: 200 }), 400, 'validation_failed'));
});

it('remembers a session as any, and lets a person go on in it', async () => {
  const { id } = await newForm(secret, { spamProtection });
  const headers = { 'x-session-id': randomUUID() };
  const partial = { headers, query: { status: 'partial' } };
  const first = await send(id, { email: 'ada@example.org', website: 'x' }, partial);
  const second = await send(id, { ...caught, email: 'nowhere' }, partial);
  const third = await send(id, caught, { headers });
  expect([first, second, third].map(({ status }) => status)).toEqual([201, 200, 200]);
  expect(new Set([first, second, third].map(({ body }) => body.id)).size).toBe(1);
  expect([first, third].map(({ body }) => body.status)).toEqual(['partial', 'completed']);
  expect(second.body).toMatchObject({ answers: { name: 'Ada' }, details: [{ field: 'email', rule: 'email' }] });

  const good = await send(id, { name: 'Ada' }, { headers });
  expect(good.status).toBe(201);
  expect((await listed(id)).map(response => response.id)).toEqual([good.body.id]);
  await eventually(async () => {
    expect(await totalsOf(id)).toMatchObject({ spamBlocked: 3, submissions: 1, partial: 0, views: 1, starts: 1 });
  });
});

it('changes nothing of a response that its session has already', async () => {
  const { id } = await newForm(secret, { spamProtection });
  const headers = { 'x-session-id': randomUUID() };
  const good = await send(id, { name: 'Ada' }, { headers, query: { status: 'partial' } });
  const decoy = await send(id, { ...caught, name: 'Eve' }, { headers });
  expect(decoy).toMatchObject({
    status: 200,
    body: { id: good.body.id, status: 'completed', answers: { name: 'Eve' } },
  });
  const stored = await secret('getResponse', { params: { id: good.body.id } });
  expect(stored.body).toMatchObject({ status: 'partial', answers: { name: 'Ada' } });
});

it('answers a repeated request with the same id', async () => {
  const { id } = await newForm(secret, { spamProtection });
  const headers = { 'idempotency-key': randomUUID() };
  const [first, second] = [await send(id, caught, { headers }), await send(id, caught, { headers })];
  expect(second).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } });
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expectRefusal(await send(id, { ...caught, name: 'Eve' }, { headers }), 409, 'idempotency_key_reused');
  await eventually(async () => expect((await totalsOf(id)).spamBlocked).toBe(1));
});

it('takes what a secret key sends', async () => {
  const { id } = await newForm(secret, { spamProtection });
  const response = await submit(secret, id, caught);
  expect((await secret('getResponse', { params: { id: response.id } })).body.answers).toEqual({ name: 'Ada' });
});

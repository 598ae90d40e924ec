import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { Call } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm } from '../support/records/forms.ts';

const service = startedService();
const secret = service.client('secretKey');
const page = service.client('publishableKey');

const spamProtection = { ticket: { enabled: true } };

const ticketOf = async (id: string): Promise<string> =>
  (await page('getPublicForm', { params: { id } })).body.spamProtection.ticket;

async function sendWith(formId: string, ticket: string | undefined, call: Call = {}): Promise<Json> {
  const headers = { ...call.headers, ...(ticket !== undefined && { 'x-formline-ticket': ticket }) };
  const reply = await page('createSubmission', { params: { formId }, body: { name: 'Ada' }, ...call, headers });
  expect({ status: reply.status, body: reply.body }).toMatchObject({ body: { formId } });
  expect(reply.body).not.toHaveProperty('spam');
  return reply.body;
}

const reasonsOf = async (id: string) => (await secret('getResponse', { params: { id } })).body.spam?.reasons;

it('keeps what comes without a good ticket out of the inbox, and says nothing of it to the page', async () => {
  const [{ id }, other] = [await newForm(secret, { spamProtection }), await newForm(secret, { spamProtection })];
  const ticket = await ticketOf(id);
  const key = { 'idempotency-key': randomUUID() };
  const early = await sendWith(id, ticket, { headers: key });
  expect((await sendWith(id, ticket, { headers: key })).id).toBe(early.id);
  expect(await reasonsOf(early.id)).toEqual(['ticket_early']);
  expect(await reasonsOf((await sendWith(id, undefined)).id)).toEqual(['ticket_missing']);
  expect(await reasonsOf((await sendWith(id, await ticketOf(other.id))).id)).toEqual(['ticket_invalid']);
  await eventually(async () => {
    const { totals } = (await secret('getFormAnalytics', { params: { id } })).body;
    expect(totals).toMatchObject({ spamBlocked: 3, submissions: 0, views: 0, starts: 0 });
  });

  const issuedAt = Date.now();
  await eventually(async () => expect(Date.now()).toBeGreaterThan(issuedAt + 2000));
  expect(await reasonsOf((await sendWith(id, ticket)).id)).toBeUndefined();
  expect(
    await reasonsOf((await sendWith(id, undefined, { body: { name: 'Bob', _ticket: ticket } })).id),
  ).toBeUndefined();
});

it('moves a saved response to the spam when its visit ends without a ticket', async () => {
  const { id } = await newForm(secret, { spamProtection });
  const headers = { 'x-session-id': randomUUID() };
  const saved = await sendWith(id, await ticketOf(id), { headers, query: { status: 'partial' } });
  expect(await reasonsOf(saved.id)).toBeUndefined();
  const completed = await sendWith(id, undefined, { headers });
  expect(completed).toMatchObject({ id: saved.id, status: 'completed' });
  expect(await reasonsOf(saved.id)).toEqual(['ticket_missing']);
  expect((await secret('listResponses', { query: { form_id: id } })).body.items).toEqual([]);
});

it('asks no ticket of a secret key, nor of a page of a form without', async () => {
  const { id } = await newForm(secret, { spamProtection });
  const { status, body } = await secret('createSubmission', { params: { formId: id }, body: { name: 'Ada' } });
  expect([status, body.spam]).toEqual([201, undefined]);
  const { id: without } = await newForm(secret);
  expect(await reasonsOf((await sendWith(without, undefined)).id)).toBeUndefined();
});

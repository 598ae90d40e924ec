import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { Call } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { newForm } from '../support/records/forms.ts';
import { proofOf } from '../support/records/proof-of-work.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const page = service.client('publishableKey');
const anybody = service.client();

const spamProtection = { proofOfWork: { enabled: true } };

async function newProof(id: string): Promise<string> {
  const { status, headers, body } = await anybody('getChallenge', { params: { id } });
  expect({ status, kept: headers['cache-control'] }).toEqual({ status: 200, kept: 'no-store' });
  return proofOf(body);
}

const send = (formId: string, proof: string | undefined, call: Call = {}) =>
  page('createSubmission', {
    params: { formId },
    body: { name: 'Ada' },
    ...call,
    headers: { ...call.headers, ...(proof !== undefined && { 'x-formline-proof': proof }) },
  });

const namesOf = async (formId: string): Promise<string[]> =>
  (await secret('listResponses', { query: { form_id: formId } })).body.items.map(({ answers }: Json) => answers.name);

it('takes each proof for one submission, however many come with it at once', async () => {
  const { id } = await newForm(secret, { spamProtection });
  const { body: schema } = await page('getPublicForm', { params: { id } });
  expect(schema.spamProtection).toEqual({ proofOfWork: { challengePath: `/forms/${id}/challenge` } });
  const proof = await newProof(id);
  const replies = await Promise.all(Array.from({ length: 4 }, () => send(id, proof)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
  const again = await send(id, proof);
  expectRefusal(again, 403, 'proof_failed');
  expect(again.body.message).toMatch(/used before.*GET \/forms/);
  expect(await namesOf(id)).toEqual(['Ada']);
});

it('refuses a submission without a proof, and with that of another form', async () => {
  const [{ id }, other] = [await newForm(secret, { spamProtection }), await newForm(secret, { spamProtection })];
  expectRefusal(await send(id, undefined), 403, 'proof_failed');
  expectRefusal(await send(id, await newProof(other.id)), 403, 'proof_failed');
  expect(await namesOf(id)).toEqual([]);
});

it('leaves a proof good while the answers are not', async () => {
  const { id } = await newForm(secret, { spamProtection });
  const proof = await newProof(id);
  expectFaults(await send(id, proof, { body: { email: 'ada' } }), 'name required', 'email email');
  const body = { name: 'Ada', altcha: proof };
  expect(await send(id, undefined, { body })).toMatchObject({ status: 201, body: { answers: { name: 'Ada' } } });
});

it('answers a repeated request without another proof, as it is the same submission', async () => {
  const { id } = await newForm(secret, { spamProtection });
  const headers = { 'idempotency-key': randomUUID() };
  const first = await send(id, await newProof(id), { headers });
  const second = await send(id, undefined, { headers });
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
});

it('asks a visit for one when it completes its response', async () => {
  const { id } = await newForm(secret, { spamProtection });
  const headers = { 'x-session-id': randomUUID() };
  expect((await send(id, undefined, { headers, query: { status: 'partial' } })).status).toBe(201);
  expectRefusal(await send(id, undefined, { headers }), 403, 'proof_failed');
  const proof = await newProof(id);
  expect(await send(id, proof, { headers })).toMatchObject({ status: 200, body: { status: 'completed' } });
  expectRefusal(await send(id, proof), 403, 'proof_failed');
});

it('spends the proof of what the honeypot catches, too', async () => {
  const honeypot = { enabled: true, fieldName: 'website' };
  const { id } = await newForm(secret, { spamProtection: { ...spamProtection, honeypot } });
  const body = { name: 'Ada', website: 'https://spam.example' };
  expectRefusal(await send(id, undefined, { body }), 403, 'proof_failed');
  const proof = await newProof(id);
  expect((await send(id, proof, { body })).status).toBe(201);
  expectRefusal(await send(id, proof, { body }), 403, 'proof_failed');
});

it('asks nothing of a secret key, and has no challenge where none is asked for', async () => {
  const { id } = await newForm(secret, { spamProtection });
  expect((await secret('createSubmission', { params: { formId: id }, body: { name: 'Ada' } })).status).toBe(201);
  const others = [{}, { spamProtection, status: 'draft' }, { spamProtection: { proofOfWork: { enabled: false } } }];
  for (const properties of others) {
    const { id: other } = await newForm(secret, properties);
    expectRefusal(await anybody('getChallenge', { params: { id: other } }), 404, 'not_found');
  }
  const fields = [{ id: 'altcha', type: 'text' }];
  expectFaults(await secret('createForm', { body: { title: 'Taken', fields } }), 'fields[0].id reserved');
});

it('begins with the change that asks for it', async () => {
  const { id } = await newForm(secret);
  expect((await send(id, undefined)).status).toBe(201);
  expect((await secret('updateForm', { params: { id }, body: { spamProtection } })).status).toBe(200);
  const proof = await newProof(id);
  expect((await send(id, proof)).status).toBe(201);
});

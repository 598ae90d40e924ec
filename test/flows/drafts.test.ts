import { describe, expect, it } from '@jest/globals';
import { startedService } from '../support/cloud/service.ts';
import { newForm } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const publishable = service.client('publishableKey');

const session = 'visit-of-somebody-1';
const fields = [
  { id: 'name', type: 'text' },
  { id: 'salary', type: 'number' },
];
const offering = { fields, ui: { saveAndResume: true } };

const headers = { 'x-session-id': session };
const save = (formId: string, body: object, status = 'partial') =>
  publishable('createSubmission', { params: { formId }, query: { status }, headers, body });
const keep = (id: string) => publishable('keepDraft', { params: { id }, headers, body: {} });
const resume = (id: string, to: string, from = session) =>
  publishable('resumeDraft', { params: { id }, headers: { 'x-session-id': from }, body: { session: to } });

describe('the draft of a visit', () => {
  it('is gone on with in a new session once the visitor has asked for it, and the link is used up', async () => {
    const { id } = await newForm(secret, offering);
    const { body: saved } = await save(id, { name: 'Ada' });
    expectRefusal(await resume(id, 'another-visit-0001'), 404, 'not_found');

    const kept = await keep(id);
    expect(kept.status).toBe(200);
    expect(Date.parse(kept.body.expiresAt) - Date.now()).toBeGreaterThan(29 * 24 * 3_600_000);
    expect(await resume(id, 'another-visit-0001')).toMatchObject({
      status: 200,
      body: { answers: { name: 'Ada' }, withheld: [] },
    });
    expectRefusal(await resume(id, 'another-visit-0002'), 404, 'not_found');

    const further = {
      params: { formId: id },
      query: { status: 'partial' },
      headers: { 'x-session-id': 'another-visit-0001' },
    };
    expect((await publishable('createSubmission', { ...further, body: { salary: 1 } })).body.id).toBe(saved.id);
    expect((await save(id, { salary: 2 })).body.id).not.toBe(saved.id);
    const { body } = await secret('getResponse', { params: { id: saved.id } });
    expect(body.answers).toEqual({ name: 'Ada', salary: 1 });
  });

  it('is nobody’s any more when the response is completed, also when the session begins another one', async () => {
    const { id } = await newForm(secret, offering);
    await save(id, { name: 'Ada' });
    await keep(id);
    expect((await save(id, {}, 'completed')).status).toBe(200);
    expectRefusal(await resume(id, 'another-visit-0001'), 404, 'not_found');
    await save(id, { name: 'Grace' });
    expectRefusal(await resume(id, 'another-visit-0001'), 404, 'not_found');
  });

  it('is refused where the form does not offer it, and where nothing is saved', async () => {
    const { id } = await newForm(secret, { fields });
    await save(id, { name: 'Ada' });
    expectRefusal(await keep(id), 403, 'insufficient_permission');
    expectRefusal(await keep((await newForm(secret, offering)).id), 404, 'not_found');
  });

  it('is read by pages of the form’s origins alone', async () => {
    const { id } = await newForm(secret, { ...offering, allowedOrigins: ['https://shop.example.com'] });
    const from = (origin: string) => ({ ...headers, origin });
    const own = from('https://shop.example.com');
    const params = { formId: id };
    await publishable('createSubmission', {
      params,
      query: { status: 'partial' },
      headers: own,
      body: { name: 'Ada' },
    });
    await publishable('keepDraft', { params: { id }, headers: own, body: {} });
    const body = { session: 'another-visit-0001' };
    const foreign = await publishable('resumeDraft', {
      params: { id },
      headers: from('https://evil.example.com'),
      body,
    });
    expectRefusal(foreign, 403, 'origin_not_allowed');
    const allowed = await publishable('resumeDraft', { params: { id }, headers: own, body });
    expect(allowed.headers['access-control-allow-origin']).toBe('https://shop.example.com');
  });

  it('leaves out what the form seals', async () => {
    const { id } = await newForm(secret, { ...offering, fieldPolicies: { salary: 'encrypted' } });
    await save(id, { name: 'Ada', salary: 1 });
    await keep(id);
    expect((await resume(id, 'another-visit-0001')).body).toEqual({ answers: { name: 'Ada' }, withheld: ['salary'] });
  });

  it('names the session that is missing', async () => {
    const { id } = await newForm(secret, offering);
    const body = { session: 'another-visit-0001' };
    expectRefusal(await publishable('resumeDraft', { params: { id }, body }), 400, 'invalid_parameter');
    expectRefusal(await resume(id, session), 400, 'validation_failed');
  });
});

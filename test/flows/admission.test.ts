import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { newForm } from '../support/forms.ts';
import { expectRefusal } from '../support/refusals.ts';
import { startedService } from '../support/service.ts';

const service = startedService();
const secret = service.client('secretKey');
const publishable = service.client('publishableKey');

const body = { name: 'Ada' };
const submission = (formId: string, headers: Record<string, string> = {}) => ({ params: { formId }, body, headers });

describe('a form that is not live', () => {
  it.each(['draft', 'archived'])('takes no submission: %s', async status => {
    const { id } = await newForm(secret, { status });
    for (const client of [secret, publishable]) {
      const reply = await client('createSubmission', submission(id));
      expectRefusal(reply, 403, 'form_not_live');
      expect(reply.body.message).toContain(status);
    }
  });

  it('takes submissions soon after it went live, and none soon after it was archived', async () => {
    const { id } = await newForm(secret, { status: 'draft' });
    expectRefusal(await secret('createSubmission', submission(id)), 403, 'form_not_live');
    await secret('updateForm', { params: { id }, body: { status: 'live' } });
    await eventually(async () => expect((await secret('createSubmission', submission(id))).status).toBe(201));
    await secret('updateForm', { params: { id }, body: { status: 'archived' } });
    await eventually(async () => expectRefusal(await secret('createSubmission', submission(id)), 403, 'form_not_live'));
  });
});

describe('a form with allowed origins', () => {
  const allowedOrigins = ['https://www.example.com', 'http://localhost:8080'];

  it.each(allowedOrigins)('takes a submission of a page of %s, and lets it read the answer', async origin => {
    const { id } = await newForm(secret, { allowedOrigins });
    const { status, headers, body: response } = await publishable('createSubmission', submission(id, { origin }));
    expect({ status, meta: response.meta }).toEqual({ status: 201, meta: { source: 'browser', origin } });
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers.vary).toContain('Origin');
  });

  it.each([
    'https://example.com',
    'http://www.example.com',
    'https://www.example.com:8443',
    'https://www.example.com.evil.example',
    'https://evil.example/https://www.example.com',
    'http://localhost',
    'null',
    '*',
    'https://www.example.com@evil.example',
  ])('takes no submission of a page of %s', async origin => {
    const { id } = await newForm(secret, { allowedOrigins });
    const reply = await publishable('createSubmission', submission(id, { origin }));
    expectRefusal(reply, 403, 'origin_not_allowed');
    // The page must be able to read why.
    expect(['*', origin]).toContain(reply.headers['access-control-allow-origin']);
  });

  it('takes no submission with a publishable key and no origin', async () => {
    const { id } = await newForm(secret, { allowedOrigins });
    expectRefusal(await publishable('createSubmission', submission(id)), 403, 'origin_not_allowed');
  });

  it('takes every submission with a secret key', async () => {
    const { id } = await newForm(secret, { allowedOrigins });
    expect((await secret('createSubmission', submission(id))).status).toBe(201);
    const elsewhere = await secret('createSubmission', submission(id, { origin: 'https://elsewhere.example' }));
    expect(elsewhere.status).toBe(201);
  });
});

describe('a form without allowed origins', () => {
  it.each([undefined, []])('takes submissions of every page, and of none: %j', async allowedOrigins => {
    const { id } = await newForm(secret, { ...(allowedOrigins && { allowedOrigins }) });
    const fromPage = await publishable('createSubmission', submission(id, { origin: 'https://any.example' }));
    expect(fromPage.status).toBe(201);
    expect(fromPage.headers['access-control-allow-origin']).toBe('*');
    expect((await publishable('createSubmission', submission(id))).status).toBe(201);
  });
});

describe('a form of another environment', () => {
  it('is as unknown to its keys as a form that never was', async () => {
    const { id } = await newForm(service.client('secretKey', 'staging'));
    for (const client of [secret, publishable]) {
      expectRefusal(await client('createSubmission', submission(id)), 404, 'not_found');
    }
  });
});

import { describe, expect, it } from '@jest/globals';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

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

describe('the size of a body', () => {
  const bodyOf = (bytes: number) =>
    JSON.stringify({ name: 'Ada', message: '' }).replace('""', `"${'x'.repeat(bytes - 27)}"`);
  const sendTo =
    (formId: string) =>
    (bytes: number, client = publishable) =>
      client('createSubmission', { params: { formId }, body: bodyOf(bytes) });

  it('is as large as the fields can fill with a publishable key, from 32 KB to the 128 KB of a secret one', async () => {
    const fields = [
      { id: 'name', type: 'text' },
      { id: 'message', type: 'textarea', validate: { maxLength: 100_000 } },
    ];
    const large = sendTo((await newForm(secret, { fields })).id);
    expect((await large(100_000)).status).toBe(201);
    expectRefusal(await large(131_073), 413, 'payload_too_large');
    const small = [{ id: 'name', type: 'text', validate: { maxLength: 100 } }];
    const send = sendTo((await newForm(secret, { fields: small, extraFields: 'drop' })).id);
    expect(bodyOf(32_768)).toHaveLength(32_768);
    expect((await send(32_768)).status).toBe(201);
    expectRefusal(await send(32_769), 413, 'payload_too_large');
    expect((await large(100_000, secret)).status).toBe(201);
  });

  it('is what the form says, for submissions and events', async () => {
    const { id, limits } = await newForm(secret, { limits: { bodyBytes: 2048 } });
    expect(limits).toEqual({ bodyBytes: 2048 });
    const send = sendTo(id);
    expect((await send(2048)).status).toBe(201);
    expectRefusal(await send(2049), 413, 'payload_too_large');
    const events = Array.from({ length: 50 }, () => ({ type: 'view', sessionId: 'x'.repeat(16) }));
    expectRefusal(await publishable('createEvents', { params: { id }, body: events }), 413, 'payload_too_large');
    await secret('updateForm', { params: { id }, body: { limits: { bodyBytes: 131_072 } } });
    await eventually(async () => expect((await send(100_000)).status).toBe(201));
    expectFaults(
      await secret('updateForm', { params: { id }, body: { limits: { bodyBytes: 131_073 } } }),
      'limits.bodyBytes maximum',
    );
    expectFaults(
      await secret('updateForm', { params: { id }, body: { limits: { bodyBytes: 1 } } }),
      'limits.bodyBytes minimum',
    );
  });
});

describe('a form with allowed origins', () => {
  const allowedOrigins = ['https://www.example.com', 'http://localhost:8080'];

  it.each(allowedOrigins)('takes a submission of a page of %s, and lets it read the answer', async origin => {
    const { id } = await newForm(secret, { allowedOrigins });
    const { status, headers, body: response } = await publishable('createSubmission', submission(id, { origin }));
    const stored = await secret('getResponse', { params: { id: response.id } });
    expect({ status, meta: stored.body.meta }).toEqual({ status: 201, meta: { source: 'browser', origin } });
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

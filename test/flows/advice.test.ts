import { describe, expect, it } from '@jest/globals';
import { startedService } from '../support/cloud/service.ts';
import { newForm } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const owner = service.session('owner');

const messagesOf = (details: readonly { field: string; message: string }[]) =>
  Object.fromEntries(details.map(({ field, message }) => [field, message]));

describe('a refusal', () => {
  it('says what is out of bounds, what was meant, and where to read about it', async () => {
    const user = await owner('createUser', { body: { email: 'ada@example.com', name: 'Ada', password: 'abc' } });
    expect(messagesOf(expectRefusal(user, 400, 'validation_failed')).password).toMatch(
      /^has 3 characters; at least \d+$/,
    );
    expect(user.body.docs).toMatch(/^https?:\/\/[^/]+\/docs#error-400$/);
    const list = await secret('listForms', { query: { limit: 5000, page: 2, status: 'lve' } });
    expect(messagesOf(expectRefusal(list, 400, 'invalid_parameter'))).toEqual({
      limit: 'is 5000; at most 1000',
      page: 'is not a known property; did you mean "offset"?',
      status: 'must be one of: live, draft, archived; did you mean "live"?',
    });
    const fields = [{ id: 'age', type: 'number', min: 1 }];
    const form = await secret('createForm', { body: { title: 'T', fields } });
    expect(messagesOf(expectRefusal(form, 400, 'validation_failed'))['fields[0].min']).toContain('"validate.min"');
  });

  it('names the environment that a key reads', async () => {
    const reply = await secret('listForms', { headers: { 'x-environment': 'staging' } });
    expectRefusal(reply, 403, 'environment_mismatch');
    expect(reply.body.message).toContain('This key is for production');
  });

  it.each([
    ['POST', '/forms/form_1/submissions', 'POST /v1/forms/{formId}/submissions'],
    ['GET', '/v1/forms', 'Try the path without it'],
    ['GET', '/forms/form_1/responses', 'GET /responses?form_id='],
  ])('of %s %s names the right path', async (method, path, right) => {
    const reply = await service.send({ method, path, headers: { 'content-type': 'application/json' } });
    expectRefusal(reply, 404, 'not_found');
    expect(reply.body.message).toContain(right);
  });
});

it('a time with a plus that was not encoded is understood', async () => {
  const { id } = await newForm(secret);
  const headers = { authorization: `Bearer ${service.key('secretKey')}` };
  const path = `/responses?form_id=${id}&from=2026-01-31T09:30:00+01:00`;
  expect((await service.send({ method: 'GET', path, headers })).status).toBe(200);
});

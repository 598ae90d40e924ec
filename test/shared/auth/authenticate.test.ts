import { expect, it } from '@jest/globals';
import { authenticate } from '../../../shared/auth/authenticate.ts';
import { createSubmission } from '../../../shared/contracts/responses/submissions.ts';
import { newApiKey } from '../../../shared/domain/accounts/api-key.ts';

const sent = (headers: Record<string, string>) => ({
  ...{ headers, query: {}, params: {}, body: () => '', sourceIp: undefined },
});

// Their names are the same in every run: keys are not.
it.each([
  [
    'a publishable key as a Bearer token',
    { authorization: `Bearer ${newApiKey('publishable', 'production')}` },
    /a publishable key, sent as a Bearer token\. Send .*x-publishable-key/,
  ],
  [
    'a secret key in the place of a publishable one',
    { 'x-publishable-key': newApiKey('secret', 'production') },
    /a secret key, .* never be in a web page\. Send .*Bearer/,
  ],
  [
    'a secret key alone',
    { authorization: newApiKey('secret', 'production') },
    /is not "Bearer" and one token\. Send .*Bearer sk_/,
  ],
  ['no secret key', { authorization: 'Bearer sk_live_x' }, /malformed, unknown or revoked/],
  ['no publishable key', { 'x-publishable-key': 'pk_live_x' }, /malformed, unknown or revoked/],
])('%s is refused with where its type belongs', async (_, headers, message) => {
  await expect(authenticate(createSubmission, sent(headers))).rejects.toMatchObject({
    status: 401,
    code: 'invalid_api_key',
    message: expect.stringMatching(message),
  });
});

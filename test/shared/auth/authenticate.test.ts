import { expect, it } from '@jest/globals';
import { authenticate } from '../../../shared/auth/authenticate.ts';
import { createSubmission } from '../../../shared/contracts/responses/submissions.ts';
import { newApiKey } from '../../../shared/domain/accounts/api-key.ts';

const sent = (headers: Record<string, string>) => ({
  ...{ headers, query: {}, params: {}, body: () => '', sourceIp: undefined },
});

it.each([
  [
    { authorization: `Bearer ${newApiKey('publishable', 'production')}` },
    /a publishable key, sent as a Bearer token\. Send .*x-publishable-key/,
  ],
  [
    { 'x-publishable-key': newApiKey('secret', 'production') },
    /a secret key, .* never be in a web page\. Send .*Bearer/,
  ],
  [{ authorization: newApiKey('secret', 'production') }, /is not "Bearer" and one token\. Send .*Bearer sk_/],
  [{ authorization: 'Bearer sk_live_x' }, /malformed, unknown or revoked/],
  [{ 'x-publishable-key': 'pk_live_x' }, /malformed, unknown or revoked/],
])('a key that cannot be used is refused with where its type belongs: %o', async (headers, message) => {
  await expect(authenticate(createSubmission, sent(headers))).rejects.toMatchObject({
    status: 401,
    code: 'invalid_api_key',
    message: expect.stringMatching(message),
  });
});

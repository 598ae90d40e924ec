import { expect, it } from '@jest/globals';
import { fromFormline } from '../../../../shared/domain/imports/from-formline.ts';

const fields = [{ id: 'name', type: 'text' }];

it('a form of another stage keeps what is its own', () => {
  const assigned = { id: 'form_1', version: 3, createdAt: 'x', updatedAt: 'x', environment: 'staging', status: 'live' };
  const kept = { allowedOrigins: ['https://a.example'], storage: { mode: 'platform' } };
  expect(fromFormline({ title: 'A', fields, ...assigned, warnings: [], ...kept })).toEqual({
    form: { title: 'A', fields, ...kept },
    warnings: [],
  });
});

it('a form leaves behind what is of its deployment, and says so', () => {
  const source = {
    ...{ title: 'A', fields, webhooks: [], autoresponder: {}, slug: 'party', storage: { mode: 'owner' } },
    spamProtection: { turnstile: { enabled: true, siteKey: 's', secretKeyLast4: 'abcd' } },
  };
  expect(fromFormline(JSON.stringify(source))).toEqual({
    form: { title: 'A', fields, spamProtection: { turnstile: { enabled: true, siteKey: 's' } } },
    warnings: [
      { path: 'webhooks', message: 'webhooks have secrets, which no answer shows: create them again' },
      {
        path: 'autoresponder',
        message: 'was not imported, since it emails people you don’t know: set it again',
      },
      { path: 'slug', message: 'an address leads to one form: choose another' },
      {
        path: 'storage',
        message: 'the owner of the bucket lets in one organization of one deployment: set it again',
      },
      {
        path: 'spamProtection',
        message: 'the source does not contain the captcha’s secret key; set it again',
      },
    ],
  });
});

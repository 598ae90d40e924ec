import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { formReply, readReply, shownForm } from '../../../../shared/http/forms/form-reply.ts';
import { etagOf } from '../../../../shared/http/reply.ts';
import { putDeploymentSecret } from '../../../../shared/store/deployment-secrets.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

beforeAll(async () => {
  process.env.UPLOADS_BUCKET = 'files';
  await putDeploymentSecret({ captcha: 'turnstile' }, 'sealed');
});

const formWith = (settings: object = {}): Form => ({
  ...newForm({ title: 'Contact', status: 'live', fields: [] }, 'production'),
  ...settings,
});

const honeypot = { enabled: true, fieldName: 'fax' };
const ofDeployment = { turnstile: { enabled: true, siteKey: 'site' }, honeypot };
const ofForm = { hcaptcha: { enabled: true, siteKey: 'site', secretKeyLast4: '1234' } };
const withoutSecret = { hcaptcha: { enabled: true, siteKey: 'site' } };
const off = { turnstile: { enabled: false }, honeypot };

describe('a form as its owner sees it', () => {
  it.each([
    ['enforced, with a secret of the deployment', ofDeployment, { turnstile: { enforced: true } }],
    ['enforced, with a secret of its own', ofForm, { hcaptcha: { enforced: true } }],
    ['not enforced, without a secret', withoutSecret, { hcaptcha: { enforced: false } }],
  ])('says that its captcha is %s', async (_, spamProtection: object, more: Record<string, object>) => {
    const form = formWith({ spamProtection });
    const [[provider = '', enforced]] = Object.entries(more) as [[string, object]];
    const captcha = { ...(spamProtection as Record<string, object>)[provider], ...enforced };
    expect(await shownForm(form)).toEqual({ ...form, spamProtection: { ...spamProtection, [provider]: captcha } });
  });

  it.each([[undefined], [off]])('is itself without a captcha: %j', async spamProtection => {
    const form = formWith({ spamProtection });
    expect(await shownForm(form)).toBe(form);
  });

  it('is read with an ETag of what is stored, whatever the deployment enforces', async () => {
    const form = formWith({ spamProtection: ofDeployment });
    const reply = await readReply(form);
    expect(reply.body).toMatchObject({ id: form.id, spamProtection: { turnstile: { enforced: true } } });
    expect(reply.headers).toEqual({ etag: etagOf(form) });
  });
});

describe('the reply to a form that was stored', () => {
  it.each<[string, object]>([
    ['no settings', {}],
    ['an enforced captcha', { spamProtection: ofDeployment }],
    ['a captcha that is off', { spamProtection: off }],
  ])('has no warnings with %s', async (_, settings) => {
    const form = formWith(settings);
    const { body, headers } = await formReply(form);
    expect(body).toStrictEqual(await shownForm(form));
    expect(headers).toEqual({ etag: etagOf(form) });
  });

  it('warns of all settings that cannot work yet', async () => {
    const settings = { spamProtection: withoutSecret, storage: { mode: 'platform', bucket: 'mine' } };
    const form = formWith({ ...settings, theme: { accent: '#ffffff' } });
    expect((await formReply(form)).body).toEqual({
      ...form,
      spamProtection: { hcaptcha: { enabled: true, siteKey: 'site', enforced: false } },
      warnings: [
        {
          field: 'spamProtection.hcaptcha.secretKey',
          rule: 'required',
          message: 'This captcha has no secret, so it is not enforced: submissions need no token. Set the secret key',
        },
        {
          field: 'storage.bucket',
          rule: 'unused',
          message: 'With the mode "platform", files go to the bucket files of the deployment; "mine" is not used',
        },
        expect.objectContaining({ field: 'theme.accent', rule: 'contrast' }),
      ],
    });
  });

  it('may show what is not stored, such as a new secret, under the ETag of what is', async () => {
    const stored = formWith();
    const webhooks = [{ url: 'https://hooks.example.com/', secret: 'shown once' }];
    const { body, headers } = await formReply(stored, { ...stored, webhooks } as unknown as Form);
    expect(body).toEqual({ ...stored, webhooks });
    expect(headers).toEqual({ etag: etagOf(stored) });
  });
});

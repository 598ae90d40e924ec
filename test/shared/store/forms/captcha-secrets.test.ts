import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { openCaptchaSecret, sealCaptchaSecrets } from '../../../../shared/store/forms/captcha-secrets.ts';
import { putForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { newCaller, readForm } from '../../../support/records/records.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();
useKms();

let caller: Caller;
beforeAll(async () => {
  caller = await newCaller();
});

const formWith = (spamProtection?: Form['spamProtection']): Form =>
  newForm({ title: 'Contact', status: 'live', fields: [], spamProtection }, caller.environment);

/** Stores a new form with its secrets, as a request that creates it does. */
async function stored(sent: Form): Promise<StoredForm> {
  const { form, captchaSecrets } = await sealCaptchaSecrets(sent, caller);
  await putForm(form, caller, [], captchaSecrets);
  return readForm(form.id);
}

const turnstile = { enabled: true, siteKey: 'site', secretKey: 'a good secret' };
const shown = { enabled: true, siteKey: 'site', secretKeyLast4: 'cret' };

describe('the secret of a captcha', () => {
  it('is stored sealed, and shown by its end alone', async () => {
    const recaptcha = { enabled: false, siteKey: 'other', threshold: 0.7, secretKey: 'another secret key' };
    const read = await stored(formWith({ honeypot: { enabled: true }, turnstile, recaptcha }));
    expect(read.form.spamProtection).toEqual({
      honeypot: { enabled: true },
      turnstile: shown,
      recaptcha: { enabled: false, siteKey: 'other', threshold: 0.7, secretKeyLast4: ' key' },
    });
    expect(Object.keys(read.captchaSecrets ?? {}).sort()).toEqual(['recaptcha', 'turnstile']);
    expect(JSON.stringify(read)).not.toContain('secret k');
    expect(JSON.stringify(read)).not.toContain('good secret');
    expect(await openCaptchaSecret(read, 'turnstile', undefined)).toBe('a good secret');
    expect(await openCaptchaSecret(read, 'recaptcha', undefined)).toBe('another secret key');
    expect(await openCaptchaSecret(read, 'hcaptcha', undefined)).toBeUndefined();
  });

  it('opens only for its form, its environment and its provider', async () => {
    const { form, environmentId, captchaSecrets, ...rest } = await stored(formWith({ turnstile }));
    const sealed = captchaSecrets?.turnstile;
    const strangers: StoredForm[] = [
      { ...rest, environmentId, captchaSecrets, form: formWith() },
      { ...rest, form, captchaSecrets, environmentId: 'env_other' },
    ];
    for (const stranger of strangers) await expect(openCaptchaSecret(stranger, 'turnstile', sealed)).rejects.toThrow();
    const moved = { ...rest, form, environmentId, captchaSecrets: { hcaptcha: sealed } };
    await expect(openCaptchaSecret(moved, 'hcaptcha', undefined)).rejects.toThrow();
  });

  it('stays when a change does not send it, and goes with its captcha', async () => {
    const read = await stored(formWith({ turnstile }));
    const { secretKey: _, ...unsent } = { ...turnstile, siteKey: 'new site' };
    const changed = { ...read.form, spamProtection: { turnstile: unsent } };
    expect(await sealCaptchaSecrets(changed, read)).toEqual({
      form: { ...changed, spamProtection: { turnstile: { ...shown, siteKey: 'new site' } } },
      captchaSecrets: read.captchaSecrets,
    });
    const without = { ...read.form, spamProtection: { honeypot: { enabled: true } } };
    expect(await sealCaptchaSecrets(without, read)).toEqual({ form: without, captchaSecrets: {} });
    const { spamProtection: __, ...bare } = read.form;
    expect(await sealCaptchaSecrets(bare, read)).toEqual({ form: bare, captchaSecrets: {} });
  });

  it('is replaced by one that is sent', async () => {
    const read = await stored(formWith({ turnstile }));
    const changed = { ...read.form, spamProtection: { turnstile: { ...turnstile, secretKey: 'a new key' } } };
    const { form, captchaSecrets } = await sealCaptchaSecrets(changed, read);
    expect(form.spamProtection).toEqual({ turnstile: { ...shown, secretKeyLast4: ' key' } });
    expect(await openCaptchaSecret({ ...read, form, captchaSecrets }, 'turnstile', undefined)).toBe('a new key');
  });

  it('is shown by no end that a request sends, nor is what only the service knows of the captcha', async () => {
    const sent = { enabled: true, siteKey: 'site', secretKeyLast4: 'fake', enforced: true };
    const form = formWith({ hcaptcha: sent });
    const expected = { ...form, spamProtection: { hcaptcha: { enabled: true, siteKey: 'site' } } };
    expect(await sealCaptchaSecrets(form, caller)).toEqual({ form: expected, captchaSecrets: {} });
    const keyed = { ...form, spamProtection: { hcaptcha: { ...sent, secretKey: 'a good secret' } } };
    expect((await sealCaptchaSecrets(keyed, caller)).form.spamProtection?.hcaptcha).toEqual(shown);
  });
});

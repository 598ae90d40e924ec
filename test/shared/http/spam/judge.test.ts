import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sealSecret } from '../../../../shared/aws/secrets.ts';
import { newChallenge } from '../../../../shared/domain/spam/proof-of-work.ts';
import { newTicket } from '../../../../shared/domain/spam/ticket.ts';
import { formReply } from '../../../../shared/http/forms/form-reply.ts';
import { judge, once, proofWrite } from '../../../../shared/http/spam/judge.ts';
import { putDeploymentSecret } from '../../../../shared/store/deployment-secrets.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { writeIfUnchanged } from '../../../../shared/store/table.ts';
import { CaptchaDouble } from '../../../support/doubles/captcha.ts';
import { proofOf } from '../../../support/records/proof-of-work.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();
useKms();

const double = new CaptchaDouble();
beforeAll(async () => {
  const address = await double.start();
  process.env.WEBHOOK_ALLOW_LOOPBACK = 'true';
  for (const name of ['RECAPTCHA', 'TURNSTILE', 'HCAPTCHA']) process.env[`${name}_VERIFY_URL`] = `${address}/${name}`;
  await putDeploymentSecret({ captcha: 'turnstile' }, await sealSecret('of all', { captcha: 'turnstile' }));
});
afterAll(() => double.close());

const formId = `form_${'0'.repeat(26)}`;
const origin = 'https://www.example.com';
const good = { hostname: 'www.example.com', score: 0.5, action: 'submit' };

async function storedOf(spamProtection: object, own?: string): Promise<StoredForm> {
  const [provider = ''] = Object.keys(spamProtection);
  const owner = { environmentId: 'env_1', formId, captcha: provider };
  const captchaSecrets = own === undefined ? undefined : { [provider]: await sealSecret(own, owner) };
  const stored = { environmentId: 'env_1', ticketSecret: 'signs tickets', captchaSecrets };
  return { ...stored, form: { id: formId, fields: [], spamProtection } } as unknown as StoredForm;
}

type Sender = Partial<Parameters<typeof judge>[1]>;
const judged = (stored: StoredForm, sender: Sender = {}) => judge(stored, { origin, partial: false, ...sender });
const refusal = (code: string, message: string) => ({ status: 403, code, message });
const failed = (message: string) => refusal('captcha_failed', message);
const notPassed = (why: string) =>
  failed(`The captcha was not passed: ${why}. Get another token, and send the form again.`);

const providers = ['recaptcha', 'turnstile', 'hcaptcha'] as const;

describe.each(providers)('a submission to a form with %s', provider => {
  const form = () => storedOf({ [provider]: { enabled: true } }, 'of the form');
  const sends = async (answer: object, sender: Sender = {}) =>
    judged(await form(), { token: double.token('of the form', answer), ...sender });

  it('passes with a token, once', async () => {
    const token = double.token('of the form', good);
    expect(await judged(await form(), { token })).toBeUndefined();
    expect(double.requests.at(-1)?.fields).toEqual({ secret: 'of the form', response: token });
    await expect(judged(await form(), { token })).rejects.toMatchObject(
      notPassed('the token is not valid, has expired, or was used before'),
    );
  });

  it('needs one only where it completes a response', async () => {
    const why = 'This form requires a captcha, and the request has no token. Send it as x-captcha-token.';
    await expect(judged(await form())).rejects.toMatchObject(failed(why));
    await expect(judged(await form(), { token: '' })).rejects.toMatchObject(failed(why));
    expect(await judged(await form(), { partial: true })).toBeUndefined();
  });

  it('has one of the page that it comes from', async () => {
    const other = notPassed('the token is of another site');
    await expect(sends({ ...good, hostname: 'example.com' })).rejects.toMatchObject(other);
    expect(await sends({ ...good, hostname: 'example.com' }, { origin: undefined })).toBeUndefined();
    expect(await sends({ ...good, hostname: 'example.com' }, { origin: 'null' })).toBeUndefined();
  });

  it('has one for this', async () => {
    const other = notPassed('the token is for another action than "submit"');
    await expect(sends({ ...good, action: 'login' })).rejects.toMatchObject(other);
  });

  it('can be sent again where the provider does not answer', async () => {
    double.mode = 'broken';
    const answered = sends(good);
    await expect(answered).rejects.toMatchObject(
      failed('The captcha could not be verified just now. Get another token, and send the form again.'),
    );
    double.mode = 'answers';
  });
});

describe('a token', () => {
  const sends = async (provider: string, answer: object, settings: object = {}) =>
    judged(await storedOf({ [provider]: { enabled: true, ...settings } }, 'own'), {
      token: double.token('own', answer),
    });
  const { action: _, ...actionless } = good;

  it('of reCAPTCHA has an action and a score', async () => {
    const [low, other] = ['the score is too low', 'the token is for another action than "submit"'].map(notPassed);
    await expect(sends('recaptcha', actionless)).rejects.toMatchObject(other as object);
    await expect(sends('recaptcha', { ...good, score: 0.49 })).rejects.toMatchObject(low as object);
    await expect(sends('recaptcha', { ...good, score: undefined })).rejects.toMatchObject(low as object);
    await expect(sends('recaptcha', { ...good, score: '0.9' })).rejects.toMatchObject(low as object);
    await expect(sends('recaptcha', good, { threshold: 0.6 })).rejects.toMatchObject(low as object);
  });

  it.each(['turnstile', 'hcaptcha'])('of %s may have neither', async provider => {
    expect(await sends(provider, { ...actionless, score: undefined })).toBeUndefined();
    expect(await sends(provider, { ...good, action: '', score: 0 })).toBeUndefined();
  });

  it('is asked about with the secret of the deployment, where the form has none', async () => {
    const token = double.token('of all', good);
    expect(await judged(await storedOf({ turnstile: { enabled: true } }), { token })).toBeUndefined();
    expect(double.requests.at(-1)?.fields.secret).toBe('of all');
  });

  it('is not asked for where nobody has set a secret, and is where one is set that is gone', async () => {
    const before = double.requests.length;
    expect(await judged(await storedOf({ hcaptcha: { enabled: true } }), { token: undefined })).toBeUndefined();
    expect(double.requests).toHaveLength(before);
    const gone = await storedOf({ hcaptcha: { enabled: true, secretKeyLast4: '1234' } });
    await expect(judged(gone, { token: 'any' })).rejects.toMatchObject(
      failed('The captcha of this form is not set up yet. Its owner has to set the secret.'),
    );
  });
});

describe('a ticket', () => {
  it('tells whether a submission is taken for spam', async () => {
    const stored = await storedOf({ ticket: { enabled: true } });
    const ticketAt = (time: number) => newTicket('signs tickets', formId, time);
    expect(await judged(stored)).toMatchObject({ reasons: ['ticket_missing'] });
    expect(await judged(stored, { ticket: ticketAt(Date.now() + 60_000) })).toMatchObject({
      reasons: ['ticket_early'],
    });
    expect(await judged(stored, { ticket: ticketAt(Date.now() + 60_000), partial: true })).toBeUndefined();
    expect(await judged(stored, { ticket: ticketAt(Date.now() - 60_000) })).toBeUndefined();
    expect(await judged(await storedOf({}))).toBeUndefined();
  });
});

describe('a proof of work', () => {
  const asking = () => storedOf({ proofOfWork: { enabled: true } });
  const prove = async (time = Date.now()) => proofOf(await newChallenge('signs tickets', time));
  const refused = (fault: string) =>
    refusal(
      'proof_failed',
      `This form requires a proof of work, and ${fault}. Get another challenge (GET /forms/{id}/challenge), solve it, and send the form again.`,
    );

  it('is spent with the response that it is for', async () => {
    const proof = await prove();
    const write = await proofWrite(await asking(), { proof, partial: false });
    expect(await writeIfUnchanged([write as NonNullable<typeof write>])).toBe(true);
    await expect(proofWrite(await asking(), { proof, partial: false })).rejects.toMatchObject(
      refused('this one was used before'),
    );
  });

  it('has to be there, and good', async () => {
    await expect(proofWrite(await asking(), { partial: false })).rejects.toMatchObject(
      refused('there is none: send the solved challenge as x-formline-proof'),
    );
    const expired = await prove(Date.now() - 3_600_000);
    await expect(proofWrite(await asking(), { proof: expired, partial: false })).rejects.toMatchObject(
      refused('its challenge has expired'),
    );
  });

  it('is asked for by no partial submission, and by no form that does not say so', async () => {
    expect(await proofWrite(await asking(), { partial: true })).toBeUndefined();
    expect(await proofWrite(await storedOf({}), { partial: false })).toBeUndefined();
  });
});

it('what is asked once is asked once', async () => {
  let asked = 0;
  const ask = once(async () => {
    asked += 1;
    return asked;
  });
  expect([await ask(), await ask(), asked]).toEqual([1, 1, 1]);
});

describe('a form that was stored', () => {
  const formOf = async (spamProtection: object) => (await storedOf(spamProtection)).form;

  it('says which captcha has no secret yet', async () => {
    const form = await formOf({ hcaptcha: { enabled: true } });
    const warnings = [expect.objectContaining({ field: 'spamProtection.hcaptcha.secretKey', rule: 'required' })];
    const reply = await formReply(form, { ...form, title: 'Shown' });
    const spamProtection = { hcaptcha: { enabled: true, enforced: false } };
    expect(reply.body).toEqual({ ...form, title: 'Shown', spamProtection, warnings });
    expect(reply.headers).toEqual((await formReply(form)).headers);
    expect(reply.headers.etag).toMatch(/^"[\w-]{22}"$/);
  });

  it.each([{ turnstile: { enabled: true } }, { hcaptcha: { enabled: true, secretKeyLast4: '1234' } }, {}])(
    'says nothing where there is one, or no captcha: %j',
    async spamProtection => {
      const form = await formOf(spamProtection);
      expect((await formReply(form)).body).not.toHaveProperty('warnings');
    },
  );
});

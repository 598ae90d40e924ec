import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Call } from '../support/cloud/client.ts';
import { setSecret } from '../support/cloud/deployment-secret.ts';
import type { Json } from '../support/cloud/http.ts';
import { itLocally, itLocallyInAll, startedService } from '../support/cloud/service.ts';
import { addresses } from '../support/doubles/addresses.ts';
import { CaptchaDouble } from '../support/doubles/captcha.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { contactForm, newForm } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const double = new CaptchaDouble();
beforeAll(() => double.start(addresses.captchas));
afterAll(() => double.close());

const service = startedService();
const secret = service.client('secretKey');
const page = service.client('publishableKey');

beforeEach(() => {
  double.mode = 'answers';
});

const secretKey = 'the-secret-of-the-site-1234';
const origin = 'https://www.example.com';
const good = { hostname: 'www.example.com', score: 0.9, action: 'submit' };
const providers = ['recaptcha', 'turnstile', 'hcaptcha'] as const;

const withCaptcha = (provider: string, settings: object = {}) => ({
  spamProtection: { [provider]: { enabled: true, siteKey: 'site-key', secretKey, ...settings } },
});

const send = (formId: string, token: string | undefined, call: Call = {}) =>
  page('createSubmission', {
    params: { formId },
    body: { name: 'Ada' },
    ...call,
    headers: { origin, ...(token !== undefined && { 'x-captcha-token': token }), ...call.headers },
  });

const expectClosed = (reply: Awaited<ReturnType<typeof send>>, why: RegExp) => {
  expectRefusal(reply, 403, 'captcha_failed');
  expect(reply.body.message).toMatch(why);
};

describe.each(providers)('%s', provider => {
  it('lets a good token through once, and asks with the secret of the form', async () => {
    const { id } = await newForm(secret, withCaptcha(provider));
    const token = double.token(secretKey, good);
    expect((await send(id, token)).status).toBe(201);
    expect(double.requests.at(-1)).toEqual({
      path: `/${provider}`,
      contentType: 'application/x-www-form-urlencoded',
      fields: { secret: secretKey, response: token },
    });
    expectClosed(await send(id, token), /used before/);
    expectClosed(await send(id, 'made-up'), /not valid/);
    expectClosed(await send(id, undefined), /no token/);
  });

  it('refuses a token of another site, of another form’s secret, and of another action', async () => {
    const { id } = await newForm(secret, withCaptcha(provider));
    expectClosed(await send(id, double.token(secretKey, { ...good, hostname: 'evil.example' })), /another site/);
    expectClosed(await send(id, double.token('another-secret', good)), /not valid/);
    expectClosed(await send(id, double.token(secretKey, { ...good, action: 'login' })), /another action/);
  });

  it('shows a page what it needs, and nobody the secret', async () => {
    const form = await newForm(secret, withCaptcha(provider));
    const { body: schema } = await page('getPublicForm', { params: { id: form.id } });
    expect(schema.spamProtection.captcha).toEqual({ provider, siteKey: 'site-key', action: 'submit' });
    expect(form.spamProtection[provider]).toEqual({
      ...{ enabled: true, siteKey: 'site-key', secretKeyLast4: '1234', enforced: true },
    });
    expect(form).not.toHaveProperty('warnings');
    const read = await secret('getForm', { params: { id: form.id } });
    expect(read.body).toEqual(form);
    expect(JSON.stringify([form, schema, read.body])).not.toContain(secretKey);
  });
});

it('takes the token where each widget puts it', async () => {
  const names = {
    recaptcha: 'g-recaptcha-response',
    turnstile: 'cf-turnstile-response',
    hcaptcha: 'h-captcha-response',
  };
  for (const [provider, name] of Object.entries(names)) {
    const { id } = await newForm(secret, withCaptcha(provider));
    const body = { name: 'Ada', [name]: double.token(secretKey, good) };
    const reply = await send(id, undefined, { body });
    expect(reply).toMatchObject({ status: 201, body: { answers: { name: 'Ada' } } });
  }
  const { id } = await newForm(secret, withCaptcha('recaptcha'));
  const headers = { 'x-recaptcha-token': double.token(secretKey, good) };
  expect((await send(id, undefined, { headers })).status).toBe(201);
});

describe('reCAPTCHA’s score', () => {
  it.each([
    [{}, 0.5, 201],
    [{}, 0.49, 403],
    [{ threshold: 0.8 }, 0.79, 403],
    [{ threshold: 0.8 }, 0.8, 201],
    [{ threshold: 0 }, undefined, 403],
  ])('with %j takes %d with %d', async (settings, score, status) => {
    const { id } = await newForm(secret, withCaptcha('recaptcha', settings));
    expect((await send(id, double.token(secretKey, { ...good, score }))).status).toBe(status);
  });
});

describe('a form whose captcha cannot be verified', () => {
  itInAll('is closed while the provider keeps silent or talks nonsense, for three seconds at most', async () => {
    const { id } = await newForm(secret, withCaptcha('turnstile'));
    double.mode = 'nothing';
    expectClosed(await send(id, double.token(secretKey, good)), /could not be verified/);
    double.mode = 'broken';
    expectClosed(await send(id, double.token(secretKey, good)), /could not be verified/);
    double.mode = 'answers';
    expect((await send(id, double.token(secretKey, good))).status).toBe(201);
  });

  it('is not enforced without a secret, says so to its owner, and is closed once there is one', async () => {
    const form = await newForm(secret, withCaptcha('recaptcha', { secretKey: undefined }));
    expect(form.warnings).toEqual([
      { field: 'spamProtection.recaptcha.secretKey', rule: 'required', message: expect.stringMatching(/secret/) },
    ]);
    expect(form.spamProtection.recaptcha).toEqual({ enabled: true, siteKey: 'site-key', enforced: false });
    expect((await send(form.id, undefined)).status).toBe(201);
    const page = await service.client()('getPublicForm', { params: { id: form.id } });
    expect(page.body.spamProtection).toMatchObject({
      recaptcha: { siteKey: 'site-key' },
      captcha: { enforced: false },
    });
    const read = await secret('getForm', { params: { id: form.id } });
    expect(read.body.spamProtection).toEqual(form.spamProtection);
    expect(read.body).not.toHaveProperty('warnings');
    const headers = { 'if-match': read.headers.etag ?? '' };
    const set = await secret('updateForm', {
      params: { id: form.id },
      headers,
      body: { ...form, ...withCaptcha('recaptcha') },
    });
    expect(set).toMatchObject({ status: 200, body: { spamProtection: { recaptcha: { secretKeyLast4: '1234' } } } });
    expect(set.body).not.toHaveProperty('warnings');
    expect(set.body.spamProtection.recaptcha.enforced).toBe(true);
    await eventually(async () => expectClosed(await send(form.id, undefined), /no token/));
  });
});

it('keeps the secret through other changes, and drops it with the captcha', async () => {
  const { id } = await newForm(secret, withCaptcha('hcaptcha'));
  const change = async (body: object): Promise<Json> => (await secret('updateForm', { params: { id }, body })).body;
  expect((await change({ title: 'Renamed' })).spamProtection.hcaptcha.secretKeyLast4).toBe('1234');
  const patch = (hcaptcha: object | null) => ({ spamProtection: { hcaptcha } });
  expect((await change(patch({ siteKey: 'other' }))).spamProtection.hcaptcha.secretKeyLast4).toBe('1234');
  expect((await change(patch({ secretKey: 'a-new-secret-5678' }))).spamProtection.hcaptcha.secretKeyLast4).toBe('5678');
  const body = patch({ secretKey: null, secretKeyLast4: '0000' });
  const faults = ['spamProtection.hcaptcha.secretKey required', 'spamProtection.hcaptcha.secretKeyLast4 readOnly'];
  expectFaults(await secret('updateForm', { params: { id }, body }), ...faults);
  await change(patch(null));
  const anew = await change(patch({ enabled: true, siteKey: 'other' }));
  expect(anew.spamProtection.hcaptcha).toEqual({ enabled: true, siteKey: 'other', enforced: false });
  expect(anew.warnings).toHaveLength(1);
});

it('asks nothing of a partial save, nor of a secret key, and one captcha of a form', async () => {
  const { id } = await newForm(secret, withCaptcha('turnstile'));
  expect((await send(id, undefined, { query: { status: 'partial' } })).status).toBe(201);
  expect((await secret('createSubmission', { params: { formId: id }, body: { name: 'Ada' } })).status).toBe(201);
  const both = { spamProtection: { turnstile: { enabled: true }, hcaptcha: { enabled: true } } };
  const reply = await secret('createForm', { body: { ...contactForm, ...both } });
  expectFaults(reply, 'spamProtection.hcaptcha.enabled exclusive');
});

it('asks about a token once when a repeated request brings another', async () => {
  const { id } = await newForm(secret, withCaptcha('recaptcha'));
  const sendTwice = (token: string) =>
    send(id, undefined, {
      headers: { 'idempotency-key': 'once-and-again' },
      body: { name: 'Ada', 'g-recaptcha-response': token },
    });
  const first = await sendTwice(double.token(secretKey, good));
  const asked = double.requests.length;
  const second = await sendTwice(double.token(secretKey, good));
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
  expect(double.requests).toHaveLength(asked);
});

describe('the secret of the deployment', () => {
  const captchaSecret = (input: string, ...args: string[]) => setSecret(service, 'captcha-secret', input, ...args);

  itLocally('serves forms that have none of their own', async () => {
    expect(await captchaSecret(`${secretKey}\n`, 'turnstile')).toMatch(/Stored/);
    const { id, ...form } = await newForm(secret, withCaptcha('turnstile', { secretKey: undefined }));
    expect(form).not.toHaveProperty('warnings');
    expect(form.spamProtection.turnstile).toEqual({ enabled: true, siteKey: 'site-key', enforced: true });
    expect((await send(id, double.token(secretKey, good))).status).toBe(201);
    expectClosed(await send(id, double.token('another-secret', good)), /not valid/);
    const own = await newForm(secret, withCaptcha('turnstile', { secretKey: 'a-secret-of-its-own' }));
    expect((await send(own.id, double.token('a-secret-of-its-own', good))).status).toBe(201);

    expect(await captchaSecret('', 'turnstile', '--remove')).toMatch(/Removed/);
    const changed = await secret('updateForm', { params: { id }, body: { title: 'Renamed' } });
    expect(changed.body.warnings).toHaveLength(1);
  });

  itLocallyInAll('is refused where it cannot be one', async () => {
    await expect(captchaSecret('short\n', 'turnstile')).rejects.toThrow(/8 to 512 characters/);
    await expect(captchaSecret(secretKey, 'friendly')).rejects.toThrow(/recaptcha \| turnstile \| hcaptcha/);
  });
});

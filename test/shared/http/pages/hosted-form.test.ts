import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { consentIdOf } from '../../../../shared/domain/forms/consent-texts.ts';
import {
  hostedFormOf,
  hostedReply,
  isFound,
  noticeOf,
  noticeReply,
  type Visit,
  visitOf,
} from '../../../../shared/http/pages/hosted-form.ts';
import { showFormAgain } from '../../../../shared/http/pages/show-form-again.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import styles from '../../../../web/pages/page.css';

const fields = [{ id: 'name', type: 'text', label: 'Name', required: true }];

const storedOf = (settings: object = {}) =>
  ({
    ...{ environmentId: 'env_1', ticketSecret: 'secret' },
    form: { id: 'form_1', title: 'Contact', version: 1, status: 'live', fields, ...settings },
  }) as unknown as StoredForm;

type PageRequest = Parameters<typeof visitOf>[1];
const asked: PageRequest = {
  formId: 'form_1',
  baseUrl: 'https://forms.example.com',
  language: undefined,
  embedded: false,
};
const visit = (settings: object = {}, more: Partial<PageRequest> = {}) =>
  visitOf(storedOf(settings), { ...asked, ...more });
const visitNobody = (more: Partial<PageRequest> = {}) => visitOf(undefined, { ...asked, ...more });

function found(of: Visit) {
  if (!isFound(of)) throw new Error('There is no form');
  return of;
}

const german = { language: 'de', texts: { fr: { title: 'Contactez-nous' } } };

describe('a visit', () => {
  it.each([
    ['fr', 'fr'],
    ['pt-BR', 'pt-BR'],
    ['FR', 'FR'],
    ['frenchlike', 'en'],
    ['fr-', 'en'],
    ['fr"', 'en'],
    ['"fr', 'en'],
    [['fr', 'x'], 'en'],
    [undefined, 'en'],
  ])('of a form without a language asks for %j and gets %s', (language, shown) => {
    expect(visit({}, { language })).toMatchObject({ language: shown });
    expect(visitNobody({ language })).toMatchObject({ language: shown, found: undefined });
  });

  it('is in a language of the form', () => {
    expect(visit(german, { language: 'fr' })).toMatchObject({
      ...{ language: 'fr', texts: { send: 'Envoyer' }, found: { schema: { title: 'Contactez-nous' } } },
    });
    expect(visit(german, { language: 'es' })).toMatchObject({ language: 'de', texts: { send: 'Absenden' } });
  });
});

describe('a form that is shown', () => {
  it('is sent to its own address, with the key, once', () => {
    const form = hostedFormOf(found(visit({ ui: { theme: 'dark' } })), 'pk_1');
    expect(form).toMatchObject({
      ...{
        id: 'form_1',
        key: 'pk_1',
        title: 'Contact',
        language: 'en',
        theme: 'dark',
        embedded: false,
        indexed: false,
      },
      ...{ address: 'https://forms.example.com/f/form_1', needsScript: undefined, schema: { title: 'Contact' } },
      plain: { action: '?key=pk_1&lang=en', honeypot: undefined, fields, texts: { send: 'Send' } },
    });
    expect(form.plain.hidden).toStrictEqual({ _token: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const again = hostedFormOf(found(visit()), 'pk_1');
    expect(again.plain.hidden._token).not.toBe(form.plain.hidden._token);
  });

  it('shares its cover with networks, unless it has another picture', () => {
    const theme = { cover: { image: 'img_2' } };
    const cardOf = (form: object) => hostedFormOf(found(visit(form)), 'pk_1').card;
    expect(cardOf({ theme })).toEqual({ imageUrl: 'https://forms.example.com/images/img_2' });
    const hostedPage = { description: 'Join us', imageUrl: 'https://example.com/a.png' };
    expect(cardOf({ theme, hostedPage })).toEqual(hostedPage);
    expect(cardOf({})).toBeUndefined();
  });

  it('shows no picture while it is a draft', () => {
    const theme = { cover: { image: 'img_2' }, logo: { image: 'img_1' } };
    expect(hostedFormOf(found(visit({ theme })), 'pk_1')).toMatchObject({ pictures: theme });
    const draft = hostedFormOf(found(visit({ theme, status: 'draft' })), 'pk_1');
    expect([draft.card, draft.pictures]).toEqual([undefined, undefined]);
  });

  it('names the texts of its consents, so that the response tells which text was shown', () => {
    const consents = ['terms', 'news'].map(id => ({ id, type: 'consent', text: `The ${id}` }));
    const { hidden } = hostedFormOf(found(visit({ fields: [...fields, ...consents] })), 'pk_1').plain;
    const [terms, news] = ['terms', 'news'].map(id => consentIdOf(id, undefined, `The ${id}`));
    expect(hidden._consents).toBe(`${terms} ${news}`);
  });

  it('needs no script for a captcha that is not enforced', () => {
    const form = visit({ spamProtection: { turnstile: { enabled: true } } }, { captchaEnforced: false });
    expect(hostedFormOf(found(form), 'pk_1').needsScript).toBeUndefined();
  });

  it.each([
    ['', {}],
    [':root:root{--radius:0px}', { theme: { radius: 0 } }],
  ])('has the style of every page, and of its theme: %j', async (ofTheme, settings) => {
    const style = `${styles}${ofTheme}`;
    expect(hostedFormOf(found(visit(settings)), 'pk_1').style).toBe(style);
    // A browser takes no other style than the one of this hash.
    const hash = createHash('sha256').update(style).digest('base64');
    const { headers } = await hostedReply(found(visit(settings)), '<p>');
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`);
  });

  it('says to itself that it lies in a frame, and to search engines that they may list it', () => {
    const form = hostedFormOf(
      found(visit({ hostedPage: { indexed: true } }, { embedded: true, language: 'de' })),
      'pk_1',
    );
    expect(form).toMatchObject({
      ...{ embedded: true, indexed: true, plain: { action: '?key=pk_1&lang=de&embed=1' } },
    });
  });

  it.each([
    [{ captcha: { enabled: true } }, undefined],
    [{ recaptcha: { enabled: true, siteKey: 'site' } }, /JavaScript/],
    [{ turnstile: { enabled: true } }, /JavaScript/],
    [{ proofOfWork: { enabled: true } }, /JavaScript/],
    [{ honeypot: { enabled: true, fieldName: 'fax' }, ticket: { enabled: true } }, undefined],
  ])('needs a script where a machine has to show what it is: %j', (spamProtection, needsScript) => {
    const form = hostedFormOf(found(visit({ spamProtection })), 'pk_1');
    expect(form.needsScript ?? 'nothing').toMatch(needsScript ?? /^nothing$/);
  });

  it('has the decoy and the ticket of the form', () => {
    const spamProtection = { honeypot: { enabled: true, fieldName: 'fax' }, ticket: { enabled: true } };
    const { plain } = hostedFormOf(found(visit({ spamProtection })), 'pk_1');
    expect(plain.honeypot).toBe('fax');
    expect(plain.hidden).toHaveProperty('_ticket', expect.stringMatching(/./));
  });
});

describe('a page of a form', () => {
  it('has a policy of its own, and is kept by nobody unless it is the same for everybody', async () => {
    const thankYou = { redirectUrl: 'https://thanks.example.com/x' };
    const reply = await hostedReply(found(visit({ thankYou })), '<p>');
    expect(reply).toMatchObject({ status: 200, body: '<p>', headers: { 'x-robots-tag': 'noindex' } });
    expect(reply.headers['content-security-policy']).toContain("form-action 'self' https://thanks.example.com;");
    expect(reply.headers['content-security-policy']).toContain("connect-src 'self';");
    const listed = await hostedReply(found(visit({ hostedPage: { indexed: true } })), '<p>', { status: 403 });
    expect(listed).toMatchObject({ status: 403, headers: { 'x-robots-tag': 'all', 'cache-control': 'no-store' } });
    const shared = await hostedReply(found(visit()), '<p>', { isShared: true });
    expect(shared.headers).not.toHaveProperty('cache-control');
  });
});

describe('a page of a form with files', () => {
  beforeAll(() => {
    Object.assign(process.env, { UPLOADS_BUCKET: 'files', AWS_REGION: 'eu-central-1' });
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' });
  });

  const owner = { mode: 'owner', bucket: 'mine', roleArn: 'arn:aws:iam::123456789012:role/files', externalId: 'org_1' };

  it.each<[string, object]>([
    ['files', {}],
    ['mine', { storage: owner }],
  ])('may send them to the bucket %s alone', async (bucket, settings) => {
    const withFile = [...fields, { id: 'cv', type: 'file' }];
    const { headers } = await hostedReply(found(visit({ fields: withFile, ...settings })), '<p>');
    expect(headers['content-security-policy']).toContain(
      `connect-src 'self' https://${bucket}.s3.eu-central-1.amazonaws.com;`,
    );
  });
});

describe('what stands in the place of a form', () => {
  it.each([
    ['there is none', visitNobody(), { status: 404, notice: { title: 'Form not found' } }],
    ['it is a draft', visit({ status: 'draft' }), { status: 403, notice: { title: 'This form isn’t open yet' } }],
    ['it is archived', visit({ status: 'archived' }), { status: 403, notice: { title: 'This form is closed' } }],
    [
      'all its places are taken',
      visit({}, { places: { scope: 'form', most: new Map([['taken', 1]]), taken: [{ taken: 1 }] } }),
      { status: 403, notice: { title: 'This form is closed' } },
    ],
    [
      'it is closed',
      visit({ closesAt: '2020-01-01T00:00:00Z', closedMessage: 'Next year.' }),
      { status: 403, notice: { text: 'Next year.' } },
    ],
  ])('says that %s', (_, of, notice) => {
    expect(noticeOf(of)).toMatchObject(notice);
  });

  it('is nothing where there is one', () => {
    expect(noticeOf(visit())).toBeUndefined();
  });

  it('tells the title of a form, of a draft not', async () => {
    const notice = { status: 403, notice: { title: 'Closed', text: 'Come back.' } };
    const page = async (of: Visit) => String((await noticeReply(of, notice)).body);
    expect(await page(visit())).toContain('<h1 dir="auto">Contact</h1>');
    expect(await page(visit({ status: 'draft' }))).not.toContain('Contact');
    expect(await page(visit({ status: 'draft' }))).toContain('<h1 dir="auto">Closed</h1>');
    expect(await noticeReply(visit(), notice)).toMatchObject({
      ...{ status: 403, headers: { 'content-security-policy': expect.stringContaining("script-src 'self'") } },
    });
    expect(await noticeReply(visitNobody(), { ...notice, status: 404 })).toMatchObject({
      status: 404,
      body: expect.stringContaining('Come back.'),
      headers: { 'x-robots-tag': 'noindex', 'content-security-policy': expect.stringContaining("form-action 'none'") },
    });
  });
});

describe('a form that was not taken', () => {
  const answerOf = (code: string, status = 400, body: object = {}) => ({
    answer: { status, headers: {}, body: { code, message: 'What the API says.', ...body } },
    ...{ sent: new Map([['name', ['Ada <3']]]), key: 'pk_1' },
  });
  const page = async (of: Visit, ...refused: Parameters<typeof answerOf>) => {
    const { status, body } = await showFormAgain(of, answerOf(...refused));
    return { status, body: String(body) };
  };

  it('is shown as it was filled in, with what is wrong with its answers', async () => {
    const details = [{ field: 'name', rule: 'minLength', message: 'is too short' }];
    const { status, body } = await page(visit(), 'validation_failed', 400, { details });
    expect(status).toBe(400);
    expect(body).toContain('value="Ada &lt;3"');
    expect(body).toContain('Name must be at least 1 character');
    expect(body).not.toContain('couldn’t be sent');
    expect(body).toContain('key=pk_1');
  });

  it.each([
    ['captcha_failed', 403, /couldn’t confirm that you’re a person/],
    ['proof_failed', 403, /couldn’t confirm that you’re a person/],
    ['rate_limited', 429, /Too many answers arrived at once/],
    ['unavailable', 503, /Too many answers arrived at once/],
    ['payload_too_large', 413, /too much to send at once/],
    ['internal_error', 500, /couldn’t be sent/],
    ['validation_failed', 400, /^((?!class="errors").)*$/s],
  ])('says what to do: %s', async (code, of, text) => {
    const { status, body } = await page(visit(), code, of);
    expect(status).toBe(of);
    expect(body).toContain('value="Ada &lt;3"');
    expect(body).toMatch(text);
  });

  it.each(['origin_not_allowed', 'invalid_api_key', 'insufficient_permission', 'not_found'])(
    'is nowhere to be filled in: %s',
    async code => {
      const { status, body } = await page(visit(), code, 403);
      expect(status).toBe(403);
      expect(body).toContain('What the API says.');
      expect(body).toContain('can’t be sent from the page');
      expect(body).not.toContain('<form');
    },
  );

  it('asks anew for a consent whose text has changed, and keeps the others', async () => {
    const consents = ['terms', 'news'].map(id => ({ id, type: 'consent', label: id, text: `The ${id}` }));
    const details = [{ field: 'terms', rule: 'outdated', message: 'has changed' }];
    const refused = answerOf('consent_changed', 409, { details: [...details, { field: 'name', rule: 'minLength' }] });
    const sent = new Map([...refused.sent, ['terms', ['on']], ['news', ['on']]]);
    const reply = await showFormAgain(visit({ fields: [...fields, ...consents] }), { ...refused, sent });
    const shown = String(reply.body);
    expect(reply.status).toBe(409);
    const ticked = [...shown.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].filter(([box]) => / checked/.test(box));
    expect(ticked.map(([box]) => /name="(\w+)"/.exec(box)?.[1])).toEqual(['news']);
    expect(shown).toContain('value="Ada &lt;3"');
    expect(shown).not.toContain('couldn’t be sent');
  });

  it('is closed, where it was closed meanwhile', async () => {
    const { status, body } = await page(visit({ closedMessage: 'All places are taken.' }), 'form_closed', 409);
    expect([status, body]).toEqual([403, expect.stringContaining('All places are taken.')]);
    expect((await page(visit(), 'form_closed', 409)).body).toContain('no longer accepts answers');
    expect((await page(visit({ status: 'draft' }), 'internal_error', 500)).status).toBe(403);
    expect((await page(visitNobody(), 'form_closed', 409)).status).toBe(404);
  });
});

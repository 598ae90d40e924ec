import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Json, Reply } from '../support/cloud/http.ts';
import { rounds, startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm } from '../support/records/forms.ts';

const service = startedService();
const secret = service.client('secretKey');
const owner = service.session('owner');

const pageOf = (formId: string, query = ''): Promise<Reply> =>
  service.send({ method: 'GET', path: `/f/${formId}${query}` });
const keyIn = ({ text }: Reply): string => /key="(pk_\w+)"/.exec(text)?.[1] ?? '';
const origin = () => new URL(service.credentials().baseUrl).origin;

/** Sends what a browser does that has no script. */
const post = (formId: string, fields: Record<string, string>, headers: Record<string, string> = {}, query = '') =>
  service.send({
    method: 'POST',
    path: `/f/${formId}${query}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: origin(), ...headers },
    body: new URLSearchParams({ _key: service.key('publishableKey'), ...fields }).toString(),
  });

const responsesOf = async (formId: string): Promise<Json[]> =>
  (await secret('listResponses', { query: { form_id: formId } })).body.items;

describe('the page of a form', () => {
  it('has the title, the schema, and a plain form to be sent with a key that works', async () => {
    const form = await newForm(secret, { title: 'Tea & <cake>' });
    const reply = await pageOf(form.id);
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('<title>Tea &amp; &lt;cake&gt;</title>');
    expect(reply.text).toContain('<meta property="og:title" content="Tea &amp; &lt;cake&gt;">');
    expect(reply.text).toContain('<meta name="robots" content="noindex">');
    const [, json = ''] = /<script type="application\/json">(.*?)<\/script>/s.exec(reply.text) ?? [];
    const { body: schema } = await service.client()('getPublicForm', { params: { id: form.id } });
    expect(JSON.parse(json)).toEqual(schema);
    const client = service.client();
    const headers = { 'x-publishable-key': keyIn(reply) };
    const { status } = await client('createSubmission', {
      params: { formId: form.id },
      headers,
      body: { name: 'Ada' },
    });
    expect(status).toBe(201);
  });

  it('is all that a form needs to be filled in, and is kept for seconds unless the address fills something in', async () => {
    const fields = Array.from({ length: 20 }, (_, index) => ({
      ...{ id: `q${index}`, type: 'radio', label: `Question ${index}: how do you like this?` },
      options: ['Not at all', 'A little', 'It is all right', 'Very much'],
    }));
    const { id } = await newForm(secret, { fields });
    const { headers, text } = await pageOf(id, '?lang=en&embed=1');
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=10');
    expect(text).toContain('<style>');
    // What a browser loads besides it is what takes over when it is there.
    expect(text.match(/<(?:link|script|img)[^>]* (?:href|src)="(?!data:)[^"]+"[^>]*>/g)).toEqual([
      '<script src="../embed.js" defer>',
      '<script src="../assets/page.js" defer>',
    ]);
    expect(Buffer.byteLength(text)).toBeLessThan(30 * 1024);
    for (const query of ['?q1=A+little', '?sent=1'])
      expect((await pageOf(id, query)).headers['cache-control']).toBe('no-store');
    expect((await pageOf('form_unknown')).headers['cache-control']).toBe('no-store');
    expect((await post(id, { q1: 'nothing of these' })).headers['cache-control']).toBe('no-store');
  });

  it('has a large ranking as inputs that share a list, which take labels', async () => {
    const options = Array.from({ length: 350 }, (_, index) => ({ value: `v${index}`, label: `Label ${index}` }));
    const fields = [{ id: 'order', type: 'ranking', options, validate: { maxSelected: 3 } }];
    const { id } = await newForm(secret, { fields });
    const { status, text } = await pageOf(id);
    expect(status).toBe(200);
    expect(text.length).toBeLessThan(100_000);
    expect(text).toContain('<datalist id="list-order"><option value="Label 0">');
    const body = new URLSearchParams([
      ['_key', service.key('publishableKey')],
      ...['Label 7', 'v9', ''].map(each => ['order', each] as [string, string]),
    ]);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: origin() };
    const sent = await service.send({ method: 'POST', path: `/f/${id}`, headers, body: body.toString() });
    expect(sent.status).toBe(303);
    expect(await responsesOf(id)).toMatchObject([{ answers: { order: ['v7', 'v9'] } }]);
  });

  it('of a form that is too long for a page is the element alone, and loads the form', async () => {
    const options = Array.from({ length: 100 }, (_, index) => `option ${index}`);
    const fields = Array.from({ length: 30 }, (_, index) => ({ id: `f${index}`, type: 'ranking', options }));
    const { id } = await newForm(secret, { fields });
    const reply = await pageOf(id);
    expect(reply.status).toBe(200);
    expect(reply.text).toMatch(/<formline-form [^>]*>\s*<noscript>.*JavaScript.*<\/noscript>\s*<\/formline-form>/);
    expect(reply.text.length).toBeLessThan(5000);
    expect((await service.client()('getPublicForm', { params: { id } })).body.fields).toHaveLength(30);
  });

  it('agrees to nothing because a link says so', async () => {
    const fields = [{ id: 'terms', type: 'consent', text: 'All of them' }];
    const { id } = await newForm(secret, { fields });
    expect((await pageOf(id, '?terms=true')).text).not.toContain('checked');
  });

  it('runs the scripts of the service alone, and lies in frames of its form’s origins', async () => {
    const policyOf = async (properties: object) =>
      (await pageOf((await newForm(secret, properties)).id)).headers['content-security-policy'];
    const { text } = await pageOf((await newForm(secret)).id);
    const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
    const hash = createHash('sha256').update(styles).digest('base64');
    const common = `default-src 'none'; script-src 'self'; style-src 'self' 'sha256-${hash}'; connect-src 'self'`;
    const rest = "img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors";
    expect(await policyOf({})).toBe(`${common}; ${rest} *`);
    const allowedOrigins = ['https://www.example.com'];
    expect(await policyOf({ allowedOrigins })).toBe(`${common}; ${rest} 'self' https://www.example.com`);
    const bucket = /; connect-src 'self' (http:\/\/127\.0\.0\.1:\d+);/;
    expect(await policyOf({ fields: [{ id: 'cv', type: 'file' }] })).toMatch(bucket);
  });

  it('is listed by search engines where the form says so, and not there where it says that', async () => {
    const listed = await pageOf((await newForm(secret, { hostedPage: { indexed: true } })).id);
    expect(listed.headers['x-robots-tag']).toBe('all');
    expect(listed.text).not.toContain('noindex');
    expect((await pageOf((await newForm(secret)).id)).headers['x-robots-tag']).toBe('noindex');
    expect((await pageOf((await newForm(secret, { hostedPage: { enabled: false } })).id)).status).toBe(404);
  });

  it('says kindly why there is nothing to fill in', async () => {
    const draft = await newForm(secret, { status: 'draft' });
    const archived = await newForm(secret, { status: 'archived', title: 'Picnic' });
    const pages = await Promise.all([pageOf('form_unknown'), pageOf(draft.id), pageOf(archived.id)]);
    expect(pages.map(({ status }) => status)).toEqual([404, 403, 403]);
    for (const { headers, text } of pages) {
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(text).not.toMatch(/<form|<script|pk_/);
    }
    const headings = pages.map(({ text }) => /<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1]);
    expect(headings).toEqual(['Form not found', 'This form isn’t open yet', 'Picnic']);
    expect(pages[1]?.text).not.toContain(draft.title);
  });

  it('is none under an id that is none, whatever is in it', async () => {
    const { id } = await newForm(secret);
    const hostile = ['%zz', '%00', '%2e%2e', '%C3%28', "'", '*', '__proto__', 'x'.repeat(2000)];
    for (const each of [...hostile, id.toLowerCase(), `${id}%20`, `${id}0`, id.slice(0, -1)]) {
      const { status, headers } = await pageOf(each);
      expect({ each, status }).toEqual({ each, status: 404 });
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    }
  });

  it('closes with the form, in its words', async () => {
    const closed = { closesAt: '2020-01-01T00:00:00Z', closedMessage: 'Come back <soon>.', title: 'Picnic' };
    const { status, text } = await pageOf((await newForm(secret, closed)).id);
    expect(status).toBe(403);
    expect(text).toContain('<h1 dir="auto">Picnic</h1>');
    expect(text).toContain('<p>Come back &lt;soon&gt;.</p>');
    expect((await post((await newForm(secret, closed)).id, { name: 'Ada' })).status).toBe(403);
  });

  it('closes with the last place, and still thanks whoever took it', async () => {
    const { id } = await newForm(secret, { maxResponses: 1, closedMessage: 'All seats are taken.' });
    expect((await pageOf(id)).status).toBe(200);
    const { headers } = await post(id, { name: 'Ada' });
    expect(await pageOf(id)).toMatchObject({ status: 403, text: expect.stringContaining('All seats are taken.') });
    expect(await pageOf(id, headers.location)).toMatchObject({
      status: 200,
      text: expect.stringContaining('Thank you'),
    });
    expect(await post(id, { name: 'Bob' })).toMatchObject({ status: 403, text: expect.stringContaining('All seats') });
  });

  it('says how many places an option has left, and refuses one without at its field', async () => {
    const options = [{ value: 'yoga', label: 'Yoga', limit: 1 }, 'Rest'];
    const { id } = await newForm(secret, { fields: [{ id: 'workshop', type: 'radio', label: 'Workshop', options }] });
    expect((await pageOf(id)).text).toContain('Yoga <span class="optional">(1 left)</span>');
    expect((await post(id, { workshop: 'yoga' })).status).toBe(303);
    const { status, text } = await post(id, { workshop: 'yoga' }, { 'user-agent': 'Another' });
    expect(status).toBe(400);
    expect(text).toContain('value="yoga" disabled>');
    expect(text).toContain('Choose another option for workshop: this one is full');
    expect((await post(id, { workshop: 'Rest' })).status).toBe(303);
  });

  it('is in the language that is asked for, and fills in what the address says', async () => {
    const form = await newForm(secret);
    const { text } = await pageOf(form.id, '?lang=de&name=Ada%22%3E%3Cb%3E&utm_source=a&utm_source=b');
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('<button type="submit">Absenden</button>');
    expect(text).toContain('value="Ada&quot;&gt;&lt;b&gt;"');
    expect((await pageOf(form.id, '?lang=%22%3E%3Cscript%3E')).text).toContain('<html lang="en">');
  });

  it('takes no text of a form or an address for markup', async () => {
    const hostile = '</script><script>alert(1)</script><!--';
    const fields = [
      { id: 'name', type: 'text', label: hostile, placeholder: hostile },
      { id: 'pick', type: 'select', label: hostile, options: [hostile] },
    ];
    const { text } = await pageOf(
      (await newForm(secret, { title: hostile, fields })).id,
      `?name=${encodeURIComponent(hostile)}`,
    );
    expect(text.match(/<script/g)).toHaveLength(2);
    expect(text).not.toContain('alert(1)</script>');
    expect(text).not.toContain('<!--');
  });
});

describe('the key of the hosted pages', () => {
  it('is one in each environment, however many pages are asked for at once', async () => {
    const { environments } = await service.newOrganization();
    const headers = { authorization: `Bearer ${environments.staging.secretKey}` };
    const client = service.client();
    const created = await client('createForm', {
      headers,
      body: { title: 'Race', status: 'live', fields: [{ id: 'name', type: 'text' }] },
    });
    const pages = await Promise.all(rounds.map(() => pageOf(created.body.id)));
    const keys = new Set(pages.map(keyIn));
    expect(keys.size).toBe(1);
    const { body } = await client('listApiKeys', { headers });
    const hosted = body.items.filter((key: Json) => key.hosted);
    expect(hosted).toMatchObject([{ type: 'publishable', environment: 'staging', name: 'Hosted pages' }]);
    expect([...keys][0]).toMatch(new RegExp(`^pk_test_\\w+${hosted[0].lastFour}$`));
  });

  it('can’t be rotated or revoked', async () => {
    await pageOf((await newForm(secret)).id);
    const { body } = await owner('listApiKeys');
    const { id } = body.items.find((key: Json) => key.hosted);
    expect(await owner('rotateApiKey', { params: { id } })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await owner('deleteApiKey', { params: { id } })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(keyIn(await pageOf((await newForm(secret)).id))).toMatch(/^pk_live_/);
  });

  it('is kept from the limit of keys, and goes with its organization', async () => {
    const { environments, organization, owner: theirs } = await service.newOrganization();
    const headers = { authorization: `Bearer ${environments.production.secretKey}` };
    const client = service.client();
    const form = { title: 'Gone', status: 'live', fields: [{ id: 'name', type: 'text' }] };
    const created = await client('createForm', { headers, body: form });
    const key = keyIn(await pageOf(created.body.id));
    const session = { authorization: `Bearer ${await service.login(theirs)}` };
    const deleted = await client('deleteOrganization', { headers: session, params: { orgId: organization.id } });
    expect(deleted.status).toBe(204);
    const submission = {
      params: { formId: created.body.id },
      headers: { 'x-publishable-key': key },
      body: { name: 'Ada' },
    };
    expect((await client('createSubmission', submission)).status).toBe(401);
  });
});

describe('a plain HTML form', () => {
  it('is stored as a submission, and thanks', async () => {
    const form = await newForm(secret);
    const sent = await post(form.id, { name: 'Ada', age: ' 36 ', message: 'one\r\ntwo', email: '' });
    expect({ status: sent.status, location: sent.headers.location }).toEqual({
      status: 303,
      location: '?lang=en&sent=1',
    });
    expect((await pageOf(form.id, '?sent=1')).text).toContain('Thank you. We received your answers.');
    expect(await responsesOf(form.id)).toMatchObject([
      {
        status: 'completed',
        answers: { name: 'Ada', age: 36, message: 'one\ntwo' },
        meta: { source: 'browser', origin: origin() },
      },
    ]);
  });

  it('is shown again with the answers and what is wrong with them', async () => {
    const form = await newForm(secret);
    const { status, text, headers } = await post(
      form.id,
      { name: '', age: 'old', message: '"><script>' },
      {},
      '?lang=en',
    );
    expect(status).toBe(400);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(text).toContain('role="alert"');
    expect(text).toContain('<a href="#f0">Enter your name</a>');
    expect(text).toMatch(/name="age" value="old"[^>]+aria-invalid="true"/);
    expect(text).toContain('&quot;&gt;&lt;script&gt;</textarea>');
    // A script would show an empty form in its place.
    expect(text).not.toContain('<script');
    expect(await responsesOf(form.id)).toEqual([]);
  });

  it('is answered as the API answers where JSON is asked for', async () => {
    const form = await newForm(secret);
    const json = { accept: 'application/json' };
    const good = await post(form.id, { name: 'Ada' }, json);
    expect(good).toMatchObject({
      status: 201,
      body: { formId: form.id, status: 'completed', answers: { name: 'Ada' } },
    });
    const bad = await post(form.id, { age: '200' }, json);
    expect(bad).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(bad.body.details.map(({ field, rule }: Json) => `${field} ${rule}`)).toEqual(['name required', 'age max']);
    expect(await post('form_unknown', { name: 'Ada' }, json)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it('needs a publishable key of the form’s environment', async () => {
    const form = await newForm(secret);
    const other = service.key('publishableKey', 'staging');
    const statuses = await Promise.all(
      ['', 'nonsense', service.key('secretKey'), other].map(
        async _key => (await post(form.id, { name: 'Ada', _key })).status,
      ),
    );
    expect(statuses).toEqual([401, 401, 401, 404]);
    const inAddress = await post(form.id, { name: 'Ada', _key: '' }, {}, `?key=${service.key('publishableKey')}`);
    expect(inAddress.status).toBe(303);
  });

  it('is sent from the form’s own page and its origins, and from no other', async () => {
    const form = await newForm(secret, { allowedOrigins: ['https://www.example.com'] });
    const statusFrom = async (from: string) => (await post(form.id, { name: 'Ada' }, { origin: from })).status;
    expect(await statusFrom(origin())).toBe(303);
    expect(await statusFrom('https://www.example.com')).toBe(303);
    expect(await statusFrom('https://evil.example')).toBe(403);
    expect(await statusFrom('null')).toBe(403);
  });

  it.each([
    ['https://www.example.com/thanks', 'https://www.example.com/thanks'],
    ['/thanks?a=1', 'https://www.example.com/thanks?a=1'],
    ['https://also.example/', 'https://also.example/'],
    ['https://evil.example/', '?lang=en&sent=1'],
    ['//evil.example/', '?lang=en&sent=1'],
    ['https://www.example.com@evil.example/', '?lang=en&sent=1'],
    ['javascript:alert(1)', '?lang=en&sent=1'],
    ['https://www.example.com/\r\nset-cookie: a=b', 'https://www.example.com/set-cookie:%20a=b'],
  ])('goes on to _next %j: %s', async (_next, location) => {
    const form = await newForm(secret, { allowedOrigins: ['https://www.example.com', 'https://also.example'] });
    const { status, headers } = await post(form.id, { name: 'Ada', _next }, { origin: 'https://www.example.com' });
    expect({ status, location: headers.location, cookie: headers['set-cookie'] }).toEqual({ status: 303, location });
  });

  it('ends as the form says: with its words, or at its address', async () => {
    const texts = { de: { thankYou: { text: 'Wir **melden** uns.' } } };
    const words = await newForm(secret, { language: 'en', thankYou: { text: 'We call you.' }, texts });
    const sent = await post(words.id, { name: 'Ada', _language: 'de' });
    expect(sent.headers.location).toBe('?lang=de&sent=1');
    expect((await pageOf(words.id, sent.headers.location)).text).toContain('Wir <strong>melden</strong> uns.');
    const elsewhere = await newForm(secret, { thankYou: { redirectUrl: 'https://elsewhere.example/thanks' } });
    expect((await post(elsewhere.id, { name: 'Ada' })).headers.location).toBe('https://elsewhere.example/thanks');
    const policy = (await pageOf(elsewhere.id)).headers['content-security-policy'];
    expect(policy).toContain("form-action 'self' https://elsewhere.example;");
  });

  it('understands the markup of other services', async () => {
    const form = await newForm(secret);
    const notices = {
      'form-name': 'contact',
      _subject: 'New!',
      _format: 'plain',
      _cc: 'a@example.com',
      'bot-field': '',
    };
    expect((await post(form.id, { name: 'Ada', _replyto: 'ada@example.com', ...notices })).status).toBe(303);
    expect((await post(form.id, { name: 'Machine', _gotcha: 'x' })).status).toBe(303);
    expect((await post(form.id, { name: 'Machine', 'bot-field': 'x' })).status).toBe(303);
    expect(await responsesOf(form.id)).toMatchObject([{ answers: { name: 'Ada', email: 'ada@example.com' } }]);
  });

  it('makes one submission of two with one token, and another of other answers', async () => {
    const form = await newForm(secret);
    const _token = randomUUID();
    const twice = await Promise.all(rounds.map(() => post(form.id, { name: 'Ada', _token })));
    expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([303]));
    expect((await post(form.id, { name: 'Grace', _token })).status).toBe(303);
    expect((await responsesOf(form.id)).map(({ answers }) => answers.name).sort()).toEqual(['Ada', 'Grace']);
  });

  it('makes a submission for each visitor who got the same copy of the page', async () => {
    const form = await newForm(secret);
    const _token = randomUUID();
    for (const agent of ['one', 'other'])
      expect((await post(form.id, { name: 'Ada', _token }, { 'user-agent': agent })).status).toBe(303);
    expect(await responsesOf(form.id)).toHaveLength(2);
  });
});

type FormPart = { name: string; value: string | Buffer; fileName?: string; type?: string };

const postParts = (formId: string, parts: readonly FormPart[], headers: Record<string, string> = {}) => {
  const boundary = 'x'.repeat(20);
  const bytes = parts.flatMap(({ name, value, fileName, type }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n${type ? `content-type: ${type}\r\n` : ''}\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return service.send({
    method: 'POST',
    path: `/f/${formId}?key=${service.key('publishableKey')}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, origin: origin(), ...headers },
    body: Buffer.concat([...bytes, Buffer.from(`--${boundary}--\r\n`)]),
  });
};

describe('a form with files', () => {
  const fields = [
    { id: 'name', type: 'text', required: true },
    { id: 'cv', type: 'file' },
  ];

  it('stores them byte for byte, and attaches them to the response', async () => {
    const form = await newForm(secret, { fields });
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
    const file = { name: 'cv', value: bytes, fileName: 'C:\\cv.pdf', type: 'application/pdf' };
    expect((await postParts(form.id, [{ name: 'name', value: 'Ada' }, file])).status).toBe(303);
    const [response] = await responsesOf(form.id);
    const { headers } = await secret('getFile', { params: { fileId: response.answers.cv } });
    const stored = await fetch(String(headers.location));
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true);
    expect(stored.headers.get('content-disposition')).toContain('cv.pdf');
  });

  it('takes a control without a file for no answer, and names the field of one that is not taken', async () => {
    const form = await newForm(secret, { fields });
    const none = { name: 'cv', value: '', fileName: '', type: 'application/octet-stream' };
    expect((await postParts(form.id, [{ name: 'name', value: 'Ada' }, none])).status).toBe(303);
    const empty = { name: 'cv', value: '', fileName: 'empty.txt', type: 'text/plain' };
    const refused = await postParts(form.id, [{ name: 'name', value: 'Ada' }, empty]);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('href="#f1"');
    expect((await responsesOf(form.id)).map(({ answers }) => answers)).toEqual([{ name: 'Ada' }]);
  });

  it('refuses what is too much: bytes, fields, files', async () => {
    const form = await newForm(secret, { fields });
    const large = { name: 'cv', value: Buffer.alloc(4_300_000), fileName: 'large.bin' };
    expect((await postParts(form.id, [large])).status).toBe(413);
    const many = Array.from({ length: 1001 }, (_, index) => ({ name: `f${index}`, value: '' }));
    expect((await postParts(form.id, many)).status).toBe(400);
    const bomb = Buffer.from(`--${'x'.repeat(20)}\r\n`.repeat(150_000));
    expect((await postParts(form.id, [{ name: 'name', value: bomb }])).status).toBe(400);
    const pairs = Object.fromEntries(many.map(({ name }) => [name, '']));
    expect((await post(form.id, pairs)).status).toBe(400);
  });

  it('refuses what is no form at all', async () => {
    const form = await newForm(secret);
    for (const type of [
      'application/json',
      'text/plain',
      'multipart/form-data',
      'multipart/form-data; boundary=y',
      '',
    ]) {
      const { status, headers } = await post(form.id, { name: 'Ada' }, { 'content-type': type });
      expect([400, 415]).toContain(status);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    }
  });
});

describe('the theme of a form', () => {
  it('is a style sheet that the policy of the page allows by its hash, and the text of the button', async () => {
    const theme = { accent: '#00695c', background: '#10151f', font: 'mono', width: 'wide', buttonText: 'Book <now>' };
    const form = await newForm(secret, { theme });
    const reply = await pageOf(form.id);
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(reply.text) ?? [];
    expect(style).toMatch(/:root:root\{--accent:#00695c;--on-accent:#ffffff;.*color-scheme:dark\}$/);
    const hash = createHash('sha256').update(style).digest('base64');
    expect(reply.headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`);
    expect(reply.text).toContain('<button type="submit">Book &lt;now&gt;</button>');
    // Refused answers, and the page after a submission, look the same.
    const again = await post(form.id, { name: '' });
    expect([again.status, again.text.includes(style)]).toEqual([400, true]);
    expect((await pageOf(form.id, '?sent=1')).text).toContain(style);
  });

  it('is nothing on the page of a form without one', async () => {
    const reply = await pageOf((await newForm(secret)).id);
    expect(reply.text).not.toContain(':root:root');
  });
});

describe('the ends of a form', () => {
  const fields = [
    { id: 'plan', type: 'select', options: ['Basic', 'Pro', 'Team'] },
    { id: 'seats', type: 'number' },
    { id: 'email', type: 'email', pii: true },
  ];
  const ends = {
    welcome: { text: 'It takes **two** minutes' },
    thankYou: { text: 'See you' },
    endings: [
      { id: 'team', if: { field: 'plan', op: 'eq', value: 'Team' }, text: 'We will *call* you' },
      {
        id: 'pro',
        if: { field: 'plan', op: 'eq', value: 'Pro' },
        redirectUrl: 'https://pay.example/start?from=form',
        redirectAnswers: ['plan', 'seats'],
      },
    ],
  };

  it('are chosen by what was answered, without a script too', async () => {
    const texts = { de: { endings: { team: { text: 'Wir rufen an' } }, welcome: { text: 'Zwei Minuten' } } };
    const form = await newForm(secret, { fields, ...ends, language: 'en', texts });
    const page = await pageOf(form.id);
    expect(page.text).toContain('<p>It takes <strong>two</strong> minutes</p>');
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https://pay.example;");
    expect((await pageOf(form.id, '?lang=de')).text).toContain('<p>Zwei Minuten</p>');
    const pro = await post(form.id, { plan: 'Pro', seats: '3', email: 'ada@example.com' });
    expect([pro.status, pro.headers.location]).toEqual([303, 'https://pay.example/start?from=form&plan=Pro&seats=3']);
    const team = await post(form.id, { plan: 'Team', seats: '9' });
    expect(team.headers.location).toBe('?lang=en&sent=1&end=team');
    expect((await pageOf(form.id, team.headers.location)).text).toContain('We will <em>call</em> you');
    expect((await pageOf(form.id, '?lang=de&sent=1&end=team')).text).toContain('Wir rufen an');
    const basic = await post(form.id, { plan: 'Basic' });
    expect(basic.headers.location).toBe('?lang=en&sent=1');
    expect((await pageOf(form.id, '?sent=1&end=gone')).text).toContain('See you');
  });

  it('pass no personal answers, however the form is changed', async () => {
    const form = await newForm(secret, { fields, ...ends });
    const params = { id: form.id };
    const personal = { thankYou: { redirectUrl: 'https://a.example', redirectAnswers: ['email'] } };
    expect((await secret('updateForm', { params, body: personal })).body.details).toMatchObject([
      { field: 'thankYou.redirectAnswers[0]', rule: 'notAllowed' },
    ]);
    const sealed = { fieldPolicies: { seats: 'encrypted' } };
    expect((await secret('updateForm', { params, body: sealed })).body.details).toMatchObject([
      { field: 'endings[1].redirectAnswers[1]', rule: 'personal' },
    ]);
  });
});

describe('an address of the form’s own', () => {
  const slugOf = (name: string) => `${name}-${randomUUID()}`.slice(0, 40).replace(/-$/, '');
  const update = (id: string, body: object) => secret('updateForm', { params: { id }, body });

  it('shows the form, and former ones lead to it', async () => {
    const [first, second] = [slugOf('party'), slugOf('summer')];
    const { id } = await newForm(secret, { title: 'Party', slug: first });
    expect((await pageOf(first)).text).toContain('<h1 dir="auto">Party</h1>');
    expect((await pageOf(first)).text).toMatch(new RegExp(`property="og:url" content="http.*/f/${first}"`));
    expect((await update(id, { slug: second })).body.slug).toBe(second);
    await eventually(async () => {
      const { status, headers } = await pageOf(first, '?name=Ada&a=1%262');
      expect([status, headers.location]).toEqual([302, `${second}?name=Ada&a=1%262`]);
    });
    expect((await pageOf(second.toUpperCase())).headers.location).toBe(second);
    expect((await pageOf(id)).status).toBe(200);
    expect(await post(second, { name: 'Ada' })).toMatchObject({ status: 303 });
    expect(await post(first, { name: 'Eve' })).toMatchObject({ status: 303 });
    expect((await responsesOf(id)).map(({ answers }) => answers.name)).toEqual(['Eve', 'Ada']);
    expect((await update(id, { slug: null })).body).not.toHaveProperty('slug');
    await eventually(async () => expect((await pageOf(second)).headers.location).toBe(id));
    expect((await update(id, { slug: first })).body.slug).toBe(first);
  });

  it('belongs to one form of the deployment, whoever asks at the same time', async () => {
    const taken = slugOf('only');
    const others = await Promise.all([1, 2, 3].map(() => newForm(secret)));
    const replies = await Promise.all([
      ...others.map(({ id }) => update(id, { slug: taken })),
      secret('createForm', { body: { title: 'New', fields: [], slug: taken } }),
    ]);
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
    const [refused] = replies.filter(({ status }) => status >= 300);
    expect(refused?.body.details).toEqual([
      { field: 'slug', rule: 'unique', message: `"${taken}" is the address of another form; choose another` },
    ]);
    const staging = service.client('secretKey', 'staging');
    expect((await staging('createForm', { body: { title: 'A', fields: [], slug: taken } })).status).toBe(400);
    const owner = replies.find(({ status }) => status < 300)?.body.id;
    await secret('deleteForm', { params: { id: owner } });
    expect((await staging('createForm', { body: { title: 'A', fields: [], slug: taken } })).status).toBe(201);
  });

  it('says in the page what networks show of it, and nothing of a draft', async () => {
    const hostedPage = { description: 'Come & "dance"', imageUrl: 'https://cdn.example/a.png', indexed: true };
    const { id } = await newForm(secret, { hostedPage });
    const { text } = await pageOf(id);
    expect(text).toContain('<meta property="og:description" content="Come &amp; &quot;dance&quot;">');
    expect(text).toContain('<meta property="og:image" content="https://cdn.example/a.png">');
    expect(text).toMatch(/<link rel="canonical" href="http.*\/f\/form_\w+">/);
    const draft = await newForm(secret, { hostedPage, status: 'draft' });
    expect((await pageOf(draft.id)).text).not.toContain('dance');
  });
});

import { describe, expect, it } from '@jest/globals';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const browser = service.client('publishableKey');

const fields = [
  { id: 'name', type: 'text', required: true },
  { id: 'email', type: 'email' },
  { id: 'age', type: 'number', validate: { min: 0 } },
  { id: 'stars', type: 'rating' },
  { id: 'news', type: 'checkbox' },
  { id: 'terms', type: 'consent', text: 'All of them', required: true },
  { id: 'topics', type: 'multiselect', options: ['Sales', 'Support'], other: true },
  { id: 'service', type: 'matrix', rows: ['speed', 'price'], columns: ['Good', 'Bad'] },
  { id: 'notes', type: 'textarea' },
];

/** What a page's form has in it, as a browser sends it. */
const controls: readonly [name: string, value: string][] = [
  ['name', 'Ada'],
  ['email', ''],
  ['age', '36'],
  ['stars', '4'],
  ['news', 'on'],
  ['terms', 'true'],
  ['topics', 'Sales'],
  ['service[speed]', 'Good'],
  ['notes', ''],
  ['_next', 'https://www.example.com/thanks'],
];

const answers = {
  ...{ name: 'Ada', age: 36, stars: 4, news: true, terms: true, topics: ['Sales'] },
  service: { speed: 'Good' },
};

const storedOf = async (id: string): Promise<Json> => (await secret('getResponse', { params: { id } })).body.answers;

describe('what a page sends', () => {
  const formData = () => {
    const data = new FormData();
    for (const [name, value] of controls) data.append(name, value);
    return data;
  };

  it.each([
    [
      'JSON of its FormData',
      () => new Blob([JSON.stringify(Object.fromEntries(formData()))], { type: 'application/json' }),
    ],
    ['url-encoded', () => new URLSearchParams([...controls])],
    ['multipart', formData],
  ])('means the same as %s', async (_, bodyOf) => {
    const { id } = await newForm(secret, { fields });
    const sent = new Response(bodyOf());
    const reply = await browser('createSubmission', {
      params: { formId: id },
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
      body: Buffer.from(await sent.arrayBuffer()),
    });
    expect(reply).toMatchObject({ status: 201, body: { status: 'completed', answers } });
    expect(reply.body).not.toHaveProperty('warnings');
    expect(await storedOf(reply.body.id)).toEqual(answers);
  });

  it('is read by the same rules from a server', async () => {
    const { id } = await newForm(secret, { fields });
    const sent = { name: 'Ada', age: '1e2', stars: '5', news: 'false', terms: 'on', notes: '' };
    const response = await submit(secret, id, sent);
    expect(response.answers).toEqual({ name: 'Ada', age: 100, stars: 5, news: false, terms: true });
    const wrong = { name: 'Ada', age: '1,5', stars: '6', news: 'perhaps', terms: 'true' };
    const reply = await secret('createSubmission', { params: { formId: id }, body: wrong });
    expectFaults(reply, 'age type', 'stars max', 'news type');
  });

  it('as an HTML form without a key is told where such forms go', async () => {
    const { id } = await newForm(secret, { fields });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const bare = service.client();
    const reply = await bare('createSubmission', { params: { formId: id }, headers, body: 'name=Ada' });
    expectRefusal(reply, 401, 'invalid_api_key');
    expect(reply.body.message).toContain(`/f/${id}?key=pk_`);
    const body = new URLSearchParams({ _key: service.key('publishableKey'), name: 'Ada', terms: 'on' }).toString();
    expect((await bare('createSubmission', { params: { formId: id }, headers, body })).status).toBe(201);
  });
});

describe('an answer that the form has no field for', () => {
  const dropped = async (id: string): Promise<Json> =>
    (await secret('getFormAnalytics', { params: { id } })).body.dropped;

  it('is dropped, named and counted when a page sends it, and refused from a server', async () => {
    const { id } = await newForm(secret);
    const response = await submit(browser, id, { name: 'Ada', utm_source: 'news', emial: 'a@example.com' });
    expect(response.warnings).toEqual([
      { field: 'utm_source', rule: 'unknown', message: expect.stringContaining('no field "utm_source"') },
      { field: 'emial', rule: 'unknown', message: expect.stringContaining('did you mean "email"?') },
    ]);
    expect(await storedOf(response.id)).toEqual({ name: 'Ada' });
    await eventually(async () =>
      expect(await dropped(id)).toEqual([
        { name: 'emial', count: 1, lastAt: expect.any(String) },
        { name: 'utm_source', count: 1, lastAt: expect.any(String) },
      ]),
    );
    const refused = await secret('createSubmission', {
      params: { formId: id },
      body: { name: 'Ada', utm_source: 'x' },
    });
    expectFaults(refused, 'utm_source unknown');
    const nested = await browser('createSubmission', { params: { formId: id }, body: { answers: { name: 'Ada' } } });
    expectFaults(nested, 'answers unknown', 'name required');
  });

  it('is treated as `extraFields` says, whoever sends it', async () => {
    const { id } = await newForm(secret, { extraFields: 'refuse' });
    const call = { params: { formId: id }, body: { name: 'Ada', other: 'x' } };
    expectFaults(await browser('createSubmission', call), 'other unknown');
    await secret('updateForm', { params: { id }, body: { extraFields: 'drop' } });
    // Each environment of the function remembers the form for some seconds.
    await eventually(async () => expect((await secret('createSubmission', call)).status).toBe(201));
    await eventually(async () =>
      expect((await browser('createSubmission', call)).body.warnings).toMatchObject([{ field: 'other' }]),
    );
  });
});

describe('the honeypot', () => {
  it('is called website unless it has a name, and is never an answer, even while it is off', async () => {
    const { id } = await newForm(secret, { spamProtection: { honeypot: { enabled: true } } });
    const { body } = await browser('getPublicForm', { params: { id } });
    expect(body.spamProtection).toEqual({ honeypot: { fieldName: 'website' } });
    const caught = await submit(browser, id, { name: 'Ada', website: 'https://spam.example' });
    expect((await secret('getResponse', { params: { id: caught.id } })).status).toBe(404);
    const off = await newForm(secret, { spamProtection: { honeypot: { enabled: false, fieldName: 'fax' } } });
    for (const client of [browser, secret]) {
      const response = await submit(client, off.id, { name: 'Ada', fax: '123' });
      expect(response).not.toHaveProperty('warnings');
      expect(await storedOf(response.id)).toEqual({ name: 'Ada' });
    }
    const taken = [{ id: 'website', type: 'url' }];
    const clash = { title: 'Site', fields: taken, spamProtection: { honeypot: { enabled: true } } };
    expectFaults(await secret('createForm', { body: clash }), 'spamProtection.honeypot.fieldName unique');
  });
});

describe('a form with fields of any script', () => {
  it('keeps their answers, and gives each a column', async () => {
    const ids = ['größe', 'имя', '名前', 'utm.source', '_ref'];
    const { id } = await newForm(secret, { fields: ids.map(each => ({ id: each, type: 'text' })) });
    const sent = Object.fromEntries(ids.map(each => [each, `to ${each}`]));
    expect((await submit(browser, id, sent)).answers).toEqual(sent);
    const { text } = await secret('listResponses', { query: { form_id: id, format: 'csv' } });
    expect(text.split('\r\n')[0]).toBe(`id,formId,status,submittedAt,${ids.join(',')}`);
    expect(text).toContain(ids.map(each => `to ${each}`).join(','));
  });
});

describe('the body of a page', () => {
  it('may be as large as the fields can hold, between 32 KB and 128 KB', async () => {
    const long = await newForm(secret, { fields: [{ id: 'story', type: 'textarea' }] });
    const short = await newForm(secret, { fields: [{ id: 'story', type: 'text', validate: { maxLength: 100 } }] });
    const bodyOf = (length: number) => ({ story: 'a'.repeat(length) });
    const post = (formId: string, length: number) =>
      browser('createSubmission', { params: { formId }, body: bodyOf(length) });
    expect((await post(long.id, 90_000)).status).toBe(201);
    expectRefusal(await post(long.id, 131_072), 413, 'payload_too_large');
    expectFaults(await post(short.id, 30_000), 'story maxLength');
    expectRefusal(await post(short.id, 33_000), 413, 'payload_too_large');
  });
});

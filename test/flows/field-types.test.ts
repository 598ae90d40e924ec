import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { signed, uploaded } from '../support/records/files.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const browser = service.client('publishableKey');

const terms = 'I agree to the [terms](https://example.com/terms).';
const fields = [
  { id: 'name', type: 'text', label: 'Name', autocomplete: 'name', help: 'As on your passport', pii: true },
  { id: 'email', type: 'email', validate: { domains: ['example.com'] } },
  { id: 'story', type: 'textarea' },
  { id: 'topic', type: 'select', options: ['Sales', { value: 'help', label: 'Support; and more' }], other: true },
  { id: 'age', type: 'number', validate: { min: 0.5, step: 0.1 }, default: 0.7 },
  { id: 'budget', type: 'currency', currency: 'EUR', label: 'Budget', validate: { min: 1 } },
  { id: 'day', type: 'date', validate: { min: 'today', max: 'today+90000' } },
  { id: 'at', type: 'time', validate: { min: '09:00', max: '17:30' } },
  { id: 'tel', type: 'phone' },
  { id: 'site', type: 'url' },
  { id: 'ref', type: 'hidden', query: 'utm_source' },
  { id: 'intro', type: 'statement', text: '**Nearly** there.' },
  { id: 'plan', type: 'radio', options: [{ value: '=1', label: 'One' }, 'Two'] },
  { id: 'likes', type: 'multiselect', options: ['a', 'b;', 'c'], other: true, validate: { maxSelected: 3 } },
  { id: 'order', type: 'ranking', options: ['x', 'y', 'z'] },
  { id: 'page2', type: 'page', label: 'Page two' },
  {
    ...{ id: 'grid', type: 'matrix', label: 'Service' },
    rows: [{ value: 'speed', label: 'How fast' }, 'care'],
    columns: [{ value: '1', label: 'Bad' }, '2'],
  },
  { id: 'news', type: 'checkbox' },
  { id: 'terms', type: 'consent', text: terms, required: true },
  { id: 'stars', type: 'rating', lowLabel: 'Bad', highLabel: 'Good' },
  { id: 'nps', type: 'scale' },
  { id: 'cv', type: 'file', validate: { accept: ['.pdf', 'image/*'], maxBytes: 1000, maxFiles: 2 } },
  { id: 'sum', type: 'calculated', compute: { op: '+', args: [{ field: 'nps' }, { field: 'stars' }] } },
];
let formId: string;
beforeAll(async () => {
  formId = (await newForm(secret, { fields })).id;
});
const send = (body: Json, call: object = {}) => secret('createSubmission', { params: { formId }, body, ...call });

const answers = {
  name: 'Ada',
  email: 'ada@EXAMPLE.com',
  story: 'Two\nlines',
  topic: 'Something else',
  age: 0.8,
  budget: 1234.5,
  day: '2199-12-31',
  at: '09:00',
  tel: '+49 (30) 901820-0',
  site: 'https://example.com/?q=1',
  ref: 'newsletter',
  plan: '=1',
  likes: ['b;', 'mine'],
  order: ['z', 'x', 'y'],
  grid: { speed: '1', care: '2' },
  news: false,
  terms: true,
  stars: 5,
  nps: 0,
};

describe('a form with a field of every type', () => {
  it('is read back as it was sent, and shown to pages but for what is personal', async () => {
    const { body } = await secret('getForm', { params: { id: formId } });
    expect(body.fields).toEqual(fields);
    const shown = (await browser('getPublicForm', { params: { id: formId } })).body;
    const { consentId } = shown.fields.find(({ id }: Json) => id === 'terms');
    const ofConsent = ({ type }: Json) => type === 'consent' && { consentId };
    expect(shown.fields).toEqual(
      fields.map(({ pii, ...rest }) => ({ ...rest, ...ofConsent(rest), ...(pii && { unsaved: true }) })),
    );
  });

  it('takes an answer to each, gives it back, and exports it', async () => {
    const { id } = await newForm(secret, { fields });
    const files = [
      await uploaded(browser, id),
      await uploaded(browser, id, { fileName: 'Ada.PNG', contentType: 'image/png' }),
    ];
    const sent = { ...answers, cv: files };
    const response = await submit(browser, id, sent);
    expect(response.answers).toEqual(sent);
    const read = (await secret('getResponse', { params: { id: response.id } })).body;
    expect(read.answers).toEqual({ ...sent, sum: 5 });
    const textHash = createHash('sha256').update(terms).digest('hex');
    const { at } = read.meta.consents.terms;
    expect(read.meta.consents).toEqual({ terms: { textHash, at, by: 'visitor' } });
    expect(Math.abs(Date.parse(at) - Date.parse(read.submittedAt))).toBeLessThan(60_000);

    const csv = (query: object) => secret('listResponses', { query: { form_id: id, format: 'csv', ...query } });
    const own = `${response.id},${id},completed,${read.submittedAt}`;
    const cells = [
      ...['Ada', 'ada@EXAMPLE.com', '"Two\nlines"', 'Something else', '0.8', '1234.5', '2199-12-31', '09:00'],
      ...['+49 (30) 901820-0', 'https://example.com/?q=1', 'newsletter', "'=1", '"b;; mine"', '"z; x; y"', '1', '2'],
      ...['false', 'true', '5', '0', `"${files.join('; ')}"`, '5'],
    ];
    const header =
      'id,formId,status,submittedAt,name,email,story,topic,age,budget,day,at,tel,site,ref,plan,likes,order,grid.speed,grid.care,news,terms,stars,nps,cv,sum';
    expect((await csv({})).text).toBe(`${header}\r\n${own},${cells.join(',')}\r\n`);
    const labels = (await csv({ headers: 'label' })).text.split('\r\n')[0];
    expect(labels).toBe(
      header
        .replace('name', 'Name')
        .replace('budget', 'Budget (EUR)')
        .replace('grid.speed,grid.care', 'Service: How fast,Service: care'),
    );

    const withLinks = await secret('listResponses', { query: { form_id: id, files: 'url' } });
    expect(withLinks.body.items[0].files.cv).toMatchObject([
      { id: files[0], name: 'Ada.pdf' },
      { id: files[1], name: 'Ada.PNG' },
    ]);
    const urls = withLinks.body.items[0].files.cv.map(({ url }: Json) => new URL(url).pathname);
    const linked = (await csv({ files: 'url' })).text;
    for (const path of urls) expect(linked).toContain(path);

    const fewer = await secret('updateResponse', { params: { id: read.id }, body: { answers: { cv: [files[1]] } } });
    expect(fewer.body.answers.cv).toEqual([files[1]]);
    expectRefusal(await secret('getFile', { params: { fileId: files[0] ?? '' } }), 404, 'not_found');
  });

  it('names every fault of wrong answers, by rule', async () => {
    const wrong = {
      ...{
        name: ['Ada'],
        email: 'ada@example.org',
        story: 1,
        topic: 'x'.repeat(201),
        age: 0.85,
        budget: 9.999,
        day: '2020-01-01',
      },
      ...{ at: '17:31', tel: '1234', site: 'javascript:alert(1)', ref: 'x'.repeat(2049), intro: 'hello', plan: 'One' },
      ...{ likes: ['a', 'a'], order: ['x', 'y'], page2: true, grid: { speed: '3', constructor: '1' }, news: 'perhaps' },
      ...{ terms: 1, stars: 6, nps: 1.5, cv: 'file_x' },
    };
    expectFaults(
      await send(wrong),
      ...[
        'name type',
        'email domains',
        'story type',
        'topic maxLength',
        'age step',
        'budget decimals',
        'day min',
        'at max',
        'tel phone',
      ],
      ...['site url', 'ref maxLength', 'intro noAnswer', 'plan options', 'likes unique', 'order minSelected'],
      ...[
        'page2 noAnswer',
        'grid rows',
        'grid options',
        'news type',
        'terms type',
        'stars max',
        'nps integer',
        'cv file',
      ],
    );
  });

  it('counts empty lists, empty rows and a refused consent as not answered', async () => {
    expectFaults(await send({ terms: false }), 'terms required');
    const empty = {
      likes: [],
      order: [],
      grid: { speed: null, care: '' },
      cv: [],
      news: null,
      intro: null,
      terms: true,
    };
    expect((await submit(secret, formId, empty)).answers).toEqual({ terms: true });
    expectFaults(await send({ likes: [], terms: false }, { query: { status: 'partial' } }), ' minAnswers');
  });

  it('keeps the good answers of a partial save, and takes a consent back', async () => {
    const headers = { 'x-session-id': crypto.randomUUID() };
    const save = (body: object) => send(body, { headers, query: { status: 'partial' } });
    const first = await save({ terms: true, likes: ['x', 'y'], stars: 6 });
    expect(first.body.details).toMatchObject([
      { field: 'likes', rule: 'options' },
      { field: 'stars', rule: 'max' },
    ]);
    expect(first.body.meta.consents).toMatchObject({ terms: { textHash: expect.any(String) } });
    const second = await save({ terms: false, grid: { care: '2', speed: null } });
    expect(second.body).toMatchObject({ id: first.body.id, answers: { grid: { care: '2' } } });
    expect(second.body.answers.terms).toBe(undefined);
    expect(second.body.meta.consents.terms).toEqual({
      ...first.body.meta.consents.terms,
      withdrawnAt: second.body.updatedAt,
    });
  });

  it('takes the same answers for the same request, whatever their order', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const post = (body: object) => send(body, { headers });
    const first = await post({ terms: true, likes: ['a', 'c'], grid: { speed: '1', care: '2' } });
    const again = await post({ grid: { care: '2', speed: '1' }, likes: ['a', 'c'], terms: true });
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id } });
    expectRefusal(
      await post({ grid: { care: '2', speed: '1' }, likes: ['c', 'a'], terms: true }),
      409,
      'idempotency_key_reused',
    );
    expectRefusal(
      await post({ grid: { care: '1', speed: '1' }, likes: ['a', 'c'], terms: true }),
      409,
      'idempotency_key_reused',
    );
  });

  it('corrects an answer of each kind, and judges it', async () => {
    const { id } = await submit(secret, formId, answers);
    const correct = (body: object) => secret('updateResponse', { params: { id }, body: { answers: body } });
    const { body } = await correct({ likes: ['c'], grid: { speed: '2' }, news: true, plan: null });
    const { plan: _, ...rest } = answers;
    expect(body.answers).toEqual({ ...rest, likes: ['c'], grid: { speed: '2' }, news: true, sum: 5 });
    expectFaults(await correct({ likes: ['x', 'y'], terms: false }), 'answers.likes options', 'answers.terms required');
  });

  it('refuses to sign what a file field does not accept, and more files than it takes', async () => {
    const announced = { formId, fieldId: 'cv', fileName: 'Ada.pdf', contentType: 'application/pdf', size: 1000 };
    const sign = (changes: object) => browser('signUpload', { body: { ...announced, ...changes } });
    expect((await signed(browser, formId)).maxBytes).toBe(1000);
    expectFaults(await sign({ size: 1001 }), 'size maximum');
    expectFaults(await sign({ fileName: 'Ada.exe' }), 'contentType accept');
    const three = [1, 2, 3].map(() => signed(browser, formId));
    const ids = (await Promise.all(three)).map(({ fileId }) => fileId);
    expectFaults(await send({ terms: true, cv: ids }), 'cv maxFiles');
    expectFaults(await send({ terms: true, cv: ids.slice(1) }), 'cv file', 'cv file');
  });
});

describe('a changed form', () => {
  it('keeps the columns of rows that it no longer has', async () => {
    const grid = { id: 'grid', type: 'matrix', columns: ['1', '2'] };
    const { id } = await newForm(secret, { fields: [{ ...grid, rows: ['a', 'b'] }] });
    await submit(secret, id, { grid: { a: '1', b: '2' } });
    const change = { fields: [{ ...grid, rows: ['b', { value: 'c', label: 'New' }] }] };
    expect((await secret('updateForm', { params: { id }, body: change })).status).toBe(200);
    const { text } = await secret('listResponses', { query: { form_id: id, format: 'csv' } });
    expect(text.split('\r\n')[0]).toBe('id,formId,status,submittedAt,grid.b,grid.c,grid.a');
    expect(text.split('\r\n')[1]).toMatch(/Z,2,,1$/);
  });

  it('allows no larger files than the deployment does', async () => {
    const ofBytes = (maxBytes: number) => ({ fields: [{ id: 'cv', type: 'file', validate: { maxBytes } }] });
    expectFaults(
      await secret('createForm', { body: { title: 'CV', ...ofBytes(10 * 1024 * 1024 + 1) } }),
      'fields[0].validate.maxBytes maximum',
    );
    await newForm(secret, ofBytes(10 * 1024 * 1024));
  });
});

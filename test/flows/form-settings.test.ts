import { describe, expect, it } from '@jest/globals';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const browser = service.client('publishableKey');

const headers = { origin: 'https://www.example.com' };
const submitTo = (formId: string, client = browser) =>
  client('createSubmission', { params: { formId }, body: { name: 'Ada' }, headers });

describe('a form that has closed', () => {
  it('takes no submissions, uploads and events, and says so in its own words', async () => {
    const closedMessage = 'We are closed for the winter';
    const { id } = await newForm(secret, { closesAt: '2026-01-31T18:00:00+01:00', closedMessage });
    const event = { type: 'view', sessionId: 'session-of-one-visit' };
    const upload = { formId: id, fieldId: 'name', fileName: 'a.txt', contentType: 'text/plain', size: 1 };
    const refused = [
      await submitTo(id),
      await submitTo(id, secret),
      await browser('createEvents', { params: { id }, body: event, headers }),
      await browser('signUpload', { body: upload, headers }),
    ];
    for (const reply of refused) expectRefusal(reply, 403, 'form_closed');
    expect(refused.map(({ body }) => body.message)).toEqual(refused.map(() => closedMessage));
    const { status, body } = await browser('getPublicForm', { params: { id } });
    expect([status, body.closed]).toEqual([200, { message: closedMessage }]);
  });

  it('opens again when its time is taken away, and takes submissions until then', async () => {
    const { id } = await newForm(secret, { closesAt: '2026-01-31T18:00:00Z' });
    await secret('updateForm', { params: { id }, body: { closesAt: null } });
    const later = await newForm(secret, { closesAt: '9999-01-31T18:00:00Z' });
    expect([(await submitTo(id)).status, (await submitTo(later.id)).status]).toEqual([201, 201]);
    expect((await browser('getPublicForm', { params: { id } })).body).not.toHaveProperty('closed');
  });
});

describe('a form that takes so many responses', () => {
  it('takes as many completed ones as that, however many come at once, and says that it is full', async () => {
    const { id } = await newForm(secret, { maxResponses: 3, closedMessage: 'All seats are taken' });
    const replies = await Promise.all(Array.from({ length: 9 }, () => submitTo(id)));
    const taken = replies.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(3);
    for (const reply of replies.filter(each => !taken.includes(each))) expectRefusal(reply, 403, 'form_closed');
    const partial = { params: { formId: id }, body: { name: 'Ada' }, query: { status: 'partial' }, headers };
    expect((await browser('createSubmission', partial)).body.message).toBe('All seats are taken');
    const { body } = await browser('getPublicForm', { params: { id } });
    expect(body.closed).toEqual({ message: 'All seats are taken' });
    await secret('deleteResponse', { params: { id: taken[0]?.body.id } });
    await eventually(async () => expect((await submitTo(id)).status).toBe(201));
  });

  it('completes what a visit has saved, and answers a repeated request, when it is full', async () => {
    const { id } = await newForm(secret, { maxResponses: 1 });
    const visit = { ...headers, 'x-session-id': 'session-of-one-visit', 'idempotency-key': 'once' };
    const params = { formId: id };
    await browser('createSubmission', {
      params,
      body: { name: 'A' },
      query: { status: 'partial' },
      headers: { ...headers, 'x-session-id': 'session-of-one-visit' },
    });
    const complete = () => browser('createSubmission', { params, body: { name: 'Ada' }, headers: visit });
    expect([
      (await complete()).status,
      (await complete()).headers['idempotent-replayed'],
      (await submitTo(id)).status,
    ]).toEqual([200, 'true', 403]);
  });
});

it('a page is sent the texts of the language that it asks for, and no others', async () => {
  const texts = { de: { title: 'Kontakt', fields: { name: { label: 'Name der Person' } } } };
  const { id, ...form } = await newForm(secret, { language: 'en', texts, thankYou: { text: 'Thank you' } });
  expect(form).toMatchObject({ language: 'en', texts });
  const publicForm = async (query: Record<string, string>) =>
    (await browser('getPublicForm', { params: { id }, query })).body;
  const { title, language, languages, thankYou, fields, ...rest } = await publicForm({ lang: 'de-AT' });
  expect({ title, language, languages, thankYou }).toEqual({
    ...{ title: 'Kontakt', language: 'de', languages: ['en', 'de'], thankYou: { text: 'Thank you' } },
  });
  expect(fields[0].label).toBe('Name der Person');
  expect(rest).not.toHaveProperty('texts');
  expect(await publicForm({ lang: 'nl' })).toEqual(await publicForm({}));
});

it('a form keeps what it has no field for, and gives it columns behind its own', async () => {
  const { id } = await newForm(secret, { extraFields: 'keep' });
  const submit = (body: object) => browser('createSubmission', { params: { formId: id }, body, headers });
  expect((await submit({ name: 'Ada', company: 'ACME', 'Your role': '=1+1' })).body.answers).toEqual({
    ...{ name: 'Ada', company: 'ACME', 'Your role': '=1+1' },
  });
  expect((await submit({ name: 'Bob', city: 'Rome' })).status).toBe(201);
  const { text } = await secret('listResponses', { query: { form_id: id, format: 'csv', order: 'asc' } });
  const [header, ada, bob] = text.split('\r\n').map(line => line.split(',').slice(4));
  expect(header).toEqual(['name', 'email', 'age', 'message', 'Your role', 'city', 'company']);
  expect([ada, bob]).toEqual([
    ['Ada', '', '', '', "'=1+1", '', 'ACME'],
    ['Bob', '', '', '', '', 'Rome', ''],
  ]);
  const { body: list } = await secret('listResponses', { query: { form_id: id, limit: 1 } });
  const correct = (answers: object) =>
    secret('updateResponse', { params: { id: list.items[0].id }, body: { answers } });
  expect((await correct({ name: 'Rob', city: null, company: 'Acme', fax: '1' })).body.answers).toEqual({
    ...{ name: 'Rob', company: 'Acme', fax: '1' },
  });
  expectFaults(await correct({ company: 7, name: 'x'.repeat(101) }), 'answers.name maxLength', 'answers.company type');
  const { text: after } = await secret('listResponses', { query: { form_id: id, format: 'csv', limit: 1 } });
  expect(after.split('\r\n', 1)[0]).toContain(',Your role,city,company,fax');
  await secret('updateForm', { params: { id }, body: { extraFields: 'drop' } });
  await eventually(async () => {
    const { body } = await submit({ name: 'Eve', company: 'ACME' });
    expect([body.answers, body.warnings]).toEqual([
      { name: 'Eve' },
      [expect.objectContaining({ field: 'company', rule: 'unknown' })],
    ]);
  });
});

describe('the theme of a form', () => {
  const theme = { accent: '#00695c', background: '#fff8e7', font: 'serif', radius: 2, buttonText: 'Sign up' };

  it('is shown by the public schema in each language, and goes when it is taken away', async () => {
    const texts = { de: { buttonText: 'Anmelden' } };
    const { id, warnings } = await newForm(secret, { theme, language: 'en', texts });
    const publicTheme = async (lang: string) =>
      (await browser('getPublicForm', { params: { id }, query: { lang } })).body.theme;
    expect(warnings).toBeUndefined();
    expect(await publicTheme('en')).toEqual(theme);
    expect(await publicTheme('de')).toEqual({ ...theme, buttonText: 'Anmelden' });
    const { body } = await secret('updateForm', { params: { id }, body: { theme: null } });
    expect(body).not.toHaveProperty('theme');
  });

  it('may have little contrast, of which the answer warns', async () => {
    const { id } = await newForm(secret, {});
    const faint = { theme: { text: '#999999', background: '#ffffff', accent: '#ffe066' } };
    const { status, body } = await secret('updateForm', { params: { id }, body: faint });
    expect([status, body.theme]).toEqual([200, faint.theme]);
    expect(body.warnings.map(({ field, rule }: { field: string; rule: string }) => [field, rule])).toEqual([
      ['theme.text', 'contrast'],
      ['theme.accent', 'contrast'],
    ]);
    expect((await secret('getForm', { params: { id } })).body).not.toHaveProperty('warnings');
  });

  it('takes values, never CSS', async () => {
    const { id } = await newForm(secret, {});
    const hostile = { accent: 'red;}*{x:y', background: 'url(//evil.example)', radius: 99, font: 'Comic Sans' };
    const reply = await secret('updateForm', { params: { id }, body: { theme: { ...hostile, width: '1px' } } });
    const faults = ['accent maxLength', 'accent pattern', 'background maxLength', 'background pattern'];
    expectFaults(reply, ...[...faults, 'font enum', 'radius maximum', 'width enum'].map(each => `theme.${each}`));
  });
});

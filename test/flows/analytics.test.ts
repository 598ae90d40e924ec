import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keyOf } from '../../shared/store/keys.ts';
import { type Call, type Client, clientOf, type Operation } from '../support/cloud/client.ts';
import { tableOf } from '../support/cloud/cloud-table.ts';
import type { Json } from '../support/cloud/http.ts';
import { keyHeader, startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type CounterTable, count } from '../support/table/counters.ts';

const service = startedService();
const secret = service.client('secretKey');

const hour = 60 * 60_000;
const now = Date.now();
const unknownId = 'form_01KAJ5TR8M3Q4XV0Z6N1B7C9DE';

let table: CounterTable;
beforeAll(() => {
  const { client, TableName: tableName } = tableOf(service.cloud());
  table = { client, tableName };
});
afterAll(() => table.client.destroy());

async function environmentOf(formId: string): Promise<string> {
  const { pk, sk } = keyOf('form', { form: formId });
  const Key = { pk: { S: pk }, sk: { S: sk } };
  const { Item } = await table.client.send(new GetItemCommand({ TableName: table.tableName, Key }));
  return Item?.environmentId?.S ?? '';
}

/** The date that a clock of a zone shows. */
const dateIn = (timezone: string, time: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(time);

async function report(operation: Operation, call: Call, client: Client = secret): Promise<Json> {
  const reply = await client(operation, call);
  expect({ status: reply.status, body: reply.body }).toMatchObject({ status: 200 });
  return reply.body;
}

/** Letter by letter, some minutes ago. */
async function counted(scope: string, letters: Record<string, number>, time = now - hour): Promise<void> {
  for (const [letter, by] of Object.entries(letters)) await count(table, scope, letter, time, by);
}

const happened = { v: 80, b: 40, c: 25, C: 5, S: 10, p: 3, P: 1, a: 4, A: 2, w: 1, h: 6 };
const shown = { views: 80, starts: 40, submissions: 30, partial: 4, abandoned: 7 };
const rates = { startRate: 50, completionRate: 50, conversionRate: 25, dropOffRate: 50 };

describe('a view', () => {
  it('is implied by each start that none was told of, and counts once when it is told of after all', async () => {
    const { id } = await newForm(secret);
    const publishable = service.client('publishableKey');
    const tell = (sessionId: string, ...types: string[]) =>
      publishable('createEvents', {
        params: { id },
        body: types.map(type => ({ type, sessionId, ...(type === 'focus' && { fieldId: 'name' }) })),
      });
    const submit = (headers: Record<string, string> = {}) =>
      publishable('createSubmission', { params: { formId: id }, body: { name: 'Ada' }, headers });
    const becomes = (views: number, starts: number, submissions: number) =>
      eventually(async () => {
        const { totals, rates } = await report('getFormAnalytics', { params: { id } });
        expect(totals).toMatchObject({ views, starts, submissions });
        return rates;
      });

    await tell('visit-told-of-01', 'view', 'focus', 'view');
    await becomes(2, 1, 0);
    await tell('visit-untold-of-1', 'focus');
    await becomes(3, 2, 0);
    await tell('visit-untold-of-1', 'view');
    await submit();
    await becomes(4, 3, 1);
    await submit({ 'x-session-id': 'a-visit-all-alone' });
    await publishable('createSubmission', {
      params: { formId: id },
      body: { name: 'Grace' },
      headers: { 'x-session-id': 'a-visit-all-alone' },
    });
    const rates = await becomes(6, 5, 3);
    expect(rates).toEqual({ startRate: 83.33, completionRate: 60, conversionRate: 50, dropOffRate: 40 });
  });
});

describe('the reports of a form', () => {
  let form: Json;
  const path = () => ({ params: { id: form.id } });
  const query = (more: object = {}) => ({ query: { form_id: form.id, ...more } });

  beforeAll(async () => {
    form = await newForm(secret, { title: 'Kontakt "Über"' });
    await counted(form.id, happened);
    for (const [name, by] of Object.entries({ 'f:name': 30, 'n:name': 10, 'g:name': 20, 'd:name': 10 })) {
      await count(table, form.id, name, now - hour, by);
    }
    for (const [name, by] of Object.entries({ 'f:email': 8, 'e:email:email': 1, 'e:email:constructor': 2 })) {
      await count(table, form.id, name, now - hour, by);
    }
  });

  it('are one overview of what happened to it and to its fields', async () => {
    const { period, fields, ...rest } = await report('getFormAnalytics', path());
    expect(rest).toEqual({
      formId: form.id,
      environment: 'production',
      totals: { forms: 1, ...shown, submissionsFromBrowsers: 20, spamBlocked: 6 },
      rates,
      dropped: [],
    });
    expect(period).toEqual({
      from: dateIn('UTC', Date.parse(period.to) - 29 * 24 * hour),
      to: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      days: 30,
      timezone: 'UTC',
    });
    expect(fields.map(({ fieldId }: Json) => fieldId)).toEqual(['name', 'email', 'age', 'message']);
    expect(fields.slice(0, 3)).toEqual([
      {
        fieldId: 'name',
        label: 'Your name',
        type: 'text',
        reached: 40,
        answered: 30,
        completionRate: 75,
        validationErrors: { total: 0, byRule: {} },
        errorRate: 0,
      },
      {
        fieldId: 'email',
        label: 'E-mail',
        type: 'email',
        reached: 8,
        answered: 0,
        completionRate: 0,
        validationErrors: { total: 3, byRule: { constructor: 2, email: 1 } },
        errorRate: 37.5,
      },
      {
        fieldId: 'age',
        label: 'Age',
        type: 'number',
        reached: 0,
        answered: 0,
        completionRate: 0,
        validationErrors: { total: 0, byRule: {} },
        errorRate: 0,
      },
    ]);
  });

  it('have the same of its fields alone, or of one of them', async () => {
    const { fields } = await report('getFormAnalytics', path());
    const all = await report('getFieldAnalytics', query());
    expect({ ...all, period: undefined }).toEqual({ formId: form.id, items: fields });
    const { items } = await report('getFieldAnalytics', query({ field_id: 'email' }));
    expect(items).toEqual([fields[1]]);
  });

  it('tell at which field people left', async () => {
    const { period: _, fields, ...rest } = await report('getDropoffs', query());
    expect(rest).toEqual({
      formId: form.id,
      starts: 40,
      submissions: 30,
      submissionsFromBrowsers: 20,
      dropOffs: 20,
      dropOffRate: 50,
    });
    expect(fields.map(({ label: _, ...field }: Json) => field)).toEqual([
      { fieldId: 'name', position: 1, reached: 40, dropOffs: 10, dropOffRate: 25 },
      { fieldId: 'email', position: 2, reached: 8, dropOffs: 0, dropOffRate: 0 },
      { fieldId: 'age', position: 3, reached: 0, dropOffs: 0, dropOffRate: 0 },
      { fieldId: 'message', position: 4, reached: 0, dropOffs: 0, dropOffRate: 0 },
    ]);
  });

  it('have a point for each day, the oldest first, whether anything happened on it or not', async () => {
    const { formId, period, points } = await report('getTrends', query({ days: 4 }));
    expect(formId).toBe(form.id);
    const last = Date.parse(period.to);
    expect(points.map(({ date }: Json) => date)).toEqual(
      [3, 2, 1, 0].map(before => dateIn('UTC', last - before * 24 * hour)),
    );
    const nothing = { views: 0, starts: 0, submissions: 0, partial: 0, abandoned: 0 };
    for (const { date, ...counts } of points) {
      expect(counts).toEqual(date === dateIn('UTC', now - hour) ? shown : nothing);
    }
  });

  it('can be had as CSV, to the letter', async () => {
    const { period, points } = await report('getTrends', query({ days: 2 }));
    const reply = await secret('exportFormAnalytics', { ...path(), query: { days: 2 } });
    const row = (date: string) =>
      date === dateIn('UTC', now - hour) ? `${date},80,40,30,4,7,50,50,25,50\r\n` : `${date},0,0,0,0,0,0,0,0,0\r\n`;
    expect(reply.text).toBe(
      `date,views,starts,submissions,partial,abandoned,startRate,completionRate,conversionRate,dropOffRate\r\n${row(period.from)}${row(period.to)}`,
    );
    expect(points).toHaveLength(2);
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(reply.headers['content-disposition']).toBe(
      'attachment; filename="Kontakt _ber analytics.csv"; filename*=UTF-8\'\'Kontakt%20%C3%9Cber%20analytics.csv',
    );
  });

  it('can be had as CSV by fields, in which no label is a formula', async () => {
    const body = { fields: [{ ...form.fields[0], label: '=1+1' }, ...form.fields.slice(1)] };
    await secret('updateForm', { ...path(), body });
    const { text, headers } = await secret('exportFormAnalytics', { ...path(), query: { section: 'fields' } });
    await secret('updateForm', { ...path(), body: { fields: form.fields } });
    expect(text.split('\r\n')).toEqual([
      'fieldId,label,type,position,reached,answered,completionRate,validationErrors,errorRate,dropOffs,dropOffRate',
      "name,'=1+1,text,1,40,30,75,0,0,10,25",
      'email,E-mail,email,2,8,0,0,3,37.5,0,0',
      'age,Age,number,3,0,0,0,0,0,0,0',
      'message,Message,textarea,4,0,0,0,0,0,0,0',
      '',
    ]);
    expect(headers['content-disposition']).toContain('analytics of fields.csv');
  });

  it('have the fields that the form has lost behind those it has, as long as the period has counts of them', async () => {
    const changing = await newForm(secret);
    const fields = changing.fields.filter(({ id }: Json) => id !== 'email' && id !== 'age');
    await secret('updateForm', { params: { id: changing.id }, body: { fields } });
    await count(table, changing.id, 'f:age', now - hour, 2);
    await count(table, changing.id, 'd:age', now - hour);
    const { items } = await report('getFieldAnalytics', { query: { form_id: changing.id } });
    expect(items.map(({ fieldId, label, type }: Json) => [fieldId, label, type])).toEqual([
      ['name', 'Your name', 'text'],
      ['message', 'Message', 'textarea'],
      ['age', 'Age', null],
    ]);
    const dropoffs = await report('getDropoffs', { query: { form_id: changing.id } });
    expect(dropoffs.fields.at(-1)).toEqual({
      ...{ fieldId: 'age', label: 'Age', position: null },
      ...{ reached: 2, dropOffs: 1, dropOffRate: 50 },
    });
    const email = await report('getFieldAnalytics', { query: { form_id: changing.id, field_id: 'email' } });
    expect(email.items).toMatchObject([{ fieldId: 'email', label: 'E-mail', type: null, reached: 0 }]);
  });
});

describe('the report of an environment', () => {
  it('has the totals of all forms, and the forms by their submissions', async () => {
    const { environments } = await service.newOrganization();
    const client = clientOf(() => {
      const headers = keyHeader('secretKey', environments.production.secretKey);
      return { baseUrl: service.cloud().baseUrl, headers };
    });
    const empty = await report('getAnalytics', {}, client);
    const shownOfNothing = { views: 0, starts: 0, submissions: 0, partial: 0, abandoned: 0 };
    const nothing = { ...shownOfNothing, submissionsFromBrowsers: 0, spamBlocked: 0 };
    expect(empty).toEqual({
      environment: 'production',
      period: empty.period,
      totals: { forms: 0, ...nothing },
      rates: { startRate: 0, completionRate: 0, conversionRate: 0, dropOffRate: 0 },
      forms: [],
    });

    const [few, many, none] = [
      await newForm(client, { title: 'Few' }),
      await newForm(client, { title: 'Many' }),
      await newForm(client, { title: 'None', status: 'draft', fields: [] }),
    ];
    await counted(await environmentOf(few.id), happened);
    await counted(few.id, { v: 30, c: 10 });
    await counted(many.id, { v: 50, c: 15, C: 5, S: 10 });
    const { totals, rates: shownRates, forms } = await report('getAnalytics', {}, client);
    const { forms: withTrends } = await report('getAnalytics', { query: { trend: true } }, client);
    const sumOf = (trend: number[]) => trend.reduce((sum, count) => sum + count, 0);
    expect(withTrends.map(({ trend, ...form }: Json) => [form, trend.length, sumOf(trend)])).toEqual(
      forms.map((form: Json) => [form, 30, form.submissions]),
    );
    expect({ totals, rates: shownRates }).toEqual({
      totals: { forms: 3, ...shown, submissionsFromBrowsers: 20, spamBlocked: 6 },
      rates,
    });
    expect(forms).toEqual([
      { formId: many.id, title: 'Many', views: 50, submissions: 20, conversionRate: 20 },
      { formId: few.id, title: 'Few', views: 30, submissions: 10, conversionRate: 33.33 },
      { formId: none.id, title: 'None', views: 0, submissions: 0, conversionRate: 0 },
    ]);
    const trends = await report('getTrends', {}, client);
    expect(trends.formId).toBeNull();
    expect(trends.points).toHaveLength(30);
    expect(trends.points).toContainEqual({ date: dateIn('UTC', now - hour), ...shown });
  });
});

describe('a time zone', () => {
  const zones = ['UTC', 'Asia/Kathmandu', 'Pacific/Marquesas', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Berlin'];
  let form: Json;
  const times = [1, 5, 9, 13, 17, 21].map(hours => now - 48 * hour - hours * hour);
  beforeAll(async () => {
    form = await newForm(secret);
    for (const time of times) {
      await count(table, form.id, 'v', time);
      await count(table, form.id, 'f:name', time);
    }
  });

  it.each(zones)('puts what happened into the days of its clocks: %s', async timezone => {
    const { period, points } = await report('getTrends', { query: { form_id: form.id, days: 10, timezone } });
    expect(period.timezone).toBe(timezone);
    expect([dateIn(timezone, now), dateIn(timezone, Date.now())]).toContain(period.to);
    for (const { date, views } of points) {
      expect([date, views]).toEqual([date, times.filter(time => dateIn(timezone, time) === date).length]);
    }
  });

  it.each(zones)('bounds what is told of fields: %s', async timezone => {
    for (const days of [1, 3, 4]) {
      const { period, items } = await report('getFieldAnalytics', { query: { form_id: form.id, days, timezone } });
      const within = times.filter(time => dateIn(timezone, time) >= period.from);
      expect(items[0].reached).toBe(within.length);
    }
  });

  it('must be one that there is, and the refusal tells which was meant', async () => {
    const refused: [string, RegExp][] = [
      ['Europe/Berlim', /did you mean Europe\/Berlin\?/],
      ['america/new york', /did you mean America\/New_York\?/],
      ['+02:00', /IANA name, such as Europe\/Berlin/],
      ['__proto__', /IANA name/],
      ['UTC\u0000', /IANA name/],
    ];
    for (const [timezone, hint] of refused) {
      const faults = expectRefusal(await secret('getAnalytics', { query: { timezone } }), 400, 'invalid_parameter');
      expect(faults).toEqual([{ field: 'timezone', rule: 'timezone', message: expect.stringMatching(hint) }]);
    }
  });
});

describe('a report', () => {
  const ofForm = ['getTrends', 'getDropoffs', 'getFieldAnalytics'] as const;
  const everyReport = ['getAnalytics', 'getFormAnalytics', ...ofForm, 'exportFormAnalytics'] as const;
  const callOf = (operation: Operation, id: string): Call => {
    if (operation === 'getAnalytics') return {};
    return ofForm.some(name => name === operation) ? { query: { form_id: id } } : { params: { id } };
  };

  it.each(everyReport)('refuses days that are none, and a time zone that is none: %s', async operation => {
    const { id } = await newForm(secret);
    const { params, query } = callOf(operation, id);
    for (const [name, value] of [
      ...['0', '366', '-1', '1.5', 'ten', '', '1e400'].map(days => ['days', days]),
      ...['Nowhere', '', 'x'.repeat(65)].map(timezone => ['timezone', timezone]),
    ] as [string, string][]) {
      const reply = await secret(operation, { ...(params && { params }), query: { ...query, [name]: value } });
      const faults = expectRefusal(reply, 400, 'invalid_parameter');
      expect(new Set(faults.map(({ field }) => field))).toEqual(new Set([name]));
    }
    for (const days of [1, 365]) {
      const reply = await secret(operation, { ...(params && { params }), query: { ...query, days } });
      expect(reply.status).toBe(200);
    }
  });

  it.each(['getDropoffs', 'getFieldAnalytics'] as const)('asks for the form it is about: %s', async operation => {
    const faults = expectRefusal(await secret(operation, {}), 400, 'invalid_parameter');
    expect(faults).toEqual([{ field: 'form_id', rule: 'required', message: 'is required' }]);
  });

  it('names the field that is none of the form, now or once', async () => {
    const { id } = await newForm(secret);
    const fieldFault = async (field_id: string) =>
      expectRefusal(
        await secret('getFieldAnalytics', { query: { form_id: id, field_id } }),
        400,
        'invalid_parameter',
      )[0];
    expect(await fieldFault('emial')).toEqual({
      field: 'field_id',
      rule: 'unknown',
      message: 'this form has no such field and never had one; did you mean "email"?',
    });
    for (const field of ['constructor', '__proto__', 'name ']) {
      expect(await fieldFault(field)).toMatchObject({ field: 'field_id', rule: 'unknown' });
    }
  });

  it.each(everyReport.slice(1))('tells nothing of a form that is not the caller’s: %s', async operation => {
    const staging = service.client('secretKey', 'staging');
    const theirs = await newForm(staging);
    const deleted = await newForm(secret);
    await secret('deleteForm', { params: { id: deleted.id } });
    const ids = [theirs.id, deleted.id, unknownId, '__proto__', 'form_%', 'x'.repeat(300)];
    for (const id of ids) expectRefusal(await secret(operation, callOf(operation, id)), 404, 'not_found');
    expect((await staging(operation, callOf(operation, theirs.id))).status).toBe(200);
  });
});

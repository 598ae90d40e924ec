import { beforeAll, describe, expect, it } from '@jest/globals';
import { viewsMax } from '../../shared/domain/responses/view.ts';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { newForm } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');

describe('saved views', () => {
  let form: Json;
  beforeAll(async () => {
    form = await newForm(secret, { fields: [{ id: 'topic', type: 'text' }] });
  });
  const create = async (body: object) => {
    const reply = await secret('createView', { params: { id: form.id }, body });
    expect({ status: reply.status, body: reply.body }).toMatchObject({ status: 201 });
    return reply.body;
  };
  const listed = async (query: object = {}) =>
    (await secret('listViews', { params: { id: form.id }, query: { order: 'asc', ...query } as never })).body;

  it('keep what was sent, who made it, and the usual table where nothing is said', async () => {
    const sales = {
      name: 'Sales',
      columns: ['submittedAt', 'answers.topic'],
      filters: { status: 'completed', from: '2026-01-01', q: 'late', answers: { topic: 'Sales', 'age][gte': '18' } },
      order: 'asc',
    };
    const first = await create(sales);
    expect(first).toMatchObject({ ...sales, formId: form.id, createdBy: expect.stringMatching(/^key_/) });
    const plain = await create({ name: 'All' });
    expect(plain).toMatchObject({ columns: null, filters: {}, order: 'desc' });
    expect(await listed()).toMatchObject({ items: [first, plain], total: 2, hasMore: false });
    expect((await listed({ limit: 1, order: 'desc' })).items).toEqual([plain]);
  });

  it('take the filters by handling, assignee and browser, and lose them one by one', async () => {
    const filters = {
      ...{ handling: 'done', assignee: 'none', source: 'browser' },
      ...{ origin: 'https://www.example.com', language: 'de', browser: 'Firefox' },
    };
    const view = await create({ name: 'Done', filters });
    expect(view.filters).toEqual(filters);
    const params = { id: form.id, viewId: view.id };
    const changed = await secret('updateView', { params, body: { filters: { assignee: null, handling: 'open' } } });
    const { assignee: _, ...others } = filters;
    expect(changed.body.filters).toEqual({ ...others, handling: 'open' });
    const wrong = await secret('createView', {
      params: { id: form.id },
      body: { name: 'x', filters: { handling: 'x' } },
    });
    expectRefusal(wrong, 400, 'validation_failed');
  });

  it('are changed by a patch, in which null removes a filter, and deleted', async () => {
    const view = await create({ name: 'Old', filters: { status: 'partial', q: 'x', answers: { topic: 'a' } } });
    const params = { id: form.id, viewId: view.id };
    const body = { name: 'New', filters: { status: null, answers: { topic: null, age: '3' } }, columns: ['id'] };
    const changed = await secret('updateView', { params, body });
    expect(changed.body).toMatchObject({
      ...view,
      name: 'New',
      filters: { q: 'x', answers: { age: '3' } },
      columns: ['id'],
      updatedAt: expect.any(String),
    });
    expect(changed.body.filters).toEqual({ q: 'x', answers: { age: '3' } });
    expect((await secret('updateView', { params, body: { columns: null } })).body.columns).toBeNull();
    expect((await secret('deleteView', { params })).status).toBe(204);
    expectRefusal(await secret('deleteView', { params }), 404, 'not_found');
    expectRefusal(await secret('updateView', { params, body: { name: 'x' } }), 404, 'not_found');
    expect((await listed()).items.map(({ id }: Json) => id)).not.toContain(view.id);
  });

  itInAll('are all kept when they are saved at once, up to their number', async () => {
    const { id } = await newForm(secret);
    const names = ['a', 'b', 'c', 'd'];
    const made = await Promise.all(names.map(name => secret('createView', { params: { id }, body: { name } })));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { body } = await secret('listViews', { params: { id } });
    expect(body.items.map(({ name }: Json) => name).sort()).toEqual(names);
    for (let count = names.length; count < viewsMax.count; count++)
      await secret('createView', { params: { id }, body: { name: String(count) } });
    const full = await secret('createView', { params: { id }, body: { name: 'one more' } });
    expect(expectRefusal(full, 400, 'validation_failed').map(({ rule }) => rule)).toEqual(['maxViews']);
  });

  it('are exported by their ID: with their filters, columns and order, and what the request says otherwise', async () => {
    const { id: formId } = await newForm(secret, {
      status: 'live',
      fields: [
        { id: 'name', type: 'text' },
        { id: 'age', type: 'number' },
      ],
    });
    for (const [name, age] of [
      ['Ada', 36],
      ['Bob', 12],
      ['Cy', 40],
    ] as const)
      await secret('createSubmission', { params: { formId }, body: { name, age } });
    const body = { name: 'Adults', columns: ['answers.name', 'status'], filters: { answers: { 'age][gte': '18' } } };
    const view = await secret('createView', { params: { id: formId }, body: { ...body, order: 'desc' } });
    const exported = async (more: object) => {
      const sent = { format: 'csv', formId, viewId: view.body.id, ...more };
      const { body: created } = await secret('createExport', { body: sent });
      const params = { id: created.id };
      await eventually(async () => expect((await secret('getExport', { params })).body.state).toBe('done'));
      const { body: files } = await secret('listExportFiles', { params });
      return (await (await fetch(files.items[0].url)).text()).trim().split('\r\n');
    };
    expect(await exported({})).toEqual(['name,status', 'Cy,completed', 'Ada,completed']);
    expect(await exported({ order: 'asc', columns: 'name' })).toEqual(['name', 'Ada', 'Cy']);
    expect(await exported({ answers: { name: 'Bob' }, columns: 'age' })).toEqual(['age', '12']);
    const unknown = await secret('createExport', { body: { format: 'csv', formId, viewId: 'view_1' } });
    expectRefusal(unknown, 404, 'not_found');
    const ofNone = await secret('createExport', { body: { format: 'csv', viewId: view.body.id } });
    expect(expectRefusal(ofNone, 400, 'validation_failed')).toMatchObject([{ field: 'viewId', rule: 'noEffect' }]);
  });

  it('are of a form of the caller, and their filters of those that lists have', async () => {
    const other = service.client('secretKey', 'staging');
    expectRefusal(await other('listViews', { params: { id: form.id } }), 404, 'not_found');
    expectRefusal(await other('createView', { params: { id: form.id }, body: { name: 'x' } }), 404, 'not_found');
    const refused = await secret('createView', {
      params: { id: form.id },
      body: { name: ' ', filters: { state: 'open' } },
    });
    expect(
      expectRefusal(refused, 400, 'validation_failed')
        .map(({ field }) => field)
        .sort(),
    ).toEqual([...['filters.state', 'name']]);
  });
});

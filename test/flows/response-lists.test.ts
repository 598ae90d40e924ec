import { describe, expect, it } from '@jest/globals';
import { formlineOf } from '../support/cloud/formline.ts';
import type { Json } from '../support/cloud/http.ts';
import { rounds, startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { newForm, submit, submitEach } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');

type Query = Record<string, string | number>;
type Times = { from?: string; to?: string };
const list = async (query: Query, client = secret): Promise<Json> => {
  const { status, body } = await client('listResponses', { query });
  expect({ status, message: body.message }).toEqual({ status: 200 });
  return body;
};
const ids = (page: Json): string[] => page.items.map(({ id }: Json) => id);
const names = (page: Json): string[] => page.items.map(({ answers }: Json) => answers.name);
const letters = (count: number) => Array.from({ length: count }, (_, n) => String.fromCharCode(65 + n));

describe('the responses of a form', () => {
  it('are listed newest first, or in order of submission, each as it can be read alone', async () => {
    const { id } = await newForm(secret);
    const submitted = await submitEach(secret, id, letters(5));
    const page = await list({ form_id: id });
    expect(page).toEqual({
      items: submitted.toReversed(),
      total: 5,
      limit: 50,
      offset: 0,
      hasMore: false,
      nextCursor: null,
    });
    const { body: form } = await secret('getForm', { params: { id } });
    expect(await list({ form_id: id, form: 'true' })).toEqual({ ...page, form });
    const refused: Query[] = [{ form: 'true' }, { form: 'true', form_id: id, format: 'csv' }];
    for (const query of refused) {
      expect(expectRefusal(await secret('listResponses', { query }), 400, 'invalid_parameter')).toHaveLength(1);
    }
    expect((await list({ form_id: id, order: 'asc' })).items).toEqual(submitted);
    expect((await list({ form_id: id, order: 'desc' })).items).toEqual(page.items);
  });

  it('are cut into pages by limit and offset, and the total is always that of all', async () => {
    const { id } = await newForm(secret);
    const all = letters(7);
    await submitEach(secret, id, all);
    for (const [limit, offset] of [
      [3, 0],
      [3, 3],
      [3, 6],
      [7, 0],
      [1, 6],
      [1000, 2],
      [2, 7],
      [2, 5000],
    ] as const) {
      const page = await list({ form_id: id, limit, offset, order: 'asc' });
      expect(names(page)).toEqual(all.slice(offset, offset + limit));
      expect(page).toMatchObject({ total: 7, limit, offset, hasMore: offset + limit < 7 });
      expect(page.nextCursor === null).toBe(!page.hasMore);
    }
  });

  it('have an end, however far beyond it one asks', async () => {
    const { id } = await newForm(secret);
    await submit(secret, id);
    for (const offset of [1, 1001, 2 ** 31, 2 ** 53, '1e300']) {
      for (const order of ['asc', 'desc']) {
        expect(await list({ form_id: id, offset, order })).toMatchObject({ items: [], total: 1, hasMore: false });
      }
    }
  });

  it.each(['asc', 'desc'] as const)(
    'are each met once on a walk by cursor, though new ones arrive on the way: %s',
    async order => {
      const { id } = await newForm(secret);
      await submitEach(secret, id, letters(6));
      const walked: unknown[] = [];
      const arriving = ['new 1', 'new 2'];
      let total = 0;
      const pages = formlineOf(service).pages('listResponses', { query: { form_id: id, limit: 2, order } });
      for await (const page of pages) {
        walked.push(...page.items.map(({ answers }) => answers.name));
        const name = arriving[walked.length / 2 - 1];
        if (name) await submit(secret, id, { name });
        total = page.total;
      }
      expect(walked).toEqual(order === 'desc' ? letters(6).toReversed() : [...letters(6), ...arriving]);
      expect(total).toBe(8);
    },
  );

  it('are filtered by status, and so is their total', async () => {
    const { id } = await newForm(secret);
    const [one, two, three] = await submitEach(secret, id, ['A', 'B', 'C']);
    const partial = await submit(secret, id, { age: 7 }, { query: { status: 'partial' } });
    await secret('updateResponse', { params: { id: two.id }, body: { status: 'abandoned' } });
    const expected = { completed: [three.id, one.id], partial: [partial.id], abandoned: [two.id] };
    for (const [status, found] of Object.entries(expected)) {
      const page = await list({ form_id: id, status });
      expect({ ids: ids(page), total: page.total }).toEqual({ ids: found, total: found.length });
    }
    // One page of many asks the counters, which follow the stream.
    await eventually(async () => {
      expect(await list({ form_id: id, status: 'completed', limit: 1 })).toMatchObject({ total: 2, hasMore: true });
    });
  });

  it('are filtered by time: from is part of it, to is not', async () => {
    const { id } = await newForm(secret);
    const submitted: Json[] = [];
    for (const name of letters(4)) {
      const previous = submitted.at(-1)?.submittedAt;
      const next = await eventually(async () => {
        expect(new Date().toISOString()).not.toBe(previous);
        return submit(secret, id, { name });
      });
      submitted.push(next);
    }
    const [, second, , fourth] = submitted.map(({ submittedAt }) => submittedAt);
    const between = { form_id: id, from: second, to: fourth };
    expect(await list(between)).toMatchObject({
      total: 2,
      items: [{ answers: { name: 'C' } }, { answers: { name: 'B' } }],
    });
    expect(await list({ ...between, limit: 1 })).toMatchObject({ total: 2, hasMore: true });
    expect(names(await list({ ...between, limit: 1, offset: 1 }))).toEqual(['B']);
    expect(names(await list({ form_id: id, from: fourth }))).toEqual(['D']);
    expect(names(await list({ form_id: id, to: second }))).toEqual(['A']);
    expect((await list({ form_id: id, from: '2020-01-01', to: '2020-12-31' })).total).toBe(0);
  });

  itInAll('are counted right in a window of time at every moment, while the counters follow', async () => {
    for (const _ of rounds) {
      const { id } = await newForm(secret);
      await submitEach(secret, id, ['A', 'B']);
      const window = { form_id: id, from: '2020-01-01', limit: 1 };
      const pages = await Promise.all(Array.from({ length: 10 }, () => list(window)));
      expect(pages.map(({ total }) => total)).toEqual(pages.map(() => 2));
    }
  });

  it('are filtered by whole days in UTC, and by times of any zone', async () => {
    const { id } = await newForm(secret);
    const { submittedAt } = await submit(secret, id);
    const day = submittedAt.slice(0, 10);
    expect((await list({ form_id: id, from: day, to: day })).total).toBe(1);
    const inHonolulu = `${new Date(Date.parse(submittedAt) - 36_000_000).toISOString().slice(0, -1)}-10:00`;
    expect((await list({ form_id: id, from: inHonolulu })).total).toBe(1);
    expect((await list({ form_id: id, to: inHonolulu })).total).toBe(0);
  });

  it.each<Times>([
    { to: '9999-12-31' },
    { from: '0001-01-01', to: '9999-12-31' },
    { to: '9999-12-31T23:59:59-23:59' },
    { from: '9999-12-31' },
    { to: '1969-12-31' },
  ])('can be asked for at the ends of time: %j', async times => {
    const { id } = await newForm(secret);
    await submitEach(secret, id, ['A', 'B']);
    const expected = times.from === '9999-12-31' || times.to === '1969-12-31' ? 0 : 2;
    const queries: Query[] = [{}, { limit: 1 }, { offset: 1500 }];
    for (const query of queries) {
      expect((await list({ form_id: id, ...times, ...query })).total).toBe(expected);
    }
  });

  it.each<Times>([
    { from: '2026-02-30' },
    { from: '0000-01-01' },
    { from: '2026-13-01' },
    { to: 'yesterday' },
    { from: '2026-01-01T25:00:00Z' },
    { from: '2026-01-01T00:00:00' },
    { to: '1767225600' },
    { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' },
    { from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' },
  ])('are refused for times that are none: %j', async times => {
    const { id } = await newForm(secret);
    const reply = await secret('listResponses', { query: { form_id: id, ...times } });
    const named = expectRefusal(reply, 400, 'invalid_parameter').map(({ field }) => field);
    expect(named).toEqual([times.to ? 'to' : 'from']);
  });

  it('refuse a cursor with an offset, and a cursor that is none', async () => {
    const { id } = await newForm(secret);
    await submitEach(secret, id, ['A', 'B']);
    const { nextCursor } = await list({ form_id: id, limit: 1 });
    const wrong: Query[] = [{ cursor: nextCursor, offset: 0 }, { cursor: `${nextCursor}x` }, { cursor: '../..' }];
    for (const query of wrong) {
      const reply = await secret('listResponses', { query: { form_id: id, ...query } });
      expect(expectRefusal(reply, 400, 'invalid_parameter')).toMatchObject([{ field: 'cursor' }]);
    }
  });

  it('are not to be found under the id of another form, or of none', async () => {
    const foreign = await newForm(service.client('secretKey', 'staging'));
    for (const id of [foreign.id, 'form_01KAJ5TR8M3Q4XV0Z6N1B7C9DE', 'nonsense', 'form_#', '\u0000', '*']) {
      for (const format of ['json', 'csv', 'jsonl']) {
        expectRefusal(await secret('listResponses', { query: { form_id: id, format } }), 404, 'not_found');
      }
    }
  });
});

describe('the responses of an environment', () => {
  const inStaging = service.client('secretKey', 'staging');

  it('are listed over all its forms, in order of submission, and counted', async () => {
    const { total: before } = await list({}, inStaging);
    const forms = [await newForm(inStaging), await newForm(inStaging), await newForm(inStaging)];
    const submitted: string[] = [];
    for (let round = 0; round < 3; round++) {
      for (const form of forms) submitted.unshift((await submit(inStaging, form.id)).id);
    }
    // The index that lists them follows the table.
    await eventually(async () => {
      const page = await list({ limit: 9 }, inStaging);
      expect(ids(page)).toEqual(submitted);
      expect(page.total).toBe(before + 9);
    });
    expect(ids(await list({ limit: 4, offset: 2 }, inStaging))).toEqual(submitted.slice(2, 6));
    const first = await list({ limit: 5 }, inStaging);
    const second = await list({ limit: 4, cursor: first.nextCursor }, inStaging);
    expect([...ids(first), ...ids(second)]).toEqual(submitted);
    expect(ids(await list({ order: 'asc', limit: 9, offset: before }, inStaging))).toEqual(submitted.toReversed());
    expect(new Set(first.items.map(({ formId }: Json) => formId)).size).toBe(3);
  });

  it('hold none of another environment', async () => {
    const { id } = await submit(secret, (await newForm(secret)).id);
    await eventually(async () => expect(ids(await list({ limit: 1000 }))).toContain(id));
    expect(ids(await list({ limit: 1000 }, inStaging))).not.toContain(id);
  });

  it('are filtered by status and time like those of a form', async () => {
    const { id } = await newForm(inStaging);
    const partial = await submit(inStaging, id, { age: 7 }, { query: { status: 'partial' } });
    await eventually(async () => {
      const page = await list({ status: 'partial', from: partial.submittedAt }, inStaging);
      expect({ ids: ids(page), total: page.total }).toEqual({ ids: [partial.id], total: 1 });
    });
  });
});

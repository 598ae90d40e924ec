import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm, submit, submitEach } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const browser = service.client('publishableKey');

type Query = Record<string, string | number>;
const list = async (query: Query): Promise<Json> => {
  const { status, body } = await secret('listResponses', { query });
  expect({ status, message: body.message }).toEqual({ status: 200 });
  return body;
};
const ids = ({ items }: Json): string[] => items.map(({ id }: Json) => id);

/** A moment after a change: what changes from now on has a later time. */
const after = ({ updatedAt }: Json): string => new Date(Date.parse(updatedAt) + 1).toISOString();

const sessionId = 'visit-0000000001';
const origin = 'https://example.com';

describe('updated_since', () => {
  it('brings what any writer has changed, in order of the changes', async () => {
    const { id: formId } = await newForm(secret);
    const [edited, untouched, marked] = await submitEach(secret, formId, ['A', 'B', 'C']);
    const headers = { origin, 'x-session-id': sessionId };
    const saved = await submit(browser, formId, { age: 7 }, { query: { status: 'partial' }, headers });
    const since = after(saved);
    await eventually(async () => expect(Date.now()).toBeGreaterThan(Date.parse(since)));
    const csv = 'submittedAt,name\r\n2020-01-01T00:00:00Z,Imported\r\n';
    const { body: imported } = await secret('importResponses', { body: { formId, csv } });
    expect(imported).toMatchObject({ imported: 1 });
    await secret('updateResponse', { params: { id: edited.id }, body: { notes: 'Seen' } });
    await secret('updateResponse', { params: { id: marked.id }, body: { spam: true } });
    const left = await browser('createEvents', {
      params: { id: formId },
      headers: { origin },
      body: { type: 'abandon', sessionId },
    });
    expect(left).toMatchObject({ status: 202, body: { accepted: 1 } });
    await eventually(async () =>
      expect((await secret('getResponse', { params: { id: saved.id } })).body.status).toBe('abandoned'),
    );
    const fresh = await submit(secret, formId, { name: 'D' });

    const changed = await list({ form_id: formId, updated_since: since });
    expect(changed.items[0]).toMatchObject({ submittedAt: '2020-01-01T00:00:00.000Z', answers: { name: 'Imported' } });
    expect(ids(changed).slice(1)).toEqual([edited.id, saved.id, fresh.id]);
    expect(changed).toMatchObject({ total: 4, hasMore: false });
    expect(ids(changed)).not.toContain(untouched.id);
    expect(ids(await list({ form_id: formId, updated_since: since, folder: 'spam' }))).toEqual([marked.id]);
    expect(ids(await list({ form_id: formId, updated_since: since, order: 'desc', limit: 2 }))).toEqual([
      fresh.id,
      saved.id,
    ]);

    await secret('updateResponse', { params: { id: marked.id }, body: { spam: null } });
    const [, , , , last] = (await list({ form_id: formId, updated_since: since })).items;
    expect(last).toMatchObject({ id: marked.id, answers: { name: 'C' } });
    await eventually(async () => {
      const page = await list({ updated_since: since, limit: 1000 });
      expect(ids(page).filter(id => [edited.id, saved.id, fresh.id, marked.id, untouched.id].includes(id))).toEqual([
        ...[edited.id, saved.id, fresh.id, marked.id],
      ]);
    });
  });

  it('goes on from page to page, and from the rest of an export, and counts by the other filters', async () => {
    const { id: formId } = await newForm(secret);
    const all = await submitEach(secret, formId, ['A', 'B', 'C', 'D', 'E']);
    for (const index of [3, 0, 2]) {
      await secret('updateResponse', {
        params: { id: all[index].id },
        body: { status: index === 0 ? 'partial' : 'completed', notes: 'x' },
      });
    }
    const order = [1, 4, 3, 0, 2].map(index => all[index].id);
    const query = { form_id: formId, updated_since: all[0].submittedAt };
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await list({ ...query, limit: 2, ...(cursor && { cursor }) });
      found.push(...ids(page));
      expect(page.total).toBe(5);
      if (!page.hasMore) break;
      cursor = page.nextCursor;
    }
    expect(found).toEqual(order);
    expect(ids(await list({ ...query, offset: 3 }))).toEqual(order.slice(3));
    expect(await list({ ...query, status: 'partial' })).toMatchObject({ total: 1, items: [{ id: all[0].id }] });
    expect(await list({ ...query, 'answers[name]': 'C' })).toMatchObject({ total: 1, items: [{ id: all[2].id }] });

    const part = await secret('listResponses', {
      query: { ...query, format: 'csv', columns: 'id,updatedAt', limit: 3 },
    });
    const [, next = ''] = /^<(.*)>; rel="next"$/.exec(String(part.headers.link)) ?? [];
    const cursor = new URL(next).searchParams.get('cursor') ?? '';
    const rest = await secret('listResponses', { query: { ...query, format: 'csv', columns: 'id,updatedAt', cursor } });
    const rows = [part, rest].flatMap(
      ({ text }) => parse(text, { columns: true }) as { id: string; updatedAt: string }[],
    );
    expect(rows.map(({ id }) => id)).toEqual(order);
    expect(rows.map(({ updatedAt }) => updatedAt)).toEqual(rows.map(({ updatedAt }) => updatedAt).toSorted());
  });

  it('takes the cursor of a list that is in no order of time', async () => {
    const { id: formId } = await newForm(secret);
    await newForm(secret);
    const { body: forms } = await secret('listForms', { query: { limit: 1 } });
    const [{ submittedAt }] = await submitEach(secret, formId, ['A']);
    const query = { form_id: formId, updated_since: submittedAt, cursor: forms.nextCursor };
    for (const order of ['asc', 'desc']) expect(await list({ ...query, order })).toMatchObject({ total: 1 });
  });

  it('is a time', async () => {
    for (const since of ['yesterday', '2026-02-30', '2026-01-01T25:00:00Z']) {
      const reply = await secret('listResponses', { query: { updated_since: since } });
      expect(expectRefusal(reply, 400, 'invalid_parameter')).toMatchObject([{ field: 'updated_since' }]);
    }
  });
});

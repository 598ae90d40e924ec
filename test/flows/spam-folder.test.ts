import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Call } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const page = service.client('publishableKey');

let webhookId: string;
beforeAll(async () => {
  const events = ['response.created', 'response.updated'];
  const body = { url: 'https://hooks.example.com/in', events };
  webhookId = (await secret('createWebhook', { body })).body.id;
});

async function toldOf(responseId: string): Promise<string[]> {
  const { body } = await secret('listDeliveries', { params: { id: webhookId }, query: { limit: 1000 } });
  const ofResponse = body.items.filter(({ event }: Json) => event.responseId === responseId);
  return ofResponse.map(({ event }: Json) => event.name).sort();
}

const mark = (id: string, spam: unknown) => secret('updateResponse', { params: { id }, body: { spam } });

async function list(formId: string, query: Call['query'] = {}): Promise<{ ids: string[]; total: number }> {
  const { status, body } = await secret('listResponses', { query: { form_id: formId, ...query } });
  expect({ status, body }).toMatchObject({ status: 200 });
  return { ids: body.items.map(({ id }: Json) => id), total: body.total };
}

const totalsOf = async (id: string): Promise<Json> =>
  (await secret('getFormAnalytics', { params: { id } })).body.totals;

const nothing = { views: 0, starts: 0, submissions: 0, partial: 0, abandoned: 0, spamBlocked: 0 };

describe('a response that is marked as spam', () => {
  it('is in its folder alone, in no count but one, and comes back as it was', async () => {
    const { id: formId } = await newForm(secret);
    const [spam, other] = [await submit(page, formId), await submit(page, formId, { name: 'Bob' })];
    await eventually(async () => expect(await totalsOf(formId)).toMatchObject({ submissions: 2, views: 2 }));

    const marked = await mark(spam.id, true);
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(marked).toMatchObject({ status: 200, body: { id: spam.id, spam: { score: 1, reasons: ['marked'], at } } });
    expect((await secret('getResponse', { params: { id: spam.id } })).body).toEqual(marked.body);
    await eventually(async () => {
      expect(await list(formId)).toEqual({ ids: [other.id], total: 1 });
      expect(await list(formId, { folder: 'spam' })).toEqual({ ids: [spam.id], total: 1 });
      expect(await list(formId, { folder: 'spam', status: 'completed', offset: 0 })).toMatchObject({ ids: [spam.id] });
      expect(await list(formId, { folder: 'spam', status: 'partial' })).toEqual({ ids: [], total: 0 });
      expect(await totalsOf(formId)).toMatchObject({
        ...nothing,
        forms: 1,
        submissions: 1,
        views: 1,
        starts: 1,
        spamBlocked: 1,
      });
    });
    const { body: fields } = await secret('getFieldAnalytics', { query: { form_id: formId, field_id: 'name' } });
    expect(fields.items[0]).toMatchObject({ reached: 1, answered: 1 });
    const csv = await secret('listResponses', { query: { form_id: formId, folder: 'spam', format: 'csv' } });
    expect(csv.text.trim().split('\r\n').slice(1)).toEqual([expect.stringContaining(spam.id)]);
    const all = await secret('listResponses', { query: { folder: 'spam', limit: 1000 } });
    expect(all.body.items.map(({ id }: Json) => id)).toContain(spam.id);

    const back = await mark(spam.id, null);
    expect(back).toMatchObject({ status: 200, body: { id: spam.id, answers: { name: 'Ada' } } });
    expect(back.body).not.toHaveProperty('spam');
    await eventually(async () => {
      expect(await list(formId, { order: 'asc' })).toEqual({ ids: [spam.id, other.id], total: 2 });
      expect(await list(formId, { folder: 'spam' })).toEqual({ ids: [], total: 0 });
      expect(await totalsOf(formId)).toMatchObject({ ...nothing, forms: 1, submissions: 2, views: 2, starts: 2 });
    });
  });

  it('was told of once, and is not told of again', async () => {
    const { id: formId } = await newForm(secret);
    const { id } = await submit(page, formId);
    await eventually(async () => expect(await toldOf(id)).toEqual(['response.created']));
    await mark(id, true);
    await secret('updateResponse', { params: { id }, body: { notes: 'looks odd' } });
    await mark(id, null);
    await secret('updateResponse', { params: { id }, body: { notes: 'is fine' } });
    await eventually(async () => expect(await toldOf(id)).toEqual(['response.created', 'response.updated']));
  });

  it('takes its visit along, and goes on with it', async () => {
    const { id: formId } = await newForm(secret);
    const headers = { 'x-session-id': randomUUID() };
    const { id } = await submit(page, formId, { name: 'Ada' }, { headers, query: { status: 'partial' } });
    await eventually(async () => expect(await totalsOf(formId)).toMatchObject({ starts: 1, partial: 1 }));
    await mark(id, true);
    const saved = await page('createSubmission', { params: { formId }, headers, body: { name: 'Ada', age: 36 } });
    expect(saved).toMatchObject({ status: 200, body: { id, status: 'completed' } });
    expect(saved.body).not.toHaveProperty('spam');
    await eventually(async () =>
      expect(await totalsOf(formId)).toMatchObject({ ...nothing, forms: 1, spamBlocked: 1 }),
    );
    expect((await list(formId)).ids).toEqual([]);
    await mark(id, false);
    await eventually(async () => {
      expect(await totalsOf(formId)).toMatchObject({ ...nothing, forms: 1, views: 1, starts: 1, submissions: 1 });
    });
    const { body } = await secret('getFieldAnalytics', { query: { form_id: formId } });
    expect(body.items.map(({ answered }: Json) => answered)).toEqual([1, 0, 1, 0]);
  });

  it('is deleted as any other, and stays counted as spam', async () => {
    const { id: formId } = await newForm(secret);
    const { id } = await submit(page, formId);
    await mark(id, true);
    expect((await secret('deleteResponse', { params: { id } })).status).toBe(204);
    expectRefusal(await secret('getResponse', { params: { id } }), 404, 'not_found');
    await eventually(async () => {
      expect(await list(formId, { folder: 'spam' })).toEqual({ ids: [], total: 0 });
      expect(await totalsOf(formId)).toMatchObject({ ...nothing, forms: 1, spamBlocked: 1 });
    });
  });
});

describe('a mark', () => {
  it('is changed alone, and by nobody but the service', async () => {
    const { id: formId } = await newForm(secret);
    const { id } = await submit(page, formId);
    const change = (body: object) => secret('updateResponse', { params: { id }, body });
    expectFaults(await change({ spam: true, status: 'partial' }), 'spam alone');
    expectFaults(await change({ spam: { score: 1, reasons: [], at: '2026-01-01T00:00:00.000Z' } }), 'spam readOnly');
    expectFaults(await change({ spam: 'yes' }), 'spam type');
    expect((await change({ spam: null })).status).toBe(200);
    const { body: marked } = await change({ spam: true });
    expect((await change({ spam: true })).body).toEqual(marked);
    expect((await change({ ...marked, notes: ['kept'] })).body).toMatchObject({
      spam: marked.spam,
      notes: [{ body: 'kept' }],
    });
    expectFaults(await change({ spam: { ...marked.spam, score: 0 } }), 'spam readOnly');
  });

  itInAll('is set by one of two requests at once, and is counted once', async () => {
    const { id: formId } = await newForm(secret);
    const { id } = await submit(page, formId);
    const replies = await Promise.all(Array.from({ length: 6 }, () => mark(id, true)));
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    await eventually(async () => expect(await totalsOf(formId)).toMatchObject({ spamBlocked: 1, submissions: 0 }));
    expect((await list(formId, { folder: 'spam' })).ids).toEqual([id]);
  });
});

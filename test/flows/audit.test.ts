import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { itInAll } from '../support/in-all.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const owner = service.session('owner');

const events = async (query: Record<string, string | number> = {}): Promise<Json[]> =>
  (await owner('listAuditEvents', { query })).body.items;
const actions = (list: Json[]) => list.map(({ action }) => action);

const hook = { event: 'response.created', url: 'https://hooks.example.com/in' };

// Logins are in the trail themselves.
beforeAll(() => Promise.all([owner('getMe'), service.session('viewer')('getMe')]));

describe('the audit trail', () => {
  it('tells who deleted what, when and from where, newest first', async () => {
    const editor = await service.newUser({ role: 'editor' });
    const token = await service.login(editor);
    const form = await newForm(secret);
    const response = await submit(secret, form.id);
    const headers = { 'user-agent': 'Dashboard/1.0' };
    await secret('deleteResponse', { params: { id: response.id }, headers: { 'user-agent': 'x'.repeat(500) } });
    const path = `/forms/${form.id}`;
    const authorized = { authorization: `Bearer ${token}`, ...headers };
    expect((await service.send({ method: 'DELETE', path, headers: authorized })).status).toBe(204);
    const [second, first] = await events({ limit: 2 });
    expect(second).toEqual({
      id: expect.stringMatching(/^evt_/),
      action: 'form.deleted',
      subjectId: form.id,
      actor: { kind: 'session', id: editor.id, name: editor.email },
      environment: 'production',
      sourceIp: '127.0.0.0/24',
      userAgent: 'Dashboard',
      times: 1,
      createdAt: expect.any(String),
    });
    expect(Math.abs(Date.parse(second.createdAt) - Date.now())).toBeLessThan(60_000);
    expect(first).toMatchObject({ action: 'response.deleted', subjectId: response.id, actor: { kind: 'secretKey' } });
    expect(first.userAgent).toBe('x'.repeat(64));
  });

  it('has nothing of what was refused, or found nothing to do', async () => {
    const { id } = await newForm(secret);
    const before = await events({ limit: 1 });
    expectRefusal(await service.session('viewer')('deleteForm', { params: { id } }), 403, 'insufficient_permission');
    expectRefusal(await secret('deleteForm', { params: { id: `${id}0` } }), 404, 'not_found');
    expectRefusal(await secret('createWebhook', { body: { url: 'http://a', events: [] } }), 400, 'validation_failed');
    expect(await events({ limit: 1 })).toEqual(before);
  });

  it('tells who let a form take submissions, and from where', async () => {
    const { id } = await newForm(secret);
    const put = (body: object) => secret('updateForm', { params: { id }, body });
    await put({ title: 'Other' });
    await put({ status: 'archived' });
    await put({ allowedOrigins: ['https://www.example.com'], title: 'Third' });
    await put({ status: 'live', allowedOrigins: null, webhooks: [hook] });
    const told = actions(await events({ subject_id: id }));
    expect(told.slice(0, 3).sort()).toEqual(['form.origins_changed', 'form.status_changed', 'form.webhooks_changed']);
    expect(told.slice(3)).toEqual(['form.origins_changed', 'form.status_changed']);
  });

  it('tells who edited a response, and who took responses away, not who read answers without personal data', async () => {
    const editor = await service.newUser({ role: 'editor' });
    const headers = { authorization: `Bearer ${await service.login(editor)}` };
    const form = await newForm(secret);
    const { id } = await submit(secret, form.id);
    await service.client()('updateResponse', { params: { id }, body: { notes: ['Called.'] }, headers });
    const edits = await events({ subject_id: id });
    expect(edits).toMatchObject([{ action: 'response.updated', actor: { kind: 'session', id: editor.id } }]);
    const list = (query: object) =>
      service.client()('listResponses', { query: { form_id: form.id, ...query }, headers });
    await list({});
    expect(actions(await events({ subject_id: form.id }))).toEqual([]);
    await list({ format: 'csv' });
    const exports = await events({ subject_id: form.id });
    expect(exports).toMatchObject([{ action: 'responses.exported', actor: { id: editor.id } }]);
  });

  it('tells who read personal data, and a response says by whom', async () => {
    const form = await newForm(secret, { fields: [{ id: 'name', type: 'text', pii: true }] });
    const { id } = await submit(secret, form.id, { name: 'Ada' });
    await owner('listResponses', { query: { form_id: form.id } });
    await secret('listResponses');
    const lists = await events({ subject_id: form.id });
    expect(new Set(actions(lists))).toEqual(new Set(['responses.read']));
    expect(new Set(lists.map(({ actor }) => actor.kind))).toEqual(new Set(['secretKey', 'session']));
    expect(lists.every(({ subjectName, responseIds }) => subjectName === form.title && !responseIds)).toBe(true);
    expect((await owner('getResponse', { params: { id } })).status).toBe(200);
    const me = (await owner('getMe')).body.user;
    const [event] = (await events({ subject_id: form.id, actor_id: me.id })).filter(each => each.responseIds);
    expect(event).toMatchObject({ action: 'responses.read', actor: { name: me.email }, responseIds: [id] });
    const { items } = (await owner('getResponseTimeline', { params: { id } })).body;
    expect(items.at(-1)).toEqual({ type: 'read', at: expect.any(String), actorId: me.id, actorName: me.email });
  });

  it('tells of a form deleted by two at once one time', async () => {
    const { id } = await newForm(secret);
    await Promise.all([1, 2, 3].map(() => secret('deleteForm', { params: { id } })));
    expect(actions(await events({ subject_id: id }))).toEqual(['form.deleted']);
  });

  it('tells of the webhooks that a form brings, changes or loses', async () => {
    const form = await newForm(secret, { webhooks: [hook] });
    const put = (webhooks: object[] | null) => secret('updateForm', { params: { id: form.id }, body: { webhooks } });
    await put([hook]);
    expect(actions(await events({ subject_id: form.id }))).toEqual(['form.webhooks_changed']);
    await put([{ ...hook, secret: 'a newer secret' }]);
    await put(null);
    expect(actions(await events({ subject_id: form.id }))).toEqual(Array(3).fill('form.webhooks_changed'));
  });

  itInAll('takes a change of all twenty webhooks of a form', async () => {
    const twenty = (name: string) =>
      [...Array(20).keys()].map(number => ({ ...hook, url: `https://hooks.example.com/${name}/${number}` }));
    const form = await newForm(secret, { webhooks: twenty('one') });
    const body = { webhooks: twenty('other') };
    expect((await secret('updateForm', { params: { id: form.id }, body })).status).toBe(200);
  });

  it('tells which webhook was taken off a form', async () => {
    const form = await newForm(secret, { webhooks: [hook] });
    const { items } = (await secret('listWebhooks', { query: { form_id: form.id } })).body;
    await secret('deleteWebhook', { params: { id: items[0].id } });
    expect(actions(await events({ subject_id: items[0].id }))).toEqual(['webhook.deleted']);
  });

  it('is that of the organization, with all its environments', async () => {
    const staging = service.client('secretKey', 'staging');
    const { id } = await newForm(staging);
    await staging('deleteForm', { params: { id } });
    expect((await events({ subject_id: id }))[0]).toMatchObject({ environment: 'staging' });
    const { environments } = await service.newOrganization();
    const headers = { authorization: `Bearer ${environments.production.secretKey}` };
    const theirs = await service.client()('listAuditEvents', { headers });
    expect(theirs.body).toMatchObject({ items: [], total: 0 });
  });

  it('is filtered and paged, and counts what matches', async () => {
    const { id: keyId, key } = (await owner('createApiKey', { body: { type: 'secret', name: 'Auditor' } })).body;
    const authorization = { authorization: `Bearer ${key}` };
    const ids: string[] = [];
    for (let number = 0; number < 5; number++) {
      const { id } = await newForm(secret);
      ids.push(id);
      await service.client()('deleteForm', { params: { id }, headers: authorization });
    }
    const query = { actor_id: keyId, action: 'form.deleted', limit: 2 };
    const list = async (more: object = {}) => (await owner('listAuditEvents', { query: { ...query, ...more } })).body;
    const first = await list();
    expect(first).toMatchObject({ total: 5, hasMore: true });
    const second = await list({ cursor: first.nextCursor });
    const third = await list({ cursor: second.nextCursor });
    const subjects = [first, second, third].flatMap(page => page.items.map((event: Json) => event.subjectId));
    expect(subjects).toEqual([...ids].reverse());
    expect(third).toMatchObject({ total: 5, hasMore: false, nextCursor: null });
    expect((await list({ offset: 4 })).items.map((event: Json) => event.subjectId)).toEqual([ids[0]]);
    const ascending = await list({ order: 'asc', from: first.items[1].createdAt });
    expect(ascending.items.map((event: Json) => event.subjectId)).toEqual(ids.slice(3));
    expect(await list({ to: third.items[0].createdAt })).toMatchObject({ items: [], total: 0 });
    expect(await list({ from: '2000-01-01', to: '2000-01-02' })).toMatchObject({ items: [], total: 0 });
    expect(await list({ action: 'nothing' })).toMatchObject({ items: [], total: 0 });
  });
});

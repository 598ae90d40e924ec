import { describe, expect, it } from '@jest/globals';
import { isSuccess, type Json } from '../support/cloud/http.ts';
import { rounds, startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');

const newResponse = async (answers: object = { name: 'Ada', age: 7 }): Promise<Json> =>
  submit(secret, (await newForm(secret)).id, answers);
const get = async (id: string): Promise<Json> => (await secret('getResponse', { params: { id } })).body;
const put = (id: string, body: object, headers: Record<string, string> = {}) =>
  secret('updateResponse', { params: { id }, body, headers });

describe('a response', () => {
  it('changes its status and nothing else', async () => {
    const { id, updatedAt: _, ...before } = await newResponse();
    for (const status of ['abandoned', 'partial', 'completed']) {
      const { body } = await put(id, { status });
      const { updatedAt, ...after } = body;
      expect(after).toEqual({ id, handling: 'open', ...before, status });
      expect(updatedAt > before.submittedAt).toBe(true);
      expect(await get(id)).toEqual(body);
    }
  });

  it('keeps every note that was ever added, in order, with its author and time', async () => {
    const { id } = await newResponse();
    await put(id, { notes: ['First'] });
    await put(id, { notes: 'Second' });
    const { body } = await put(id, { notes: [{ body: 'Third' }, 'Fourth'] });
    expect(body.notes.map((note: Json) => note.body)).toEqual(['First', 'Second', 'Third', 'Fourth']);
    for (const note of body.notes) {
      expect(note.id).toMatch(/^note_/);
      expect(note.authorId).toMatch(/^key_/);
      expect(new Date(note.createdAt).toISOString()).toBe(note.createdAt);
    }
    expect(new Set(body.notes.map((note: Json) => note.id)).size).toBe(4);
    expect((await get(id)).notes).toEqual(body.notes);
  });

  it('can be sent back with its notes, and has each once', async () => {
    const { id } = await newResponse();
    const { notes } = (await put(id, { notes: ['First'] })).body;
    const { body } = await put(id, { notes: [...notes, 'Second'] });
    expect(body.notes.map((note: Json) => note.body)).toEqual(['First', 'Second']);
    expect(body.notes[0]).toEqual(notes[0]);
    expectFaults(await put(id, { notes: [{ id: 'note_of_another', body: 'x' }] }), 'notes[0].id unknown');
    for (const wrong of [[''], [' '], [{}], [1], ['x'.repeat(4001)], 7]) {
      expectRefusal(await put(id, { notes: wrong }), 400, 'validation_failed');
    }
    expect((await get(id)).notes).toEqual(body.notes);
  });

  it('has the answers that are named corrected, and the others kept', async () => {
    const { id } = await newResponse({ name: 'Ada', age: 7, message: 'Hi' });
    const { body } = await put(id, { answers: { age: 8, message: null, email: 'ada@example.org' } });
    expect(body.answers).toEqual({ name: 'Ada', age: 8, email: 'ada@example.org' });
    expect(await get(id)).toEqual(body);
    const wrong = { answers: { age: 'x', nmae: 'A', name: null }, status: 'done' };
    expectFaults(await put(id, wrong), 'status enum');
    expectFaults(
      await put(id, { answers: wrong.answers }),
      'answers.age type',
      'answers.nmae unknown',
      'answers.name required',
    );
    expectFaults(await put(id, { answers: { __proto__: null, constructor: 1 } }), 'answers.constructor unknown');
    expect(await get(id)).toEqual(body);
  });

  it('cannot be changed in what only the service sets', async () => {
    const { id } = await newResponse();
    const before = await get(id);
    const others = { submittedAt: '2020-01-01T00:00:00.000Z', environment: 'staging', meta: {}, formVersion: 7 };
    for (const [property, other] of Object.entries({ id: 'sub_1', formId: 'form_1', ...others })) {
      expectFaults(await put(id, { [property]: other, status: 'partial' }), `${property} readOnly`);
    }
    expectFaults(await put(id, {}), ' minProperties');
    expect(await get(id)).toEqual(before);
  });

  itInAll('loses no change of many that are made at once', async () => {
    const notes = ['One', 'Two', 'Three', 'Four', 'Five'];
    const changes = [...notes.map(note => ({ notes: [note] })), { status: 'partial' }, { answers: { message: 'Hi' } }];
    for (const _ of rounds) {
      const { id } = await newResponse();
      const replies = await Promise.all(changes.map(change => put(id, change)));
      expect(replies.map(({ status }) => status)).toEqual(changes.map(() => 200));
      const after = await get(id);
      expect(after.notes.map((note: Json) => note.body).sort()).toEqual(notes.toSorted());
      expect(after).toMatchObject({ status: 'partial', answers: { message: 'Hi', name: 'Ada', age: 7 } });
    }
  });

  it('takes one of many changes that were all made to the same version of it', async () => {
    const { id } = await newResponse();
    const { etag = '' } = (await secret('getResponse', { params: { id } })).headers;
    const replies = await Promise.all([1, 2, 3, 4].map(n => put(id, { notes: [`${n}`] }, { 'if-match': etag })));
    const [winner, ...others] = replies.toSorted((one, other) => one.status - other.status);
    expect(winner?.status).toBe(200);
    for (const other of others) expectRefusal(other, 412, 'version_mismatch');
    expect((await get(id)).notes).toEqual(winner?.body.notes);
  });

  it('has the same ETag each time it is read, until it changes', async () => {
    const { id } = await submit(
      service.client('publishableKey'),
      (await newForm(secret)).id,
      { name: 'Ada' },
      { headers: { origin: 'https://any.example', 'user-agent': 'Mozilla/5.0' } },
    );
    const etags = new Set<string | undefined>();
    for (let read = 0; read < 12; read++) etags.add((await secret('getResponse', { params: { id } })).headers.etag);
    expect(etags.size).toBe(1);
    await put(id, { status: 'partial' });
    expect([...etags]).not.toContain((await secret('getResponse', { params: { id } })).headers.etag);
  });

  itInAll('is refused, and unchanged, when it would hold more than can be stored', async () => {
    const form = await newForm(secret, { fields: ['a', 'b'].map(field => ({ id: field, type: 'textarea' })) });
    const { id } = await submit(secret, form.id, { a: 'x' });
    const replies = [];
    for (const field of ['a', 'b']) replies.push(await put(id, { answers: { [field]: 'x'.repeat(100_000) } }));
    for (let round = 0; round < 4; round++) replies.push(await put(id, { notes: Array(60).fill('n'.repeat(4000)) }));
    const [changed, refused] = [replies.filter(isSuccess), replies.filter(reply => !isSuccess(reply))];
    expect(refused.length).toBeGreaterThan(0);
    for (const { status } of refused) expect([400, 413]).toContain(status);
    expect(await get(id)).toEqual(changed.at(-1)?.body);
  });

  it('is gone from every reader once it is deleted', async () => {
    const response = await newResponse();
    const { id, formId } = response;
    const kept = await submit(secret, formId);
    const deleted = await secret('deleteResponse', { params: { id } });
    expect({ status: deleted.status, text: deleted.text }).toEqual({ status: 204, text: '' });
    expectRefusal(await secret('getResponse', { params: { id } }), 404, 'not_found');
    expectRefusal(await put(id, { status: 'partial' }), 404, 'not_found');
    expectRefusal(await secret('deleteResponse', { params: { id } }), 404, 'not_found');
    expect((await secret('listResponses', { query: { form_id: formId } })).body).toMatchObject({
      items: [kept],
      total: 1,
    });
    await submit(secret, formId);
    await eventually(async () => {
      const page = (await secret('listResponses', { query: { form_id: formId, limit: 1 } })).body;
      expect(page.total).toBe(2);
    });
  });
});

describe('what a browser is told of a response', () => {
  it('is that it arrived, and the answers that it brought, and nothing of the visit or of the team', async () => {
    const { id: formId } = await newForm(secret);
    const publishable = service.client('publishableKey');
    const session = { headers: { 'x-session-id': 'session-00000001' } };
    const { id } = await submit(publishable, formId, { age: 7 }, { ...session, query: { status: 'partial' } });
    await put(id, { notes: ['Do not call'] });
    const completed = await submit(publishable, formId, { name: 'Ada' }, session);
    const { environment: _environment, notes: _notes, meta: _meta, handling: _handling, ...shown } = await get(id);
    expect(completed).toEqual({ ...shown, answers: { name: 'Ada' } });
    expect(shown.answers).toEqual({ name: 'Ada', age: 7 });
    const repeated = await submit(publishable, formId, { name: 'Ada', age: 7 }, session);
    expect(repeated).toEqual(shown);
    expect((await get(id)).notes).toHaveLength(1);
  });
});

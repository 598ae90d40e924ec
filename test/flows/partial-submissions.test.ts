import { describe, expect, it } from '@jest/globals';
import { isSuccess, type Json, type Reply } from '../support/cloud/http.ts';
import { rounds, startedService } from '../support/cloud/service.ts';
import { newForm } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const page = service.client('publishableKey');

/** Saves or, without a status, completes what a visit has answered so far. */
const visit = (formId: string, sessionId: string) => ({
  save: (body: object) =>
    secret('createSubmission', {
      params: { formId },
      body,
      query: { status: 'partial' },
      headers: { 'x-session-id': sessionId },
    }),
  complete: (body: object) =>
    secret('createSubmission', { params: { formId }, body, headers: { 'x-session-id': sessionId } }),
});
const list = async (formId: string, query: Record<string, string> = {}): Promise<Json> =>
  (await secret('listResponses', { query: { form_id: formId, ...query } })).body;

describe('a partial submission', () => {
  it('needs no required answer, but any at all, and follows every other rule', async () => {
    const { id } = await newForm(secret);
    const partial = (body: object) =>
      secret('createSubmission', { params: { formId: id }, body, query: { status: 'partial' } });
    expect(await partial({ age: 7 })).toMatchObject({ status: 201, body: { status: 'partial', answers: { age: 7 } } });
    expectFaults(await partial({}), ' minAnswers');
    expectFaults(await partial({ name: '', age: null }), ' minAnswers');
    expectFaults(await partial({ age: 200, surprise: 1 }), 'age max', 'surprise unknown');
  });

  it('stores the answers that keep their rules, and tells what is wrong with the others', async () => {
    const { id } = await newForm(secret);
    const { save, complete } = visit(id, 'session-00000001');
    const first = await save({ name: 'Ada', age: 200, surprise: 1 });
    expect(first).toMatchObject({ status: 201, body: { status: 'partial', answers: { name: 'Ada' } } });
    const faults = (reply: Reply) => reply.body.details.map(({ field, rule }: Json) => `${field} ${rule}`);
    expect(faults(first)).toEqual(['age max', 'surprise unknown']);
    await save({ age: 7 });
    const third = await save({ age: -1, email: 'ada@example.org', name: '' });
    expect(third).toMatchObject({ status: 200, body: { answers: { age: 7, email: 'ada@example.org' } } });
    expect(third.body.answers).not.toHaveProperty('name');
    expect(faults(third)).toEqual(['age min']);
    const { body } = await secret('getResponse', { params: { id: first.body.id } });
    expect(body.answers).toEqual({ age: 7, email: 'ada@example.org' });
    expectFaults(await save({ age: 200 }), 'age max');
    expectFaults(await complete({ name: 'Ada', age: 200 }), 'age max');
  });

  it('is merged into what its session saved before, field by field', async () => {
    const { id } = await newForm(secret);
    const { save } = visit(id, 'session-00000001');
    const first = await save({ age: 7, message: 'draft' });
    const second = await save({ email: 'ada@example.org', message: 'better' });
    const third = await save({ age: null });
    expect([first.status, second.status, third.status]).toEqual([201, 200, 200]);
    expect(third.body).toMatchObject({
      id: first.body.id,
      status: 'partial',
      submittedAt: first.body.submittedAt,
      answers: { email: 'ada@example.org', message: 'better' },
    });
    expect(third.body.answers).not.toHaveProperty('age');
    expect((await secret('getResponse', { params: { id: first.body.id } })).body).toEqual(third.body);
    expect(await list(id)).toMatchObject({ total: 1, items: [third.body] });
  });

  it('is completed by a plain submission of its session, as the same response', async () => {
    const { id } = await newForm(secret);
    const { save, complete } = visit(id, 'session-00000001');
    const saved = await save({ age: 7 });
    const completed = await complete({ name: 'Ada' });
    expect(completed).toMatchObject({
      status: 200,
      body: { id: saved.body.id, status: 'completed', answers: { age: 7, name: 'Ada' } },
    });
    expect(completed.body.meta.durationMs).toBeGreaterThanOrEqual(0);
    expect((await list(id, { status: 'partial' })).items).toEqual([]);
    expect((await list(id, { status: 'completed' })).items).toEqual([completed.body]);
  });

  it('is submitted when it is completed: in lists, exports and reports, under its id', async () => {
    const { id } = await newForm(secret);
    const { save, complete } = visit(id, 'session-00000001');
    const { body: saved } = await save({ age: 7 });
    const { body: other } = await secret('createSubmission', { params: { formId: id }, body: { name: 'Grace' } });
    const { body: completed } = await complete({ name: 'Ada' });
    expect(saved).toMatchObject({ startedAt: saved.submittedAt });
    expect(completed).toMatchObject({ id: saved.id, startedAt: saved.startedAt, updatedAt: completed.submittedAt });
    expect(completed.submittedAt > other.submittedAt).toBe(true);
    expect(await list(id)).toMatchObject({ total: 2, items: [completed, other] });
    expect(await list(id, { from: completed.submittedAt })).toMatchObject({ total: 1, items: [completed] });
    expect(await list(id, { to: completed.submittedAt })).toMatchObject({ total: 1, items: [other] });
    expect((await secret('getResponse', { params: { id: saved.id } })).body).toEqual(completed);
    const query = { form_id: id, format: 'csv', columns: 'id,startedAt,submittedAt' };
    const csv = await secret('listResponses', { query });
    expect(csv.text).toContain(`${saved.id},${saved.startedAt},${completed.submittedAt}`);
    const noted = await secret('updateResponse', { params: { id: saved.id }, body: { notes: 'Called back' } });
    expect(noted).toMatchObject({ status: 200, body: { id: saved.id, submittedAt: completed.submittedAt } });
    expect((await secret('deleteResponse', { params: { id: saved.id } })).status).toBe(204);
    expect((await secret('getResponse', { params: { id: saved.id } })).status).toBe(404);
    expect((await list(id)).items).toEqual([other]);
  });

  it('is completed only with every required answer', async () => {
    const { id } = await newForm(secret);
    const { save, complete } = visit(id, 'session-00000001');
    const saved = await save({ age: 7 });
    expectFaults(await complete({ email: 'ada@example.org' }), 'name required');
    expect((await secret('getResponse', { params: { id: saved.body.id } })).body).toEqual(saved.body);
  });

  it('changes nothing when it repeats what its session has completed', async () => {
    const { id } = await newForm(secret);
    const { save, complete } = visit(id, 'session-00000001');
    await save({ age: 7 });
    const completed = await complete({ age: 7, name: 'Ada' });
    for (const repeat of [await complete({ age: 7, name: 'Ada' }), await save({ age: 7 })]) {
      expect(repeat).toMatchObject({ status: 200, body: completed.body });
    }
    expect((await list(id)).total).toBe(1);
  });

  it('begins the next response of its session after one was completed', async () => {
    const { id } = await newForm(secret);
    const { save, complete } = visit(id, 'session-00000001');
    const first = await complete({ name: 'Ada' });
    expect(first.status).toBe(201);
    const saved = await save({ name: 'Grace' });
    const second = await complete({ age: 7 });
    expect({ saved: saved.status, second: second.status }).toEqual({ saved: 201, second: 200 });
    expect(second.body).toMatchObject({ id: saved.body.id, answers: { name: 'Grace', age: 7 } });
    expect(saved.body.id).not.toBe(first.body.id);
    expect((await list(id)).items.map((item: Json) => item.id)).toEqual([saved.body.id, first.body.id]);
  });

  it('of one session never meets another session, or another form', async () => {
    const [one, other] = [await newForm(secret), await newForm(secret)];
    const replies = [
      await visit(one.id, 'session-00000001').save({ age: 1 }),
      await visit(one.id, 'session-00000002').save({ age: 2 }),
      await visit(other.id, 'session-00000001').save({ age: 3 }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(replies.map(({ body }) => body.answers)).toEqual([{ age: 1 }, { age: 2 }, { age: 3 }]);
  });

  it('is one response, with the answers of all, however many saves of its session arrive at once', async () => {
    const { id } = await newForm(secret);
    const answers = [{ name: 'Ada' }, { age: 7 }, { email: 'ada@example.org' }, { message: 'Hello' }];
    for (const round of rounds) {
      const replies = await Promise.all(answers.map(visit(id, `session-0000000${round}`).save));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    }
    const { total, items } = await list(id);
    expect(total).toBe(rounds.length);
    for (const item of items) expect(item.answers).toEqual(Object.assign({}, ...answers));
  });

  it('begins anew when the response of its session was deleted', async () => {
    const { id } = await newForm(secret);
    const { save } = visit(id, 'session-00000001');
    const first = await save({ age: 7 });
    await secret('deleteResponse', { params: { id: first.body.id } });
    const second = await save({ name: 'Ada' });
    expect(second).toMatchObject({ status: 201, body: { answers: { name: 'Ada' } } });
    expect(second.body.answers).not.toHaveProperty('age');
  });

  it('keeps what its session answered to a field that the form has lost since', async () => {
    const form = await newForm(secret);
    const { save, complete } = visit(form.id, 'session-00000001');
    await save({ age: 7, name: 'Ada' });
    const fields = form.fields.filter((field: Json) => field.id !== 'age');
    await secret('updateForm', { params: { id: form.id }, body: { fields } });
    const completed = await complete({ message: 'Hello' });
    expect(completed).toMatchObject({ status: 200, body: { answers: { age: 7, name: 'Ada', message: 'Hello' } } });
  });

  it('is refused, and nothing lost, when the session has answered more than a response can hold', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { id } = await newForm(secret, { fields: ids.map(field => ({ id: field, type: 'textarea' })) });
    const { save } = visit(id, 'session-00000001');
    const replies: Reply[] = [];
    for (const field of ids) replies.push(await save({ [field]: 'x'.repeat(100_000) }));
    const [saved, refused] = [replies.filter(isSuccess), replies.filter(reply => !isSuccess(reply))];
    expect(refused.length).toBeGreaterThan(0);
    for (const { status } of refused) expect([400, 413]).toContain(status);
    const last = saved.at(-1)?.body;
    expect((await secret('getResponse', { params: { id: last.id } })).body).toEqual(last);
  });
});

describe('what a page saves', () => {
  const fields = [
    { id: 'name', type: 'text' },
    { id: 'iban', type: 'text', pii: true },
    { id: 'age', type: 'number' },
  ];
  const submit = (formId: string, status: string, body: object, sessionId = 'session-of-a-page') =>
    page('createSubmission', { params: { formId }, body, query: { status }, headers: { 'x-session-id': sessionId } });

  it('has nothing personal or sealed before it is sent, except for a link to continue later', async () => {
    const form = { fields, fieldPolicies: { age: 'encrypted' } };
    const { id } = await newForm(secret, form);
    const saved = await submit(id, 'partial', { name: 'Ada', iban: 'DE02', age: 36 });
    expect(saved).toMatchObject({ status: 201, body: { answers: { name: 'Ada' } } });
    expect(saved.body.details).toMatchObject([
      { field: 'iban', rule: 'unsaved' },
      { field: 'age', rule: 'unsaved' },
    ]);
    const [read] = (await list(id)).items;
    expect(read.answers).toEqual({ name: 'Ada' });
    const sent = await submit(id, 'completed', { iban: 'DE02', age: 36 });
    expect(sent).toMatchObject({ status: 200, body: { id: read.id, answers: { iban: 'DE02', age: '••••' } } });
    const later = await newForm(secret, { ...form, ui: { saveAndResume: true } });
    expect((await submit(later.id, 'partial', { iban: 'DE02', age: 36 })).body.details).toBeUndefined();
  });

  it('is gone when the visitor discards it, with a save on its way, and can be sent after all', async () => {
    const { id } = await newForm(secret, { fields });
    const saved = await submit(id, 'partial', { name: 'Ada' });
    const discarded = await submit(id, 'discarded', {});
    expect(discarded).toMatchObject({ status: 204, text: '' });
    expect((await secret('getResponse', { params: { id: saved.body.id } })).status).toBe(404);
    expectRefusal(await submit(id, 'partial', { name: 'Ada' }), 410, 'gone');
    expect((await submit(id, 'discarded', {})).status).toBe(204);
    expect((await list(id)).items).toEqual([]);
    const sent = await submit(id, 'completed', { name: 'Ada' });
    expect(sent.status).toBe(201);
    // What was sent is the team's.
    expect((await submit(id, 'discarded', {})).status).toBe(204);
    expect((await list(id)).items.map((item: Json) => item.id)).toEqual([sent.body.id]);
    await secret('updateResponse', { params: { id: sent.body.id }, body: { status: 'partial' } });
    expect((await submit(id, 'discarded', {})).status).toBe(204);
    expect((await list(id)).total).toBe(1);
  });

  it('that arrives after it was discarded is not kept', async () => {
    const { id } = await newForm(secret, { fields });
    expect((await submit(id, 'discarded', {})).status).toBe(204);
    expectRefusal(await submit(id, 'partial', { name: 'Ada' }), 410, 'gone');
    const missing = { params: { formId: id }, body: {}, query: { status: 'discarded' } };
    expectFaults(await page('createSubmission', missing), 'x-session-id required');
  });
});

describe('a session id', () => {
  it('is refused when it cannot be one', async () => {
    const { id } = await newForm(secret);
    for (const sessionId of ['', 'x'.repeat(15), 'session 00000001', 'x'.repeat(129)]) {
      const faults = expectRefusal(await visit(id, sessionId).save({ age: 7 }), 400, 'invalid_parameter');
      expect(faults).toMatchObject([{ field: 'x-session-id' }]);
    }
  });
});

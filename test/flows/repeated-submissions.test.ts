import { describe, expect, it } from '@jest/globals';
import { rounds, startedService } from '../support/cloud/service.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');

const call = (formId: string, key: string, body: object = { name: 'Ada' }) => ({
  params: { formId },
  body,
  headers: { 'idempotency-key': key },
});
const countOf = async (formId: string) => (await secret('listResponses', { query: { form_id: formId } })).body.total;

describe('a submission with an Idempotency-Key', () => {
  it('is answered with its response again, and stored once', async () => {
    const { id } = await newForm(secret);
    const first = await secret('createSubmission', call(id, 'once'));
    expect({ status: first.status, replayed: first.headers['idempotent-replayed'] }).toEqual({ status: 201 });
    const second = await secret('createSubmission', call(id, 'once'));
    expect(second.status).toBe(201);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(await countOf(id)).toBe(1);
  });

  it('is answered with the response as it is now', async () => {
    const { id } = await newForm(secret);
    const first = await secret('createSubmission', call(id, 'once'));
    const changed = await secret('updateResponse', { params: { id: first.body.id }, body: { notes: ['Later'] } });
    const again = await secret('createSubmission', call(id, 'once'));
    expect(again).toMatchObject({ status: 201, body: changed.body });
    expect(again.body.notes).toHaveLength(1);
  });

  it('is gone with its response, and shows nothing of it', async () => {
    const { id } = await newForm(secret);
    const first = await secret('createSubmission', call(id, 'once'));
    await secret('deleteResponse', { params: { id: first.body.id } });
    for (const client of [secret, service.client('publishableKey')]) {
      const again = await client('createSubmission', call(id, 'once'));
      expectRefusal(again, 410, 'gone');
      expect(again.text).not.toContain('Ada');
    }
    expect(await countOf(id)).toBe(0);
  });

  it('tells again what was wrong with a partial save', async () => {
    const { id } = await newForm(secret);
    const save = { ...call(id, 'once', { name: 'Ada', age: 200 }), query: { status: 'partial' } };
    const [first, again] = [await secret('createSubmission', save), await secret('createSubmission', save)];
    expect(first.body.details).toMatchObject([{ field: 'age', rule: 'max' }]);
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } });
  });

  it('is refused when the key came with another body', async () => {
    const { id } = await newForm(secret);
    await submit(secret, id, { name: 'Ada' }, { headers: { 'idempotency-key': 'once' } });
    const other = await secret('createSubmission', call(id, 'once', { name: 'Grace' }));
    expectRefusal(other, 409, 'idempotency_key_reused');
    const partial = await secret('createSubmission', { ...call(id, 'once'), query: { status: 'partial' } });
    expectRefusal(partial, 409, 'idempotency_key_reused');
    expect(await countOf(id)).toBe(1);
  });

  it('is stored once, however many of it arrive at the same moment', async () => {
    const { id } = await newForm(secret);
    for (const round of rounds) {
      const repeated = Array.from({ length: 8 }, () => secret('createSubmission', call(id, `race ${round}`)));
      const replies = await Promise.all(repeated);
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
      expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
      expect(replies.filter(({ headers }) => headers['idempotent-replayed'] !== 'true')).toHaveLength(1);
    }
    expect(await countOf(id)).toBe(rounds.length);
  });

  it('meets no key of another form', async () => {
    const [one, other] = [await newForm(secret), await newForm(secret)];
    const first = await secret('createSubmission', call(one.id, 'shared'));
    const second = await secret('createSubmission', call(other.id, 'shared', { name: 'Grace' }));
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers['idempotent-replayed']).toBeUndefined();
  });

  it('leaves its key free when it was refused', async () => {
    const { id } = await newForm(secret);
    expectRefusal(await secret('createSubmission', call(id, 'again', { nmae: 'Ada' })), 400, 'validation_failed');
    expect((await secret('createSubmission', call(id, 'again'))).status).toBe(201);
  });

  it('may come with a key of a browser', async () => {
    const { id } = await newForm(secret);
    const publishable = service.client('publishableKey');
    const first = await publishable('createSubmission', call(id, 'once'));
    const second = await publishable('createSubmission', call(id, 'once'));
    expect(second).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } });
  });
});

describe('a submission without an Idempotency-Key', () => {
  it('is stored each time it comes', async () => {
    const { id } = await newForm(secret);
    const [one, other] = [await submit(secret, id), await submit(secret, id)];
    expect(one.id).not.toBe(other.id);
    expect(await countOf(id)).toBe(2);
  });
});

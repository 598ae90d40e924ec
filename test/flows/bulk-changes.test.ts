import { describe, expect, it } from '@jest/globals';
import { newResponseId } from '../../shared/ids.ts';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { itInAll } from '../support/in-all.ts';
import { newForm, submitEach } from '../support/records/forms.ts';
import { expectFaults } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const owner = service.session('owner');

const change = (body: object, client = secret) => client('changeResponses', { body });

async function resultsOf(body: object): Promise<string[]> {
  const reply = await change(body);
  expect({ status: reply.status, body: reply.body }).toMatchObject({ status: 200 });
  return reply.body.results.map(({ result }: Json) => result);
}

const read = async (id: string): Promise<Json> => (await secret('getResponse', { params: { id } })).body;
const trailOf = async (id: string) => (await owner('listAuditEvents', { query: { subject_id: id } })).body.items;

/** Responses to a new form, oldest first. */
async function threeResponses() {
  const { id: formId } = await newForm(secret);
  const ids = (await submitEach(secret, formId, ['Ada', 'Bob', 'Cy'])).map(({ id }) => id);
  return { formId, ids };
}

describe('a change of many responses', () => {
  it('makes it of each once, with an event in the audit trail, however often it is sent', async () => {
    const { ids } = await threeResponses();
    const { id: assigneeId } = await service.newUser({ role: 'viewer' });
    const body = { ids, status: 'abandoned', handling: 'done', assigneeId };
    expect(await resultsOf(body)).toEqual(['changed', 'changed', 'changed']);
    expect(await resultsOf(body)).toEqual(['unchanged', 'unchanged', 'unchanged']);
    for (const id of ids) {
      expect(await read(id)).toMatchObject({ status: 'abandoned', handling: 'done', assigneeId });
      const changes = { status: 'abandoned', handling: 'done', assigneeId };
      expect(await trailOf(id)).toMatchObject([{ action: 'response.updated', changes }]);
    }
    expect(await resultsOf({ ids, assigneeId: null })).toEqual(['changed', 'changed', 'changed']);
    expect(await read(ids[0])).toMatchObject({ status: 'abandoned', handling: 'done' });
    expect((await read(ids[0])).assigneeId).toBeUndefined();
  });

  itInAll('loses nothing of two that are sent at once', async () => {
    const { ids } = await threeResponses();
    const { id: assigneeId } = await service.newUser({ role: 'viewer' });
    const both = await Promise.all([resultsOf({ ids, handling: 'done' }), resultsOf({ ids, assigneeId })]);
    expect(both.flat()).toEqual(Array(6).fill('changed'));
    for (const id of ids) expect(await read(id)).toMatchObject({ handling: 'done', assigneeId });
  });

  it('moves to spam and back, deletes, and says what is not there', async () => {
    const { formId, ids } = await threeResponses();
    const [first, ...rest] = ids;
    const listed = async (folder: string) => {
      const { body } = await secret('listResponses', { query: { form_id: formId, folder, order: 'asc' } });
      return body.items.map(({ id }: Json) => id);
    };
    expect(await resultsOf({ ids: rest, spam: true })).toEqual(['changed', 'changed']);
    expect([await listed('inbox'), await listed('spam')]).toEqual([[first], rest]);
    expect(await resultsOf({ ids, spam: false })).toEqual(['unchanged', 'changed', 'changed']);
    expect(await listed('inbox')).toEqual(ids);
    const unknown = newResponseId(formId, 1, 0);
    expect(await resultsOf({ ids: [first, unknown, 'x'], delete: true })).toEqual([
      'deleted',
      'not_found',
      'not_found',
    ]);
    expect(await resultsOf({ ids: [first, rest[0]], delete: true })).toEqual(['not_found', 'deleted']);
    expect(await listed('inbox')).toEqual([rest[1]]);
    expect((await trailOf(first)).map(({ action }: Json) => action)).toEqual(['response.deleted']);
  });

  it('goes on after one that is refused, and says why', async () => {
    const { ids } = await threeResponses();
    const leaver = await service.newUser({ role: 'editor' });
    expect(await resultsOf({ ids: [ids[0]], assigneeId: leaver.id })).toEqual(['changed']);
    await owner('deleteUser', { params: { userId: leaver.id } });
    const { results } = (await change({ ids, assigneeId: leaver.id, handling: 'done' })).body;
    // Who has left may stay, and not be chosen.
    expect(results.map(({ result }: Json) => result)).toEqual(['changed', 'failed', 'failed']);
    expect(results[1]).toEqual({
      id: ids[1],
      result: 'failed',
      error: {
        code: 'validation_failed',
        message: expect.stringContaining('assigneeId'),
        details: [{ field: 'assigneeId', rule: 'unknown', message: expect.any(String) }],
      },
    });
    expect(await read(ids[1])).toMatchObject({ handling: 'open' });
  });

  it('is of the responses of its environment, and one at a time', async () => {
    const { ids } = await threeResponses();
    const staging = service.client('secretKey', 'staging');
    const { results } = (await change({ ids, delete: true }, staging)).body;
    expect(results.map(({ result }: Json) => result)).toEqual(['not_found', 'not_found', 'not_found']);
    expect(await read(ids[0])).toMatchObject({ id: ids[0] });
    expectFaults(await change({ ids }), ' required');
    expectFaults(await change({ ids, spam: true, handling: 'done' }), 'spam alone');
    expectFaults(await change({ ids, spam: true, delete: true }), 'delete alone');
    expectFaults(await change({ ids: [], handling: 'done' }), 'ids minItems');
    expectFaults(await change({ ids: [ids[0], ids[0]], handling: 'done' }), 'ids uniqueItems');
    const many = Array.from({ length: 101 }, (_, index) => String(index));
    expectFaults(await change({ ids: many, handling: 'done' }), 'ids maxItems');
    expect((await change({ ids, handling: null })).status).toBe(400);
  });
});

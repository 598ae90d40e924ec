import { expect, it } from '@jest/globals';
import type { Client } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { newForm, submitEach } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const admin = service.session('admin');
const editor = service.session('editor');
const owner = service.session('owner');

/** Two responses to a new form, and calls about the first. */
async function responses() {
  const { id: formId } = await newForm(secret);
  const [first, other] = await submitEach(secret, formId, ['Ada', 'Bob']);
  const params = { id: String(first?.id) };
  const change = (body: object, client: Client = admin) => client('updateResponse', { params, body });
  const read = async (client: Client = admin): Promise<Json> => (await client('getResponse', { params })).body;
  const listed = async (query: object, client: Client = admin): Promise<Json[]> =>
    (await client('listResponses', { query: { form_id: formId, ...query } })).body.items;
  return { formId, first, other, params, change, read, listed };
}

it('is for admins: others see that the processing is restricted, and no answer', async () => {
  const { first, other, formId, params, change, read, listed } = await responses();
  const exported = await secret('createExport', { body: { formId, format: 'csv' } });
  expect(exported.status).toBe(202);
  expectRefusal(await change({ restricted: true }, editor), 403, 'insufficient_permission');
  expectFaults(await change({ restricted: true, status: 'partial' }), 'restricted alone');
  expectFaults(await change({ restrictionReason: 'A claim' }), 'restrictionReason noEffect');
  const restricted = await change({ restricted: true, restrictionReason: 'A claim' });
  expect(restricted).toMatchObject({ status: 200, body: { restricted: true, answers: { name: 'Ada' } } });
  // What may contain it is gone.
  expectRefusal(await secret('getExport', { params: { id: exported.body.id } }), 404, 'not_found');

  expect(await read()).toMatchObject({ restricted: true, answers: { name: 'Ada' } });
  const hidden = { restricted: true, answers: { name: '••••' }, concealed: { name: 'hidden' }, notes: [] };
  expect(await read(editor)).toMatchObject(hidden);
  expect(await listed({})).toMatchObject([{ id: other?.id }]);
  expect(await listed({ folder: 'restricted' }, editor)).toMatchObject([hidden]);
  expect(await listed({ folder: 'restricted', q: 'Ada' }, editor)).toEqual([]);
  expect(await listed({ folder: 'restricted', q: 'Ada' })).toMatchObject([{ id: first?.id }]);
  const csv = await secret('listResponses', { query: { form_id: formId, format: 'csv' } });
  expect(csv.text).not.toContain('Ada');
  const asCsv = await secret('listResponses', { query: { form_id: formId, folder: 'restricted', format: 'csv' } });
  expect(expectRefusal(asCsv, 400, 'invalid_parameter')).toMatchObject([{ rule: 'restricted' }]);
  const ofAll = await secret('listResponses', { query: { folder: 'restricted' } });
  expect(expectRefusal(ofAll, 400, 'invalid_parameter')).toMatchObject([{ field: 'form_id' }]);

  // Nothing else of it changes, one by one or in bulk. Deleting it takes an admin.
  for (const body of [{ status: 'partial' }, { notes: 'x' }, { answers: { name: 'Eve' } }, { spam: true }]) {
    expectFaults(await change(body), ' restricted');
  }
  const reply = { subject: 'Hello', body: 'Hello' };
  expectFaults(await owner('createReply', { params, body: reply }), ' restricted');
  const inBulk = async (body: object) => {
    const { results } = (await editor('changeResponses', { body: { ids: [params.id], ...body } })).body;
    return results.map(({ result }: Json) => result);
  };
  for (const body of [{ status: 'partial' }, { spam: true }, { delete: true }])
    expect(await inBulk(body)).toEqual(['failed']);
  expectRefusal(await editor('deleteResponse', { params }), 403, 'insufficient_permission');

  const lifted = await change({ restricted: false });
  expect(lifted).toMatchObject({ status: 200, body: { answers: { name: 'Ada' } } });
  expect(lifted.body.restricted).toBeUndefined();
  expect(await change({ restricted: false })).toMatchObject({ status: 200 });
  expect((await listed({})).map(({ id }) => id)).toEqual([other?.id, first?.id]);
  expect(await inBulk({ handling: 'done' })).toEqual(['changed']);
  const { items } = (await admin('listAuditEvents', { query: { subject_id: params.id } })).body;
  expect(items).toMatchObject([
    { action: 'response.updated' },
    { action: 'response.unrestricted', changes: { restricted: false } },
    { action: 'response.restricted', changes: { restricted: true, reason: 'A claim' } },
  ]);
  const timeline = (await admin('getResponseTimeline', { params })).body;
  const changes = timeline.items.filter(({ type }: Json) => type === 'changed').map((each: Json) => each.changes);
  expect(changes).toMatchObject([{ restricted: true, reason: 'A claim' }, { restricted: false }, { handling: 'done' }]);
});

it('makes way for a deletion by an admin, and for what a visitor sends next', async () => {
  const { params, change } = await responses();
  await change({ spam: true });
  expectFaults(await change({ restricted: true }), 'restricted spam');
  await change({ spam: false });
  await change({ restricted: true }, secret);
  expect((await admin('deleteResponse', { params })).status).toBe(204);
  expectRefusal(await admin('getResponse', { params }), 404, 'not_found');

  const { id: formId } = await newForm(secret);
  const browser = service.client('publishableKey');
  const headers = { 'x-session-id': `restricted-session-${formId}` };
  const save = (body: object) =>
    browser('createSubmission', { params: { formId }, body, headers, query: { status: 'partial' } });
  const first = await save({ name: 'Ada' });
  await admin('updateResponse', { params: { id: first.body.id }, body: { restricted: true } });
  const next = await save({ email: 'ada@example.com' });
  expect(next.status).toBe(201);
  expect(next.body.id).not.toBe(first.body.id);
});

import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { Json } from '../support/cloud/http.ts';
import { itLocallyInAll, startedService } from '../support/cloud/service.ts';
import { itemsThatName } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { newForm, submit, submitEach } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const remove = (id: string) => secret('deleteForm', { params: { id } });

it('takes a form and its responses from every reader at once', async () => {
  const { id } = await newForm(secret);
  const [response] = await submitEach(secret, id, ['A', 'B']);
  const { status, text } = await remove(id);
  expect({ status, text }).toEqual({ status: 204, text: '' });

  const params = { params: { id } };
  expectRefusal(await secret('getForm', params), 404, 'not_found');
  expectRefusal(await service.client()('getPublicForm', params), 404, 'not_found');
  expectRefusal(await secret('updateForm', { ...params, body: { title: 'Back' } }), 404, 'not_found');
  expectRefusal(await remove(id), 404, 'not_found');
  const ofResponse = { params: { id: response.id } };
  expectRefusal(await secret('getResponse', ofResponse), 404, 'not_found');
  expectRefusal(await secret('updateResponse', { ...ofResponse, body: { status: 'partial' } }), 404, 'not_found');
  expectRefusal(await secret('deleteResponse', ofResponse), 404, 'not_found');
  for (const format of ['json', 'csv', 'jsonl']) {
    expectRefusal(await secret('listResponses', { query: { form_id: id, format } }), 404, 'not_found');
  }
});

it('refuses submissions to it soon', async () => {
  const { id } = await newForm(secret);
  await submit(secret, id);
  await remove(id);
  await eventually(async () => {
    const reply = await secret('createSubmission', { params: { formId: id }, body: { name: 'Late' } });
    expectRefusal(reply, 404, 'not_found');
  });
});

it('leaves the lists of the environment, and their totals, without it', async () => {
  // The other tests delete forms, too, but not in this environment.
  const staging = service.client('secretKey', 'staging');
  const shown = async (operation: 'listForms' | 'listResponses'): Promise<Json> =>
    (await staging(operation, { query: { limit: 1000 } })).body;
  const kept = await newForm(staging);
  await submitEach(staging, kept.id, ['A', 'B', 'C']);
  const gone = await newForm(staging);
  await submitEach(staging, gone.id, ['D', 'E']);
  await eventually(async () => expect((await shown('listResponses')).total).toBe(5));
  expect((await staging('deleteForm', { params: { id: gone.id } })).status).toBe(204);

  await eventually(async () => {
    expect(JSON.stringify(await shown('listForms'))).not.toContain(gone.id);
    const { items, total } = await shown('listResponses');
    expect(items.map((response: Json) => response.formId)).toEqual([kept.id, kept.id, kept.id]);
    expect(total).toBe(3);
  });
});

it('touches no other form', async () => {
  const [gone, kept] = [await newForm(secret), await newForm(secret)];
  const responses = await submitEach(secret, kept.id, ['A', 'B', 'C']);
  await submitEach(secret, gone.id, ['D']);
  await remove(gone.id);
  expect((await secret('getForm', { params: { id: kept.id } })).body).toEqual(kept);
  const page = (await secret('listResponses', { query: { form_id: kept.id, order: 'asc' } })).body;
  expect(page).toMatchObject({ items: responses, total: 3 });
  expect((await submit(secret, kept.id)).formId).toBe(kept.id);
});

it('succeeds for one of many that delete the same form at once', async () => {
  const { id } = await newForm(secret);
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => remove(id)))).map(({ status }) => status);
  expect(statuses.filter(status => status === 204).length).toBeGreaterThanOrEqual(1);
  expect(statuses.every(status => status === 204 || status === 404)).toBe(true);
});

itLocallyInAll('removes what is stored of it to the last item', async () => {
  const { id } = await newForm(secret, { slug: `gone-${randomUUID()}` });
  const [kept] = await submitEach(secret, (await newForm(secret)).id, ['Kept']);
  await submitEach(secret, id, ['A', 'B', 'C']);
  await submit(
    secret,
    id,
    { name: 'D' },
    { headers: { 'idempotency-key': 'once', 'x-session-id': 'session-00000001' } },
  );
  const ulid = id.slice('form_'.length);
  // That somebody deleted it is remembered for a year.
  const isLeft = ({ pk }: { pk?: { S?: string } }) => !pk?.S?.startsWith('AUDIT#');
  const left = async () => (await itemsThatName(service.cloud(), ulid)).filter(isLeft);
  await eventually(async () => expect((await left()).map(({ pk }) => pk?.S)).toContain(`COUNTS#${id}`));
  await remove(id);
  await eventually(async () => {
    await service.hasten('JOB#job_', `JOB#recount-${id}`);
    expect(await left()).toEqual([]);
  });
  expect((await secret('getResponse', { params: { id: kept.id } })).body).toEqual(kept);
});

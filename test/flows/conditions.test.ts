import { describe, expect, it } from '@jest/globals';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { expectFaults } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const browser = service.client('publishableKey');

const isDog = { field: 'pet', op: 'eq', value: 'dog' };
const fields = [
  { id: 'pet', type: 'select', label: 'Pet', options: ['dog', 'cat'], required: true },
  { id: 'name', type: 'text', label: 'Name', required: true, visibleIf: isDog },
  { id: 'city', type: 'text', label: 'City', requiredIf: { not: isDog } },
];

async function newForm(): Promise<string> {
  const { body } = await secret('createForm', { body: { title: 'Pets', status: 'live', fields } });
  return body.id;
}

const submit = (client: typeof secret, formId: string, body: object, visit?: string, status = 'completed') =>
  client('createSubmission', {
    params: { formId },
    query: { status },
    body,
    headers: { origin: 'https://www.example.com', ...(visit && { 'x-session-id': visit }) },
  });
const stored = async (id: string): Promise<Json> => (await secret('getResponse', { params: { id } })).body.answers;
const rules = (notes: Json): string[] => notes.map(({ field, rule }: Json) => `${field} ${rule}`);

describe('a form with conditions', () => {
  it('is stored with them, and pages are told of them', async () => {
    const id = await newForm();
    expect((await secret('getForm', { params: { id } })).body.fields).toEqual(fields);
    expect((await browser('getPublicForm', { params: { id } })).body.fields).toEqual(fields);
  });

  it('keeps the fields that they name, before those that name them', async () => {
    const params = { id: await newForm() };
    const [pet, name, city] = fields;
    expectFaults(
      await secret('updateForm', { params, body: { fields: [name, city] } }),
      'fields[0].visibleIf.field unknown',
      'fields[1].requiredIf.not.field unknown',
    );
    expectFaults(
      await secret('updateForm', { params, body: { fields: [city, pet, name] } }),
      'fields[0].requiredIf.not.field earlier',
    );
  });

  it.each([20, 2_000, 20_000])('is refused where one is nested %d deep', async depth => {
    const visibleIf = `${'{"not":'.repeat(depth)}${JSON.stringify(isDog)}${'}'.repeat(depth)}`;
    const body = `{"title":"Deep","fields":[${JSON.stringify(fields[0])},{"id":"a","type":"text","visibleIf":${visibleIf}}]}`;
    const { status } = await secret('createForm', { body });
    expect(status).toBe(400);
    const params = { id: await newForm() };
    expect((await secret('updateForm', { params, body: body.replace('"title":"Deep",', '') })).status).toBe(400);
  });
});

describe('answers to hidden fields', () => {
  it('of a browser are dropped, and it is told', async () => {
    const { status, body } = await submit(browser, await newForm(), { pet: 'cat', name: 'Tom', city: 'Rome' });
    expect([status, body.answers, rules(body.warnings)]).toEqual([201, { pet: 'cat', city: 'Rome' }, ['name hidden']]);
    expect(await stored(body.id)).toEqual({ pet: 'cat', city: 'Rome' });
  });

  it('of a server are refused', async () => {
    const formId = await newForm();
    expectFaults(await submit(secret, formId, { pet: 'cat', name: 'Tom', city: 'Rome' }), 'name hidden');
    expectFaults(await submit(browser, formId, { pet: 'cat' }), 'city required');
    const { body } = await submit(secret, formId, { pet: 'cat', city: 'Rome' });
    expect(body).not.toHaveProperty('warnings');
  });

  it('go when the answers that follow hide them, in a save, at the end, or by a correction', async () => {
    const formId = await newForm();
    const visit = 'session-of-one-visit';
    const { body } = await submit(browser, formId, { pet: 'dog', name: 'Rex' }, visit, 'partial');
    await submit(browser, formId, { pet: 'cat' }, visit, 'partial');
    expect(await stored(body.id)).toEqual({ pet: 'cat' });
    await submit(browser, formId, { pet: 'dog', name: 'Rex' }, visit, 'partial');
    expect(await submit(browser, formId, { pet: 'cat', city: 'Rome' }, visit)).toMatchObject({ status: 200 });
    expect(await stored(body.id)).toEqual({ pet: 'cat', city: 'Rome' });
    const params = { id: body.id };
    expectFaults(
      await secret('updateResponse', { params, body: { answers: { pet: 'dog' } } }),
      'answers.name required',
    );
    await secret('updateResponse', { params, body: { answers: { pet: 'dog', name: 'Rex' } } });
    await secret('updateResponse', { params, body: { answers: { pet: 'cat' } } });
    expect(await stored(body.id)).toEqual({ pet: 'cat', city: 'Rome' });
  });
});

it('a calculated field is computed, whatever is sent for it, and has its column', async () => {
  const seats = { id: 'seats', type: 'number' };
  const price = { id: 'price', type: 'calculated', compute: { op: '*', args: [{ field: 'seats' }, 19.9] } };
  const { body: form } = await secret('createForm', {
    body: {
      title: 'Tickets',
      status: 'live',
      fields: [seats, price, { id: 'why', type: 'text', requiredIf: { field: 'price', op: 'gt', value: 50 } }],
    },
  });
  expectFaults(await submit(browser, form.id, { seats: 3, price: 1 }), 'why required');
  const { body } = await submit(browser, form.id, { seats: 2, price: 1 });
  expect(body.answers).toEqual({ seats: 2 });
  expect(await stored(body.id)).toEqual({ seats: 2, price: 39.8 });
  const { text } = await secret('listResponses', { query: { form_id: form.id, format: 'csv' } });
  expect(text.split('\r\n').map(line => line.split(',').slice(4).join())).toEqual(['seats,price,why', '2,39.8,', '']);
});

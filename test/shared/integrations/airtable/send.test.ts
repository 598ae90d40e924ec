import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { startAirtable } from '../../../support/doubles/airtable.ts';
import { sendErasure } from '../../../support/records/erasures.ts';
import { formWithFields, newCaller, storedIntegration, submitAnswers } from '../../../support/records/records.ts';
import { deliveriesTo, useDeliveryLine } from '../../../support/table/delivery-line.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useTable } from '../../../support/table/table.ts';

useTable({ stream: true });
useKms();
const line = useDeliveryLine('5,30,40');

let airtable: Awaited<ReturnType<typeof startAirtable>>;
let caller: Caller;
let form: StoredForm;

beforeAll(() => void Object.assign(process.env, { DELIVERY_DEADLINE_SECONDS: '10' }));
beforeEach(async () => {
  airtable = await startAirtable();
  process.env.AIRTABLE_URL = airtable.url;
  caller = await newCaller();
  form = await formWithFields(caller, {
    fields: [
      { id: 'age', type: 'number', label: 'Age' },
      { id: 'who', type: 'text', label: 'Who are you?' },
      { id: 'email', type: 'email' },
      { id: 'topic', type: 'select', options: ['Sales', 'Support, urgent'] },
      { id: 'tags', type: 'multiselect', options: ['a', 'b'] },
      { id: 'born', type: 'date' },
      { id: 'agreed', type: 'checkbox' },
      { id: 'message', type: 'textarea', label: 'Message' },
      { id: 'total', type: 'number' },
    ],
  });
});
afterEach(async () => {
  await line.takeDeadLetters();
  await airtable.close();
});
afterAll(() => void delete process.env.AIRTABLE_URL);

const toAirtable = (config: object = {}) =>
  storedIntegration(caller, 'airtable', {
    ...{ token: airtable.token, baseId: airtable.baseId, table: 'Leads' },
    ...config,
  });

async function submitted(answers: Parameters<typeof submitAnswers>[1]) {
  const response = await submitAnswers(form, answers);
  await line.settle();
  return response;
}

it('fills the fields of the same names by their types, and "Other answers" with the rest', async () => {
  await toAirtable();
  const answers = { age: 36, who: 'Ada', email: 'ada@example.com', topic: 'Support, urgent', born: '1815-12-10' };
  const { id } = await submitted({ ...answers, tags: ['a', 'b'], agreed: true, message: 'Hi', total: 7 });
  expect(airtable.records).toEqual([
    {
      ...{ 'Who are you?': 'Ada', Email: 'ada@example.com', Age: 36, Topic: 'Support, urgent', Tags: ['a', 'b'] },
      ...{ Born: '1815-12-10', Agreed: true, 'Response ID': id, 'Submitted at': expect.any(String) },
      'Other answers': 'Message: Hi\ntotal: 7',
    },
  ]);
});

it('writes one record, even if the first answer is lost', async () => {
  const integration = await toAirtable({ table: airtable.tableId });
  airtable.state.loseAnswer = true;
  await submitted({ who: 'Ada' });
  expect((await deliveriesTo(integration))[0]).toMatchObject({ status: 'succeeded', attemptCount: 2 });
  expect(airtable.records).toMatchObject([{ 'Who are you?': 'Ada' }]);
});

it('creates records in a table that cannot tell them by their responses', async () => {
  await toAirtable();
  airtable.state.fields = airtable.state.fields.filter(({ name }) => name !== 'Response ID');
  await submitted({ who: 'Ada' });
  await submitted({ who: 'Bob' });
  expect(airtable.records.map(record => record['Who are you?'])).toEqual(['Ada', 'Bob']);
});

it('reads the schema once in minutes, and again after a refusal', async () => {
  await toAirtable();
  await submitted({ who: 'Ada' });
  await submitted({ who: 'Bob' });
  const reads = () => airtable.requests.filter(({ method }) => method === 'GET').length;
  expect(reads()).toBe(1);
  airtable.state.fields = [
    { id: 'new1', name: 'WHO', type: 'multilineText' },
    { id: 'new2', name: 'Response ID', type: 'singleLineText' },
  ];
  const { id } = await submitted({ who: 'Cleo' });
  expect(reads()).toBe(2);
  expect(airtable.records.at(-1)).toEqual({ WHO: 'Cleo', 'Response ID': id });
});

it('waits half a minute when the base has had too many requests, as Airtable asks for without a header', async () => {
  const integration = await toAirtable();
  airtable.state.pace = 0;
  for (let others = 0; others < 5; others++) await fetch(airtable.url);
  await submitted({ who: 'Ada' });
  const [delivery] = await deliveriesTo(integration);
  const [first] = delivery?.attempts ?? [];
  expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 2 });
  expect(first).toMatchObject({ status: 429, error: expect.stringContaining('(RATE_LIMIT_REACHED)') });
  const waits = Date.parse(first?.nextAttemptAt ?? '') - Date.parse(first?.at ?? '');
  expect(waits).toBeGreaterThanOrEqual(30_000);
  expect(airtable.records).toMatchObject([{ 'Who are you?': 'Ada' }]);
});

it.each([
  [
    'a wrong token',
    { token: 'not-a-token-of-airtable' },
    'Airtable: Authentication required (AUTHENTICATION_REQUIRED)',
  ],
  [
    'a token without the base',
    { token: 'patOfSomebodyElse.0123456789' },
    'Airtable: Invalid permissions, or the requested model was not found. (INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND)',
  ],
  ['another base', { baseId: 'appNothingIsHere0' }, 'Airtable: NOT_FOUND'],
  ['another table', { table: 'Lead' }, 'Airtable: the base has no table with this name or ID'],
])('says what is wrong with %s', async (_what, config, error) => {
  const integration = await toAirtable(config);
  await submitted({ who: 'Ada' });
  const [delivery] = await deliveriesTo(integration);
  expect(delivery?.attempts[0]?.error).toBe(error);
  expect(JSON.stringify(delivery)).not.toMatch(/pat[A-Z]|Ada/);
});

it('tells no answer that Airtable quotes', async () => {
  const integration = await toAirtable();
  airtable.state.mayAddOptions = false;
  await submitted({ topic: 'Support, urgent' });
  const [delivery] = await deliveriesTo(integration);
  expect(delivery?.attempts[0]?.error).toBe(
    'Airtable: Insufficient permissions to create new select option (INVALID_MULTIPLE_CHOICE_OPTIONS)',
  );
});

it('deletes the records of an erased response', async () => {
  const integration = await toAirtable();
  const ada = await submitted({ who: 'Ada' });
  await submitted({ who: 'Bob' });
  const [record = {}] = airtable.records;
  for (let copies = 0; copies < 11; copies++) airtable.records.push({ ...record });
  await sendErasure(integration, ada);
  await line.settle();
  expect(airtable.records.map(each => each['Who are you?'])).toEqual(['Bob']);
});

it('says that it cannot find the record in a table without the field for IDs', async () => {
  airtable.state.fields = airtable.state.fields.filter(({ name }) => name !== 'Response ID');
  const integration = await toAirtable();
  await sendErasure(integration, await submitted({ who: 'Ada' }));
  await line.settle();
  const [last] = (await deliveriesTo(integration)).slice(-1);
  expect(last?.attempts.at(-1)?.error).toContain('no text field “Response ID”');
  expect(airtable.records).toHaveLength(1);
});

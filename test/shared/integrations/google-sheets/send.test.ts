import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { getForm, replaceForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { retryDelivery } from '../../../../shared/store/receivers/deliveries.ts';
import { startGoogle } from '../../../support/doubles/google.ts';
import { sendErasure } from '../../../support/records/erasures.ts';
import { formWithFields, newCaller, storedIntegration, submitAnswers } from '../../../support/records/records.ts';
import { deliveriesTo, useDeliveryLine } from '../../../support/table/delivery-line.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useTable } from '../../../support/table/table.ts';

useTable({ stream: true });
useKms();
const line = useDeliveryLine('5,30');

let google: Awaited<ReturnType<typeof startGoogle>>;
let caller: Caller;
let form: StoredForm;

beforeAll(() => void Object.assign(process.env, { DELIVERY_DEADLINE_SECONDS: '10' }));
beforeEach(async () => {
  google = await startGoogle();
  Object.assign(process.env, { GOOGLE_TOKEN_URL: google.tokenUrl, GOOGLE_SHEETS_URL: google.sheetsUrl });
  caller = await newCaller();
  form = await formWithFields(caller, {
    fields: [
      { id: 'name', type: 'text', label: 'Your name' },
      { id: 'age', type: 'number' },
      { id: 'email', type: 'email', pii: true },
    ],
  });
});
afterEach(async () => {
  await line.takeDeadLetters();
  await google.close();
});
afterAll(() => {
  delete process.env.GOOGLE_TOKEN_URL;
  delete process.env.GOOGLE_SHEETS_URL;
});

const toSheet = (config: { sheetName?: string; serviceAccount?: Record<string, unknown>; formId?: string } = {}) =>
  storedIntegration(caller, 'google_sheets', {
    serviceAccount: google.serviceAccount,
    spreadsheetId: google.spreadsheetId,
    ...config,
  });

async function submitted(answers: Record<string, string | number>) {
  const response = await submitAnswers(form, answers);
  await line.settle();
  return response;
}

/** The form with other fields, as an update makes it. */
async function changeFields(fields: StoredForm['form']['fields']): Promise<void> {
  await replaceForm(form, { ...form.form, fields });
  form = (await getForm(form.form.id)) ?? form;
}

it('makes the header from the form, and a row of each response in the same columns', async () => {
  await toSheet();
  const ada = await submitted({ name: 'Ada', age: 36, email: 'ada@example.com' });
  const bob = await submitted({ name: '=HYPERLINK("x")' });
  expect(google.rows()).toEqual([
    ['id', 'submittedAt', 'name', 'age'],
    [ada.id, ada.submittedAt, 'Ada', 36],
    [bob.id, bob.submittedAt, '=HYPERLINK("x")', ''],
  ]);
});

it('signs in once for as long as the token lasts, at the address of the setting alone', async () => {
  await toSheet();
  await submitted({ name: 'Ada' });
  await submitted({ name: 'Bob' });
  expect(google.state.issued).toBe(1);
  line.advance(56 * 60_000);
  await submitted({ name: 'Cleo' });
  expect(google.state.issued).toBe(2);
  // A token that was revoked is asked for anew by the next attempt.
  google.state.tokens.clear();
  await submitted({ name: 'Dora' });
  expect(google.rows()).toHaveLength(5);
});

it('adds a column for each field that the form has gained, also beyond the grid, and keeps those of former fields', async () => {
  await toSheet();
  await submitted({ name: 'Ada', age: 36 });
  const more = Array.from({ length: 5 }, (_, n) => ({ id: `more${n}`, type: 'text' as const }));
  await changeFields([{ id: 'name', type: 'text' }, ...more]);
  const { id, submittedAt } = await submitted({ name: 'Bob', more4: 'last' });
  expect(google.rows()[0]).toEqual(['id', 'submittedAt', 'name', 'age', 'more0', 'more1', 'more2', 'more3', 'more4']);
  expect(google.rows()[2]).toEqual([id, submittedAt, 'Bob', '', '', '', '', '', 'last']);
  expect(google.columnCount()).toBe(9);
});

it('writes below the header that it finds, in whatever order and called by label', async () => {
  google.write([['Your name', 'Remarks', 'age', 'id']]);
  await toSheet();
  const { id, submittedAt } = await submitted({ name: 'Ada', age: 36 });
  expect(google.rows()).toEqual([
    ['Your name', 'Remarks', 'age', 'id', 'submittedAt'],
    ['Ada', '', 36, id, submittedAt],
  ]);
});

it('writes to the sheet that is named, whatever characters its name has', async () => {
  await toSheet({ sheetName: "Ada's leads" });
  await submitted({ name: 'Ada' });
  expect(google.rows(0)).toEqual([]);
  expect(google.rows(1)).toHaveLength(2);
});

it('makes no second row when an attempt is repeated whose row arrived', async () => {
  const integration = await toSheet();
  google.failNext(
    /:append/,
    { status: 503, code: 'UNAVAILABLE', message: 'The service is currently unavailable.' },
    true,
  );
  await submitted({ name: 'Ada' });
  expect(google.rows()).toHaveLength(2);
  const [delivery] = await deliveriesTo(integration);
  expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 2 });
  expect(delivery?.attempts[0]?.error).toBe('Google Sheets: The service is currently unavailable. (UNAVAILABLE)');
  if (delivery) await retryDelivery(delivery, integration.environmentId, Date.now());
  await line.settle();
  expect(google.rows()).toHaveLength(2);
});

it('keeps the columns of two forms apart that write their first rows at once', async () => {
  await toSheet();
  const other = await formWithFields(caller, { fields: [{ id: 'colour', type: 'text' }] });
  await Promise.all([submitAnswers(form, { name: 'Ada' }), submitAnswers(other, { colour: 'red' })]);
  await line.settle();
  const [header = [], ...rows] = google.rows();
  expect(new Set(header)).toEqual(new Set(['id', 'submittedAt', 'name', 'age', 'colour']));
  expect(rows.map(row => [row[header.indexOf('name')] ?? '', row[header.indexOf('colour')] ?? '']).sort()).toEqual([
    ['', 'red'],
    ['Ada', ''],
  ]);
});

const otherKey = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;

it('says what is wrong in words, without the key', async () => {
  const wrong = await toSheet({ serviceAccount: { ...google.serviceAccount, private_key: otherKey() } });
  const wrongSheet = await toSheet({ sheetName: 'Nothing' });
  await submitted({ name: 'Ada' });
  google.state.sharedWith = [];
  const unshared = await toSheet();
  await submitted({ name: 'Bob' });
  const firstError = async (integration: typeof wrong, index = 0) =>
    (await deliveriesTo(integration))[index]?.attempts[0]?.error;
  expect(await firstError(wrong)).toBe('Google refused the service account: invalid_grant (Invalid JWT Signature.)');
  expect(await firstError(wrongSheet)).toBe('Google Sheets: Unable to parse range: Nothing!1:1 (INVALID_ARGUMENT)');
  expect(await firstError(unshared)).toBe(
    'Google Sheets: The caller does not have permission (PERMISSION_DENIED); share the spreadsheet with forms@project.iam.gserviceaccount.com, as an editor',
  );
  const kept = JSON.stringify([await deliveriesTo(wrong), await deliveriesTo(unshared)]);
  expect(kept).not.toMatch(/PRIVATE KEY|ya29|Bob|Ada/);
});

it('removes the rows of an erased response, and no others', async () => {
  const integration = await toSheet();
  const ada = await submitted({ name: 'Ada' });
  const bob = await submitted({ name: 'Bob' });
  // A row that was written twice, and one that someone has added.
  google.write([...google.rows(), ['', '', ada.id], google.rows()[1] ?? []]);
  await sendErasure(integration, ada);
  await line.settle();
  expect(google.rows().slice(1)).toEqual([
    [bob.id, bob.submittedAt, 'Bob', ''],
    ['', '', ada.id],
  ]);
  expect((await deliveriesTo(integration)).at(-1)).toMatchObject({ status: 'succeeded', attemptCount: 1 });
});

it('says that it cannot find the row without the column of IDs, and has nothing to do in an empty sheet', async () => {
  const integration = await toSheet();
  const ada = await submitted({ name: 'Ada' });
  google.write([['name'], ['Ada']]);
  await sendErasure(integration, ada);
  await line.settle();
  const [last] = (await deliveriesTo(integration)).slice(-1);
  expect(last).toMatchObject({ status: 'dead' });
  expect(last?.attempts.at(-1)?.error).toContain('has no column id');
  expect(google.rows()).toHaveLength(2);
  google.write([]);
  await retryDelivery(last as NonNullable<typeof last>, caller.environmentId, Date.now());
  await line.settle();
  expect((await deliveriesTo(integration)).at(-1)).toMatchObject({ status: 'succeeded' });
});

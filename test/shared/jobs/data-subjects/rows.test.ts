import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { requestRecord } from '../../../../shared/store/responses/data-subject-requests.ts';
import { batchKeysOf } from '../../../../shared/store/responses/found-responses.ts';
import { startAirtable } from '../../../support/doubles/airtable.ts';
import { itInAll } from '../../../support/in-all.ts';
import { submitAs } from '../../../support/records/planted-person.ts';
import { formWithFields, newCaller, storedIntegration } from '../../../support/records/records.ts';
import { newRequest, requestOf, runOnce, runToEnd } from '../../../support/table/data-subjects.ts';
import { useDeliveryLine } from '../../../support/table/delivery-line.ts';
import { diesAfter } from '../../../support/table/dies-after.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useUploads } from '../../../support/table/s3.ts';
import { useTable } from '../../../support/table/table.ts';

useTable({ stream: true });
useKms();
useUploads();
const line = useDeliveryLine('5,30');

let airtable: Awaited<ReturnType<typeof startAirtable>>;
let caller: Caller;
let form: StoredForm;
let email: string;

beforeAll(() => void Object.assign(process.env, { DELIVERY_DEADLINE_SECONDS: '10' }));
beforeEach(async () => {
  airtable = await startAirtable();
  // The double has a clock of its own, by which requests are far apart.
  airtable.state.pace = 1000;
  process.env.AIRTABLE_URL = airtable.url;
  caller = await newCaller();
  form = await formWithFields(caller, { fields: [{ id: 'email', type: 'email' }] });
  email = `${randomUUID()}@example.com`;
});
afterEach(async () => {
  await line.takeDeadLetters();
  await airtable.close();
});
afterAll(() => void delete process.env.AIRTABLE_URL);

const toAirtable = () =>
  storedIntegration(caller, 'airtable', { token: airtable.token, baseId: airtable.baseId, table: 'Leads' });

async function submitted(...addresses: string[]): Promise<void> {
  for (const address of addresses) await submitAs(form, { email: address });
  await line.settle();
}

const emails = () => airtable.records.map(({ Email }) => Email);

const shown = async (id: string) => requestRecord(await requestOf(id));

it('removes the rows of the person in services, and says how many', async () => {
  const { integration } = await toAirtable();
  await submitted(email, 'bob@example.com', email);
  const id = await newRequest(caller, 'erase', { email });
  await runToEnd(id, async () => {
    await runOnce(id);
    await line.workOff();
  });
  expect(emails()).toEqual(['bob@example.com']);
  const { state, pending, disclosedTo } = await shown(id);
  const rows = { removed: 2, pending: 0, failed: 0 };
  expect({ state, pending }).toEqual({ state: 'done', pending: null });
  expect(disclosedTo).toEqual([{ kind: 'integration', id: integration.id, name: 'airtable', rows }]);
  expect(await batchKeysOf(id)).toEqual([]);
});

it('has a remainder while a service cannot be reached, and is done once the rows are gone', async () => {
  await toAirtable();
  await submitted(email);
  const id = await newRequest(caller, 'erase', { email });
  await runToEnd(id);
  expect(await shown(id)).toMatchObject({
    state: 'done_with_remainder',
    pending: { files: 0, exports: 0, buckets: [], rows: 1 },
    disclosedTo: [{ rows: { removed: 0, pending: 1, failed: 0 } }],
  });
  await line.settle();
  expect(emails()).toEqual([]);
  await runOnce(id);
  expect(await shown(id)).toMatchObject({
    ...{ state: 'done', pending: null },
    disclosedTo: [{ rows: { removed: 1, pending: 0, failed: 0 } }],
  });
  expect(await batchKeysOf(id)).toEqual([]);
});

it('says which rows a service did not let it remove', async () => {
  await toAirtable();
  await submitted(email);
  airtable.state.fields = airtable.state.fields.filter(({ name }) => name !== 'Response ID');
  line.advance(10 * 60_000);
  const id = await newRequest(caller, 'erase', { email });
  await runToEnd(id, async () => {
    await runOnce(id);
    await line.settle();
  });
  expect(await shown(id)).toMatchObject({
    state: 'done',
    disclosedTo: [{ rows: { removed: 0, pending: 0, failed: 1 } }],
  });
});

itInAll('counts the same when it dies at every request to AWS', async () => {
  await toAirtable();
  await submitted(email, 'bob@example.com', email);
  const id = await newRequest(caller, 'erase', { email });
  let requests = 1;
  const run = async () => {
    await diesAfter(requests, () => runOnce(id));
    requests += 1;
    await line.workOff();
  };
  await runToEnd(id, run);
  for (let runs = 0; (await shown(id)).state !== 'done' && runs < 100; runs++) await run();
  expect(emails()).toEqual(['bob@example.com']);
  expect(await shown(id)).toMatchObject({
    ...{ state: 'done', pending: null },
    disclosedTo: [{ rows: { removed: 2, pending: 0, failed: 0 } }],
  });
});

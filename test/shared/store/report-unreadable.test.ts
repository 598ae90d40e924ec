import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { newTemplate } from '../../../shared/domain/forms/template.ts';
import type { Delivery } from '../../../shared/domain/receivers/webhook.ts';
import { responseAddress } from '../../../shared/ids.ts';
import { log } from '../../../shared/log.ts';
import { readForms } from '../../../shared/store/forms/form-lists.ts';
import { deleteForm, findFormOf, getCachedForm, getForm } from '../../../shared/store/forms/forms.ts';
import { readTemplates } from '../../../shared/store/forms/template-lists.ts';
import { createTemplate } from '../../../shared/store/forms/templates.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import {
  deliveriesOf,
  deliveryKey,
  newDelivery,
  readDeliveries,
  recordSuccess,
} from '../../../shared/store/receivers/deliveries.ts';
import { readIntegrations } from '../../../shared/store/receivers/integrations.ts';
import { addressOf } from '../../../shared/store/receivers/receivers.ts';
import { archivedRow, itemOfRow } from '../../../shared/store/responses/archived-rows.ts';
import { responsesOfEnvironment, responsesOfForm } from '../../../shared/store/responses/response-lists.ts';
import { getResponseOf, replaceResponse } from '../../../shared/store/responses/responses.ts';
import { getItem, type Item, updateItem } from '../../../shared/store/table.ts';
import {
  eventAt,
  newCaller,
  storedForm,
  storedIntegration,
  storedWebhook,
  submit,
} from '../../support/records/records.ts';
import { useKms } from '../../support/table/kms.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
useKms();

const errors: unknown[][] = [];
const printed: string[] = [];
beforeEach(() => {
  errors.length = 0;
  printed.length = 0;
  jest.spyOn(log, 'error').mockImplementation((...parts: unknown[]) => void errors.push(parts));
  jest.spyOn(process.stdout, 'write').mockImplementation(text => printed.push(String(text)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const slack = { webhookUrl: 'https://hooks.slack.com/services/T0/B0/x' };

async function all<T>(records: AsyncIterable<T> | undefined): Promise<T[]> {
  const found: T[] = [];
  for await (const record of records ?? []) found.push(record);
  return found;
}

const titles = async ({ environmentId }: Caller) =>
  (await all(readForms(environmentId, { order: 'asc' }))).map(({ form }) => form.title);

describe('a form that cannot be read', () => {
  it.each([
    ['a definition that is no JSON', { definition: '{"title":"Ex' }],
    ['a definition that is no form', { definition: '[]' }],
    ['former fields that are no list', { retiredFields: '{}' }],
  ])('for %s is shown as unavailable among the others, reported, and can be deleted', async (_, damage) => {
    const caller = await newCaller();
    const [before, damaged] = [await storedForm(caller), await storedForm(caller)];
    const key = keyOf('form', { form: damaged.form.id });
    const { id } = await submit(damaged);
    await submit(before);
    await updateItem(key, { set: damage });

    expect(await titles(caller)).toEqual([before.form.title, '(unavailable)']);
    expect(errors).toContainEqual(['a form could not be read', key]);
    expect(printed.join('')).toContain('UnreadableAnswers');
    const ofAll = await all((await responsesOfEnvironment(caller, {})).read({ order: 'asc' }));
    expect(ofAll.map(({ answers }) => answers.name)).toEqual(['(unavailable)', 'Ada']);
    const ofForm = await all((await responsesOfForm(caller, damaged.form.id, {}))?.read({ order: 'asc' }));
    expect(ofForm).toMatchObject([{ id, answers: { name: '(unavailable)' }, concealed: { name: 'unavailable' } }]);

    // It may be repaired: nothing else is done with it meanwhile.
    const read = await getResponseOf(caller, id);
    await expect(read && replaceResponse(read, read.response)).rejects.toMatchObject({ status: 409 });
    const refusal = { status: 503, headers: { 'retry-after': '60' }, message: expect.stringContaining('delete it') };
    for (const get of [getForm, getCachedForm]) await expect(get(damaged.form.id)).rejects.toMatchObject(refusal);

    const found = await findFormOf(caller, damaged.form.id);
    expect(found && (await deleteForm(found))).toBe(true);
    expect(await titles(caller)).toEqual([before.form.title]);
  });
});

it('a template that cannot be read is shown as unavailable among the others', async () => {
  const caller = await newCaller();
  const form = { title: 'Title', fields: [] };
  const names = ['First', 'Second'];
  for (const name of names) {
    const template = newTemplate({ name, form });
    await createTemplate(template, { caller, action: 'template.created' });
    if (name === 'Second') {
      const key = keyOf('template', { org: caller.organizationId, template: template.id });
      await updateItem(key, { set: { definition: '{' } });
    }
  }
  const own = (await all(readTemplates(caller, { order: 'asc' }))).filter(({ isBuiltIn }) => !isBuiltIn);
  expect(own.map(({ name }) => name)).toEqual(['First', '(unavailable)']);
});

it('an integration whose config cannot be read is shown, turned off, among the others', async () => {
  const caller = await newCaller();
  const stored = [await storedIntegration(caller, 'slack', slack), await storedIntegration(caller, 'slack', slack)];
  const [damaged] = stored;
  const key = keyOf('integration', { owner: caller.environmentId, integration: damaged?.integration.id ?? '' });
  await updateItem(key, { set: { config: '{"webhook' } });
  const shown = (await all(readIntegrations(caller, { order: 'asc' }))).map(({ integration }) => integration);
  expect(shown.map(({ active, disabledReason }) => [active, disabledReason])).toEqual([
    [false, 'failing'],
    [true, null],
  ]);
  expect(errors).toContainEqual(['an integration could not be read', key]);
});

it('a delivery that cannot be read is left out of the list of the others', async () => {
  const receiver = await storedWebhook(await newCaller());
  const deliveries = [1, 2].map(n => newDelivery(addressOf(receiver), eventAt(Date.now()), `event ${n}`));
  for (const delivery of deliveries)
    await recordSuccess(delivery, { at: delivery.createdAt, status: 200, latencyMs: 1 });
  const [damaged, other] = deliveries as [Delivery, Delivery];
  await updateItem(deliveryKey(damaged), { set: { event: '{' } });
  const listed = await all(readDeliveries(deliveriesOf(addressOf(receiver), {}), { order: 'asc' }));
  expect(listed.map(({ id }) => id)).toEqual([other.id]);
  expect(errors).toContainEqual(['a delivery could not be read', deliveryKey(damaged)]);
});

it('a response that cannot be read is archived, and restored, as it was', async () => {
  const caller = await newCaller();
  const { id } = await submit(await storedForm(caller));
  const { formId: form = '', shard = '', sortKey = '' } = responseAddress(id) ?? {};
  const key = keyOf('response', { form, shard, sortKey });
  await updateItem(key, { set: { answers: '{"name":"Ad', notes: '[{' } });
  const item = (await getItem(key)) as Item;
  const row = JSON.parse(JSON.stringify(archivedRow(item, [])));
  expect(row).toMatchObject({ id, answers: {}, notes: [] });
  expect(itemOfRow(row, caller.environmentId)).toMatchObject({ ...key, answers: '{"name":"Ad', notes: '[{' });
});

import { describe, expect, it } from '@jest/globals';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { itemsThatName, oldResponses } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService({ alone: true });
const secret = service.client('secretKey');

const submitted = (form: Json, ...daysAgo: number[]) => oldResponses(service.cloud(), form, daysAgo);

const setRetention = async (id: string, retention: object | null) =>
  expect(await secret('updateForm', { params: { id }, body: { retention } })).toMatchObject({ status: 200 });
const list = async (query: Record<string, string>) => (await secret('listResponses', { query })).body;
const submissions = async (id: string) =>
  (await secret('getFormAnalytics', { params: { id }, query: { days: '365' } })).body.totals.submissions;
const rowsOf = async (id: string) => (await itemsThatName(service.cloud(), `RESPONSES#${id}`)).length;

describe('retention that deletes', () => {
  it('hides old responses at once, and removes them without a change of what was counted', async () => {
    const form = await newForm(secret);
    const [old, young] = await submitted(form, 40, 20);
    const fresh = await submit(secret, form.id);
    await eventually(async () => expect(await submissions(form.id)).toBe(3));
    const before = (await list({})).total;

    await setRetention(form.id, { days: 30 });
    const ids = [fresh.id, young?.id];
    const page = await list({ form_id: form.id });
    expect({ ids: page.items.map(({ id }: Json) => id), total: page.total }).toEqual({ ids, total: 2 });
    expect((await list({ form_id: form.id, limit: '1' })).total).toBe(2);
    expect((await list({ limit: '1' })).total).toBe(before - 1);
    const csv = await secret('listResponses', { query: { form_id: form.id, format: 'csv' } });
    expect(csv.text.split('\r\n').filter(line => line.startsWith('sub_'))).toHaveLength(2);
    for (const operation of ['getResponse', 'deleteResponse'] as const) {
      expectRefusal(await secret(operation, { params: { id: old?.id ?? '' } }), 404, 'not_found');
    }
    const patch = { params: { id: old?.id ?? '' }, body: { notes: [{ text: 'late' }] } };
    expectRefusal(await secret('updateResponse', patch), 404, 'not_found');

    expect(await rowsOf(form.id)).toBe(3);
    await eventually(async () => {
      await service.hasten('RETENTION#');
      await service.cloud().expireItems();
      expect(await rowsOf(form.id)).toBe(2);
    });
    await eventually(async () => expect((await list({ limit: '1' })).total).toBe(before - 1));
    expect(await submissions(form.id)).toBe(3);
    expect((await list({ form_id: form.id, limit: '1' })).total).toBe(2);
    const { body } = await secret('listAuditEvents');
    const told = body.items.filter(({ action }: Json) => action === 'form.retention_changed');
    expect(told.map(({ subjectId }: Json) => subjectId)).toEqual([form.id]);
  });

  it('is refused where it says nothing, or too much', async () => {
    const form = await newForm(secret);
    for (const retention of [
      { days: 0 },
      { days: 36_501 },
      { days: 1.5 },
      { policy: 'delete' },
      { days: 1, policy: 'keep' },
    ]) {
      const reply = await secret('updateForm', { params: { id: form.id }, body: { retention } });
      expectRefusal(reply, 400, 'validation_failed');
    }
  });
});

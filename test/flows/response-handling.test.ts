import { describe, expect, it } from '@jest/globals';
import { httpReceiver } from '../shared/outbound/receivers.ts';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectFaults } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const owner = service.session('owner');

const put = (id: string, body: object) => secret('updateResponse', { params: { id }, body });

async function list(form: Json, query: Record<string, string | number>): Promise<string[]> {
  const { body } = await secret('listResponses', { query: { form_id: form.id, ...query } });
  return body.items.map(({ id }: Json) => id);
}

describe('the handling of responses', () => {
  it('is open by default, and found, exported and told of in the audit trail when it changes', async () => {
    const form = await newForm(secret);
    const ada = await service.newUser({ role: 'viewer' });
    const responses = [await submit(secret, form.id), await submit(secret, form.id), await submit(secret, form.id)];
    const [first = '', second = '', third = ''] = responses.map(({ id }: Json) => id);
    expect((await secret('getResponse', { params: { id: first } })).body).toMatchObject({ handling: 'open' });
    const handled = await put(first, { handling: 'done', assigneeId: ada.id });
    expect(handled.body).toMatchObject({ handling: 'done', assigneeId: ada.id, status: 'completed' });
    await put(second, { handling: 'in_progress' });
    expect(await list(form, { handling: 'done' })).toEqual([first]);
    expect(await list(form, { handling: 'in_progress', status: 'completed' })).toEqual([second]);
    expect(await list(form, { handling: 'open' })).toEqual([third]);
    expect(await list(form, { assignee: ada.id })).toEqual([first]);
    expect(await list(form, { assignee: 'none', order: 'asc' })).toEqual([second, third]);
    const query = { form_id: form.id, format: 'csv', columns: 'id,handling,assigneeId', order: 'asc' };
    const csv = await secret('listResponses', { query });
    expect(csv.text.trim().split('\r\n')).toEqual([
      'id,handling,assigneeId',
      `${first},done,${ada.id}`,
      `${second},in_progress,`,
      `${third},open,`,
    ]);
    const trail = (await owner('listAuditEvents', { query: { subject_id: first } })).body.items;
    expect(trail).toMatchObject([{ action: 'response.updated', changes: { handling: 'done', assigneeId: ada.id } }]);
    await eventually(async () => {
      const { body } = await secret('listResponses', { query: { form_id: form.id, handling: 'open' } });
      expect(body.total).toBe(1);
    });
  });

  it('is filtered beside where responses came from', async () => {
    const form = await newForm(secret, { status: 'live' });
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const headers = { 'accept-language': 'de-AT,de;q=0.8', 'user-agent': firefox, origin: 'https://a.example' };
    const sent = await service.client('publishableKey')('createSubmission', {
      params: { formId: form.id },
      body: { name: 'Ada' },
      headers,
    });
    const { id } = sent.body;
    const other = await submit(secret, form.id);
    const { body } = await secret('getResponse', { params: { id } });
    expect(body.meta).toMatchObject({ source: 'browser', language: 'de-AT' });
    const wanted: Record<string, string>[] = [
      { language: 'de' },
      { browser: 'Firefox' },
      { origin: 'https://a.example' },
    ];
    for (const query of wanted) {
      expect(await list(form, { ...query, source: 'browser', handling: 'open' })).toEqual([id]);
    }
    expect(await list(form, { source: 'server' })).toEqual([other.id]);
    expect(await list(form, { source: 'server', browser: 'Firefox' })).toEqual([]);
  });

  it('is in the timeline of a response, beside its deliveries', async () => {
    const form = await newForm(secret);
    const receiver = await httpReceiver(response => response.end());
    const { url } = receiver;
    const events = ['response.created'];
    const body = { formId: form.id, url, events };
    const webhook = (await secret('createWebhook', { body })).body;
    const later = (await secret('createWebhook', { body: { ...body, events: ['event.abandon'] } })).body;
    const { id } = await submit(secret, form.id);
    await put(id, { handling: 'done', notes: 'Called back' });
    const timeline = () => secret('getResponseTimeline', { params: { id } });
    await eventually(async () => {
      const { items } = (await timeline()).body;
      expect(items.map(({ type }: Json) => type).sort()).toEqual(['changed', 'delivery', 'note', 'submitted']);
    });
    const { items, enabled, isWhole } = (await timeline()).body;
    const ofType = (type: string) => items.find((item: Json) => item.type === type);
    expect(ofType('changed').changes).toEqual({ handling: 'done' });
    expect(ofType('note').body).toBe('Called back');
    expect(ofType('delivery')).toMatchObject({
      receiver: { kind: 'webhook', id: webhook.id, name: new URL(url).host },
      event: 'response.created',
    });
    expect(ofType('delivery').attempts).toHaveLength(1);
    expect(enabled.map((receiver: Json) => receiver.id)).toEqual([later.id]);
    expect(isWhole).toBe(true);
    const { status } = await secret('getResponseTimeline', { params: { id: 'sub_a#b' } });
    expect(status).toBe(404);
    await receiver.close();
  });

  it('takes only members, and keeps one who has left, whose work nobody has then', async () => {
    const form = await newForm(secret);
    const { id } = await submit(secret, form.id);
    expectFaults(await put(id, { assigneeId: 'usr_01ARZ3NDEKTSV4RRFFQ69G5FAV' }), 'assigneeId unknown');
    expectFaults(await put(id, { handling: 'closed' }), 'handling enum');
    const leaver = await service.newUser({ role: 'editor' });
    await put(id, { assigneeId: leaver.id });
    expect(await list(form, { assignee: 'none' })).toEqual([]);
    await owner('deleteUser', { params: { userId: leaver.id } });
    expect(await list(form, { assignee: 'none' })).toEqual([id]);
    expect((await put(id, { handling: 'in_progress' })).body).toMatchObject({ assigneeId: leaver.id });
    const { body } = await put(id, { assigneeId: null });
    expect(body.assigneeId).toBeUndefined();
    const { status } = await secret('listResponses', { query: { handling: 'open' } });
    expect(status).toBe(400);
  });
});

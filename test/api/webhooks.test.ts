import { describe, expect, it } from '@jest/globals';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { contactForm, newForm } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');

const url = 'https://hooks.example.com/formline';
const content = { url, events: ['response.created'] };

async function newWebhook(body: object = {}): Promise<Json> {
  const reply = await secret('createWebhook', { body: { ...content, ...body } });
  expect(reply.status).toBe(201);
  return reply.body;
}

const remove = ({ id }: Json) => secret('deleteWebhook', { params: { id } });
const faultsOf = async (body: object) =>
  expectRefusal(await secret('createWebhook', { body }), 400, 'validation_failed').map(({ field, rule }) => [
    field,
    rule,
  ]);

describe('a webhook', () => {
  it('shows its secret in the answer that made it, and never again', async () => {
    const { secret: shown, ...record } = await newWebhook();
    expect(shown).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(record).toEqual({
      ...{ id: expect.stringMatching(/^wh_/), formId: null, ...content, active: true, environment: 'production' },
      ...{ partials: false, includeAnswers: false },
      ...{ disabledReason: null, secretLast4: shown.slice(-4) },
      ...{ createdAt: record.updatedAt, updatedAt: expect.any(String) },
    });
    const { body } = await secret('getWebhook', { params: { id: record.id } });
    expect(body).toEqual(record);
    const list = await secret('listWebhooks');
    expect(list.body.items).toContainEqual(record);
    expect(list.text).not.toContain(shown);

    const rotated = await secret('rotateWebhookSecret', { params: { id: record.id } });
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).not.toBe(shown);
    expect(rotated.body.secretLast4).toBe(rotated.body.secret.slice(-4));
    await remove(record);
  });

  itInAll('ends no new secret by requests that came at the same time', async () => {
    const { id } = await newWebhook();
    const rotate = () => secret('rotateWebhookSecret', { params: { id } });
    const replies = await Promise.all([rotate(), rotate(), rotate(), rotate(), rotate()]);
    // Who asks when the first has been answered, rotates once more.
    const rotated = replies.filter(({ status }) => status === 200);
    expect(rotated.length).toBeGreaterThanOrEqual(1);
    expect(new Set(replies.filter(reply => !rotated.includes(reply)).map(({ status }) => status))).toEqual(
      new Set([409]),
    );
    const { body } = await secret('getWebhook', { params: { id } });
    expect(rotated.map(reply => reply.body.secretLast4)).toContain(body.secretLast4);
    await remove({ id });
  });

  it('is refused with the reason where its content is wrong', async () => {
    const stranger = await newForm(service.client('secretKey', 'staging'), contactForm);
    expect(await faultsOf({ url })).toEqual([['events', 'required']]);
    expect(await faultsOf({ ...content, events: [] })).toEqual([['events', 'minItems']]);
    expect(await faultsOf({ ...content, events: ['response.created', 'nothing'] })).toEqual([['events[1]', 'enum']]);
    expect(await faultsOf({ ...content, events: ['event.view', 'event.view'] })).toEqual([['events', 'uniqueItems']]);
    expect(await faultsOf({ ...content, secret: 'seven77' })).toEqual([['secret', 'minLength']]);
    expect(await faultsOf({ ...content, secret: 'x'.repeat(257) })).toEqual([['secret', 'maxLength']]);
    expect(await faultsOf({ ...content, formId: stranger.id })).toEqual([['formId', 'unknown']]);
    for (const bad of [
      'hook',
      'ftp://example.com',
      'https://10.0.0.1/',
      'https://example.com:22/',
      'https://a@b.com/',
    ]) {
      expect(await faultsOf({ ...content, url: bad })).toEqual([['url', 'receiver']]);
    }
  });

  itInAll('is one of 20 at most', async () => {
    const client = service.client('secretKey', 'development');
    for (let count = 0; count < 20; count++) {
      expect((await client('createWebhook', { body: content })).status).toBe(201);
    }
    const reply = await client('createWebhook', { body: content });
    expect(expectRefusal(reply, 400, 'validation_failed')).toMatchObject([{ rule: 'maxWebhooks' }]);
    expect(reply.body.message).toContain('20');
    const { body } = await client('listWebhooks', { query: { limit: 7, offset: 14 } });
    expect(body).toMatchObject({ total: 20, hasMore: false });
    expect(body.items).toHaveLength(6);

    const found = await client('listWebhooks', { query: { q: content.url.toUpperCase().slice(8), limit: 7 } });
    expect(found.body).toMatchObject({ total: 7, hasMore: true });
    const query = { q: content.url, limit: 20, cursor: found.body.nextCursor };
    expect((await client('listWebhooks', { query })).body).toMatchObject({ total: 20, hasMore: false });
    const none = await client('listWebhooks', { query: { q: 'nowhere' } });
    expect(none.body).toMatchObject({ items: [], total: 0, hasMore: false });
  });

  it('gets nothing more, test or retry, once it is inactive', async () => {
    const { id } = await newWebhook();
    const test = await secret('testWebhook', { params: { id } });
    expect(test.status).toBe(202);
    const changed = await secret('updateWebhook', { params: { id }, body: { active: false } });
    expect(changed.body).toMatchObject({ active: false, disabledReason: null });
    expectRefusal(await secret('testWebhook', { params: { id } }), 409, 'conflict');
    expectRefusal(await secret('redriveWebhook', { params: { id } }), 409, 'conflict');
    const params = { id, deliveryId: test.body.id };
    expectRefusal(await secret('retryDelivery', { params }), 409, 'conflict');
    await remove({ id });
    expectRefusal(await secret('getDelivery', { params }), 404, 'not_found');
  });
});

describe('a test event', () => {
  it('is a delivery, listed with the rest', async () => {
    const { id } = await newWebhook({ events: ['event.focus', 'response.created'] });
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const test = await secret('testWebhook', { params: { id }, headers: { traceparent } });
    const { event, ...delivery } = test.body;
    expect(event).toMatchObject({ name: 'event.focus', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' });
    expect(delivery).toMatchObject({ webhookId: id, status: 'scheduled', attemptCount: 0, attempts: [] });
    const params = { id, deliveryId: delivery.id };
    expect((await secret('getDelivery', { params })).body).toMatchObject({ id: delivery.id, event });
    await eventually(async () => {
      const { body } = await secret('listDeliveries', { params: { id } });
      expect(body).toMatchObject({ total: 1, items: [{ id: delivery.id, event }] });
      expect(body.items[0]).not.toHaveProperty('attempts');
    });
    const later = await secret('listDeliveries', { params: { id }, query: { since: '2100-01-01' } });
    expect(later.body).toMatchObject({ total: 0, items: [] });
    const unordered = { since: '2026-02-01', until: '2026-01-01' };
    const refused = await secret('listDeliveries', { params: { id }, query: unordered });
    expect(expectRefusal(refused, 400, 'invalid_parameter')).toMatchObject([{ field: 'until', rule: 'minimum' }]);
    const wrong = await secret('redriveWebhook', { params: { id }, body: { from: '2026-02-30', to: '2026-01-01' } });
    expect(expectRefusal(wrong, 400, 'validation_failed')).not.toEqual([]);
    await remove({ id });
  });
});

describe('the webhooks of a form', () => {
  it('are webhooks too, and follow the form', async () => {
    const entry = { event: 'response.created', url };
    const other = { event: 'response.updated', url };
    const created = await secret('createForm', {
      body: { ...contactForm, webhooks: [{ ...entry, secret: 'my own secret' }, other] },
    });
    const { id, webhooks } = created.body;
    expect(webhooks).toEqual([
      { ...entry, secret: 'my own secret' },
      { ...other, secret: expect.stringMatching(/^whsec_/) },
    ]);
    const read = await secret('getForm', { params: { id } });
    expect(read.body.webhooks).toEqual([entry, other]);
    expect(read.headers.etag).toBe(created.headers.etag);

    const list = () => secret('listWebhooks', { query: { form_id: id, order: 'asc' } });
    const before = (await list()).body;
    expect(before).toMatchObject({ total: 2, items: [{ formId: id }, { formId: id }] });
    const first = before.items.find(({ events }: Json) => events[0] === 'response.created');
    expectRefusal(
      await secret('updateWebhook', { params: { id: first.id }, body: { url: 'https://example.com/' } }),
      409,
      'conflict',
    );

    const added = { event: 'event.view', url };
    const updated = await secret('updateForm', { params: { id }, body: { webhooks: [added, entry] } });
    expect(updated.body.webhooks).toEqual([{ ...added, secret: expect.any(String) }, entry]);
    const after = (await list()).body.items;
    expect(after.map(({ events: [event] }: Json) => event).sort()).toEqual(['event.view', 'response.created']);
    expect(after).toContainEqual(first);

    expect((await remove(first)).status).toBe(204);
    expect((await secret('getForm', { params: { id } })).body.webhooks).toEqual([added]);
    await secret('updateForm', { params: { id }, body: { webhooks: null } });
    expect((await list()).body.total).toBe(0);
    expect((await secret('getForm', { params: { id } })).body).not.toHaveProperty('webhooks');
  });

  it('are listed with those for all forms, where every webhook that fires for it is asked for', async () => {
    const create = async (properties: object) =>
      (await secret('createWebhook', { body: { url, events: ['response.created'], ...properties } })).body.id;
    const webhooks = [{ event: 'response.created', url }];
    const { body: form } = await secret('createForm', { body: { ...contactForm, webhooks } });
    const { body: other } = await secret('createForm', { body: contactForm });
    const [forAll, forThis, forOther] = [
      await create({}),
      await create({ formId: form.id }),
      await create({ formId: other.id }),
    ];
    const idsOf = async (applies: boolean) => {
      const { body } = await secret('listWebhooks', { query: { form_id: form.id, applies } });
      expect(body.total).toBe(body.items.length);
      return body.items.map(({ id }: Json) => id);
    };
    const bound = await idsOf(false);
    expect(bound).toHaveLength(2);
    expect(bound).toContain(forThis);
    const applying = await idsOf(true);
    expect(applying).toEqual(expect.arrayContaining([...bound, forAll]));
    expect(applying).not.toContain(forOther);
    expectRefusal(await secret('listWebhooks', { query: { applies: true } }), 400, 'invalid_parameter');
    for (const id of [forAll, forThis, forOther]) await secret('deleteWebhook', { params: { id } });
  });

  it('are gone with it at once', async () => {
    const webhooks = [{ event: 'response.created', url }];
    const { body: form } = await secret('createForm', { body: { ...contactForm, webhooks } });
    const { body: list } = await secret('listWebhooks', { query: { form_id: form.id } });
    const [{ id }] = list.items;
    expect((await secret('getWebhook', { params: { id } })).status).toBe(200);
    expect((await secret('deleteForm', { params: { id: form.id } })).status).toBe(204);
    expectRefusal(await secret('getWebhook', { params: { id } }), 404, 'not_found');
    expectRefusal(await secret('testWebhook', { params: { id } }), 404, 'not_found');
    expect(JSON.stringify((await secret('listWebhooks')).body)).not.toContain(id);
    expectRefusal(await secret('listWebhooks', { query: { form_id: form.id } }), 404, 'not_found');
  });

  it('are refused where a webhook would be', async () => {
    const entry = { event: 'response.created', url };
    const webhooks = [entry, entry, { event: 'response.created', url: 'https://169.254.169.254/' }];
    const reply = await secret('createForm', { body: { ...contactForm, webhooks } });
    expect(expectRefusal(reply, 400, 'validation_failed').map(({ field, rule }) => [field, rule])).toEqual([
      ['webhooks[1]', 'unique'],
      ['webhooks[2].url', 'receiver'],
    ]);
  });
});

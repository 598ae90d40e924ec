import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { httpReceiver } from '../shared/outbound/receivers.ts';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { contactForm, newForm, submit } from '../support/records/forms.ts';
import { expectFaults } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const page = service.client('publishableKey');

const receivers: Awaited<ReturnType<typeof httpReceiver>>[] = [];
afterAll(() => Promise.all(receivers.map(receiver => receiver.close())));

/** A receiver, and what it has heard of a response: the name of each event and its status, in the order of their times. */
async function receiving() {
  const receiver = await httpReceiver(response => void response.writeHead(204).end());
  receivers.push(receiver);
  const bodies = (): Json[] => receiver.requests.map(({ body }) => JSON.parse(body));
  const heard = (id: string) =>
    bodies()
      .filter(({ event }) => event.attributes.response?.id === id)
      .toSorted((one, other) => (one.event.timestamp < other.event.timestamp ? -1 : 1))
      .map(({ event }) => `${event.name} ${event.attributes.status}`);
  return { url: receiver.url, bodies, heard };
}

const events = ['response.created', 'response.updated', 'event.abandon'];
const created = 'response.created completed';

async function newWebhook(formId: string, properties: object = {}) {
  const receiver = await receiving();
  const { status, body } = await secret('createWebhook', {
    body: { url: receiver.url, formId, events, ...properties },
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return { ...receiver, webhook: body };
}

/** What the embed sends of a visit: saves while somebody fills in, and in the end all of it. */
async function visit(formId: string) {
  const headers = { 'x-session-id': randomUUID() };
  const call = { params: { formId }, headers };
  const partial = { ...call, query: { status: 'partial' } };
  const { body: saved } = await page('createSubmission', { ...partial, body: { name: 'A' } });
  await page('createSubmission', { ...partial, body: { name: 'Ada' } });
  return {
    id: String(saved.id),
    complete: () => page('createSubmission', { ...call, body: { name: 'Ada', message: 'Hello' } }),
  };
}

const marker = async (id: string) => secret('updateResponse', { params: { id }, body: { notes: 'last' } });

describe('response.created', () => {
  it('is sent once, when a response is complete; to a webhook with partials at its first save', async () => {
    const own = await receiving();
    const form = await newForm(secret, { webhooks: [{ event: 'response.created', url: own.url }] });
    const [whole, partials] = [await newWebhook(form.id), await newWebhook(form.id, { partials: true })];
    const { id, complete } = await visit(form.id);
    const atOnce = await submit(page, form.id);
    await eventually(async () =>
      expect(partials.heard(id)).toEqual(['response.created partial', 'response.updated partial']),
    );
    await eventually(async () => expect(whole.heard(atOnce.id)).toEqual([created]));
    expect([whole.heard(id), own.heard(id)]).toEqual([[], []]);

    expect((await complete()).body).toMatchObject({ id, status: 'completed' });
    await eventually(async () => {
      expect([whole.heard(id), own.heard(id), own.heard(atOnce.id)]).toEqual([[created], [created], [created]]);
      expect(partials.heard(id).at(-1)).toBe('response.updated completed');
      expect(partials.heard(atOnce.id)).toEqual([created]);
    });

    for (const status of ['partial', 'completed']) {
      await secret('updateResponse', { params: { id }, body: { status } });
    }
    await marker(id);
    await eventually(async () =>
      expect(whole.heard(id)).toEqual([
        created,
        'response.updated partial',
        'response.updated completed',
        'response.updated completed',
      ]),
    );
    expect(own.heard(id)).toEqual([created]);
  });

  it('is not sent of a response that is given up: its leaving is', async () => {
    const { id: formId } = await newForm(secret);
    const whole = await newWebhook(formId);
    const sessionId = randomUUID();
    const { body: saved } = await page('createSubmission', {
      params: { formId },
      headers: { 'x-session-id': sessionId },
      query: { status: 'partial' },
      body: { name: 'Ada' },
    });
    const left = await page('createEvents', { params: { id: formId }, body: { type: 'abandon', sessionId } });
    expect(left.status).toBe(202);
    await eventually(async () => {
      expect(whole.heard(saved.id).toSorted()).toEqual(['event.abandon undefined', 'response.updated abandoned']);
    });
  });

  it('is not sent of what is imported, and of spam once it is none', async () => {
    const { id: formId } = await newForm(secret);
    const whole = await newWebhook(formId);
    const csv = 'submittedAt,name\n2026-01-02T03:04:05Z,Grace';
    expect(await secret('importResponses', { body: { formId, csv } })).toMatchObject({ status: 200 });
    const { id, complete } = await visit(formId);
    await secret('updateResponse', { params: { id }, body: { spam: true } });
    await complete();
    const other = await submit(page, formId);
    await eventually(async () => expect(whole.heard(other.id)).toEqual([created]));
    expect(whole.bodies()).toHaveLength(1);
    await secret('updateResponse', { params: { id }, body: { spam: null } });
    await eventually(async () => expect(whole.heard(id)).toEqual([created]));
  });
});

describe('includeAnswers', () => {
  it('sends the answers by field id, but no personal, encrypted or masked ones', async () => {
    const fields = [
      ...contactForm.fields,
      { id: 'born', type: 'date', label: 'Born', pii: true },
      { id: 'salary', type: 'number', label: 'Salary' },
      { id: 'card', type: 'text', label: 'Card' },
    ];
    const policies = { salary: 'encrypted', card: 'masked' };
    const own = await receiving();
    const entry = { event: 'response.created', url: own.url, includeAnswers: true };
    const form = await newForm(secret, { fields, fieldPolicies: policies, webhooks: [entry] });
    expect(form.webhooks).toEqual([{ ...entry, secret: expect.any(String) }]);
    const [silent, telling] = [await newWebhook(form.id), await newWebhook(form.id, { includeAnswers: true })];
    const answers = { name: 'Ada', age: 36, born: '1815-12-10', salary: 7, card: '4111 1111' };
    const { id } = await submit(page, form.id, answers);
    const sent = [{ name: 'Ada', age: 36 }];
    await eventually(async () => {
      const all = [silent, telling, own].map(({ bodies }) => bodies().map(({ event }) => event.attributes.answers));
      expect(all).toEqual([[undefined], sent, sent]);
    });
    await secret('updateResponse', { params: { id }, body: { answers: { age: 37 } } });
    await eventually(async () =>
      expect(telling.bodies().map(({ event }) => event.attributes.answers)).toEqual([
        ...sent,
        { name: 'Ada', age: 37 },
      ]),
    );
  });

  it('sends nothing but ids in a test, and is kept through changes', async () => {
    const { id: formId } = await newForm(secret);
    const { webhook, bodies } = await newWebhook(formId, { includeAnswers: true, partials: true });
    const params = { id: webhook.id };
    await secret('testWebhook', { params, body: {} });
    await eventually(async () => expect(bodies().map(({ event }) => event.attributes.answers)).toEqual([{}]));
    const changed = await secret('updateWebhook', { params, body: { active: false, partials: false } });
    expect(changed.body).toMatchObject({ partials: false, includeAnswers: true, active: false });
    expect((await secret('getWebhook', { params })).body).toEqual(changed.body);
  });
});

describe('partials and includeAnswers', () => {
  it('are refused where no event has them, and are changed of an entry in its form', async () => {
    const both = { partials: true, includeAnswers: true };
    const body = { url: 'https://hooks.example.com/in', events: ['event.view'], ...both };
    expectFaults(await secret('createWebhook', { body }), 'partials events', 'includeAnswers events');
    const entry = { event: 'event.view', url: body.url, partials: true };
    const refused = await secret('createForm', { body: { ...contactForm, webhooks: [entry] } });
    expectFaults(refused, 'webhooks[0].partials events');

    const form = await newForm(secret, { webhooks: [{ event: 'response.created', url: body.url }] });
    const query = { form_id: form.id };
    const ofForm = async () => (await secret('listWebhooks', { query })).body.items;
    const [own] = await ofForm();
    expect(own).toMatchObject({ partials: false, includeAnswers: false });
    const conflict = await secret('updateWebhook', { params: { id: own.id }, body: { partials: true } });
    expect(conflict).toMatchObject({ status: 409 });
    const webhooks = [{ event: 'response.created', url: body.url, ...both }];
    const changed = await secret('updateForm', { params: { id: form.id }, body: { webhooks } });
    expect(changed.body.webhooks).toEqual(webhooks);
    expect(await ofForm()).toMatchObject([{ id: own.id, ...both }]);
  });
});

import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { startSlack } from '../support/doubles/slack.ts';
import { eventually } from '../support/eventually.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const client = service.client('secretKey');
let slack: Awaited<ReturnType<typeof startSlack>>;

beforeAll(async () => {
  slack = await startSlack();
});
afterAll(() => slack.close());
beforeEach(async () => {
  slack.messages.length = 0;
  const { body } = await client('listIntegrations', { query: { limit: 1000 } });
  for (const { id } of body.items) await client('deleteIntegration', { params: { id } });
});

async function newIntegration(properties: object = {}, by: Client = client): Promise<Json> {
  const body = { type: 'slack', config: { webhookUrl: slack.webhookUrl }, ...properties };
  const reply = await by('createIntegration', { body });
  expect({ status: reply.status, body: reply.body }).toMatchObject({ status: 201 });
  return reply.body;
}

async function endedDeliveries(id: string, status: string, count: number): Promise<Json[]> {
  return eventually(async () => {
    const { body } = await client('listIntegrationDeliveries', { params: { id }, query: { status } });
    expect({ total: body.total, listed: body.items.length }).toEqual({ total: count, listed: count });
    return body.items;
  });
}

describe('an integration with Slack', () => {
  it('brings each completed response to the channel, and shows it in its log', async () => {
    const form = await newForm(client);
    const integration = await newIntegration({ formId: form.id });
    const response = await submit(client, form.id, { name: 'Ada Lovelace', message: 'Hello' });
    const [delivery] = await endedDeliveries(integration.id, 'succeeded', 1);
    expect(slack.messages).toHaveLength(1);
    expect(JSON.stringify(slack.messages[0])).toContain('Ada Lovelace');
    expect(delivery).toMatchObject({
      integrationId: integration.id,
      event: { name: 'response.created', responseId: response.id, formId: form.id },
      attemptCount: 1,
    });
  });

  it('is tried with a made-up response, again by hand, and all that died once it is right', async () => {
    const { id } = await newIntegration({ config: { webhookUrl: `${slack.webhookUrl}-wrong` } });
    const tested = await client('testIntegration', { params: { id } });
    expect({ status: tested.status, body: tested.body }).toMatchObject({
      status: 202,
      body: { status: 'scheduled', integrationId: id },
    });
    const [dead] = await endedDeliveries(id, 'dead', 1);
    const { body } = await client('getIntegrationDelivery', { params: { id, deliveryId: dead.id } });
    expect(body.attempts.map(({ error }: Json) => error)).toEqual(Array.from({ length: 4 }, () => 'Slack: no_service'));
    expect(JSON.stringify(body)).not.toContain(slack.webhookUrl);

    const change = { config: { webhookUrl: slack.webhookUrl } };
    expect((await client('updateIntegration', { params: { id }, body: change })).status).toBe(200);
    expect((await client('redriveIntegration', { params: { id } })).body).toMatchObject({
      integrationId: id,
      status: 'accepted',
    });
    await endedDeliveries(id, 'succeeded', 1);
    expect(JSON.stringify(slack.messages)).toContain('Test of an integration');
    await client('retryIntegrationDelivery', { params: { id, deliveryId: dead.id } });
    await eventually(async () => expect(slack.messages).toHaveLength(2));
  });

  it('sends nothing while it is inactive', async () => {
    const { id } = await newIntegration({ active: false });
    for (const operation of ['testIntegration', 'redriveIntegration'] as const) {
      expectRefusal(await client(operation, { params: { id } }), 409, 'conflict');
    }
  });
});

const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});
const serviceAccount = { client_email: 'forms@project.iam.gserviceaccount.com', private_key: privateKey };
const spreadsheetId = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms';

describe('an integration', () => {
  it('never gives its credential away', async () => {
    const token = 'ntn_a_token_that_nobody_may_read_again';
    const made = [
      await newIntegration(),
      await newIntegration({ type: 'google_sheets', config: { serviceAccount, spreadsheetId } }),
      await newIntegration({ type: 'notion', config: { token, databaseId: '0'.repeat(32) } }),
    ];
    expect(made.map(({ config }) => config)).toEqual([
      { includePersonalData: false, webhookUrlLast4: 'WXYZ' },
      { includePersonalData: false, clientEmail: serviceAccount.client_email, spreadsheetId },
      { includePersonalData: false, tokenLast4: 'gain', databaseId: '0'.repeat(32) },
    ]);
    const { id } = made[2];
    const answers = [
      made,
      (await client('updateIntegration', { params: { id }, body: { config: { includePersonalData: true } } })).body,
      (await client('getIntegration', { params: { id } })).body,
      (await client('listIntegrations')).body,
    ];
    expect(answers[2]).toEqual(answers[1]);
    const text = JSON.stringify(answers);
    expect(text).not.toMatch(/PRIVATE KEY|ntn_/);
    expect(text).not.toContain(slack.webhookUrl);
  });

  it('names every fault of its config at once', async () => {
    const create = (body: object) => client('createIntegration', { body });
    expectFaults(
      await create({
        type: 'slack',
        formId: 'form_none',
        config: { webhookUrl: 'https://example.com/', token: 'x'.repeat(30) },
      }),
      'config.webhookUrl slack',
      'config.token unknown',
      'formId unknown',
    );
    expectFaults(
      await create({ type: 'google_sheets', config: { serviceAccount: {}, spreadsheetId: 'short' } }),
      'config.spreadsheetId pattern',
    );
    expectFaults(
      await create({ type: 'google_sheets', config: { serviceAccount: {} } }),
      'config.serviceAccount.client_email email',
      'config.serviceAccount.private_key privateKey',
      'config.spreadsheetId required',
    );
    expectFaults(await create({ type: 'fax', config: {} }), 'type enum');
    const { id } = await newIntegration();
    const body = { config: { databaseId: '0'.repeat(32) } };
    expectFaults(await client('updateIntegration', { params: { id }, body }), 'config.databaseId unknown');
  });

  it('stays in its environment, and counts among twenty at most', async () => {
    const body = { type: 'slack', config: { webhookUrl: slack.webhookUrl } };
    const elsewhere = await client('createIntegration', { body: { ...body, environment: 'staging' } });
    expectRefusal(elsewhere, 403, 'environment_mismatch');
    const made = await Promise.all(Array.from({ length: 24 }, () => client('createIntegration', { body })));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
    for (const reply of made.filter(({ status }) => status !== 201)) expectFaults(reply, ' maxIntegrations');
    expect((await client('listIntegrations', { query: { limit: 5 } })).body).toMatchObject({
      total: 20,
      hasMore: true,
    });
  });

  it('is listed by the form that it is for alone', async () => {
    const [form, other] = [await newForm(client), await newForm(client)];
    const { id } = await newIntegration({ formId: form.id });
    await newIntegration({ formId: other.id });
    await newIntegration();
    const { body } = await client('listIntegrations', { query: { form_id: form.id } });
    expect(body).toMatchObject({ total: 1, items: [{ id }] });
    expectRefusal(await client('listIntegrations', { query: { form_id: 'form_none' } }), 404, 'not_found');
    await client('updateIntegration', { params: { id }, body: { formId: null } });
    expect((await client('listIntegrations', { query: { form_id: form.id } })).body.total).toBe(0);
  });
});

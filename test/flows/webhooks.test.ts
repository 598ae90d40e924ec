import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Cloud } from '../../local/cloud.ts';
import { queueUrl } from '../../local/sqs/queues.ts';
import { httpReceiver } from '../shared/outbound/receivers.ts';
import { type Client, clientOf } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { type OwnCloud, startOwnCloud } from '../support/cloud/own-cloud.ts';
import { keyHeader, startedService } from '../support/cloud/service.ts';
import type { ReachableCloud } from '../support/cloud/shared-cloud.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { newForm, submit } from '../support/records/forms.ts';

type Receiver = Awaited<ReturnType<typeof httpReceiver>>;
/** What a receiver answers to its n-th request: a status, or nothing at all. */
type Answering = (n: number) => number | 'nothing';

const receivers: Receiver[] = [];
afterEach(async () => {
  await Promise.all(receivers.splice(0).map(receiver => receiver.close()));
});

async function receiving(answering: Answering = () => 200): Promise<Receiver> {
  let count = 0;
  const receiver = await httpReceiver(response => {
    count += 1;
    const answer = answering(count);
    if (answer !== 'nothing') response.writeHead(answer).end('thanks');
  });
  receivers.push(receiver);
  return receiver;
}

const secret = 'a secret of the receiver';

async function newWebhook(client: Client, url: string, properties: object = {}): Promise<Json> {
  const body = { url, events: ['response.created'], secret, ...properties };
  const reply = await client('createWebhook', { body });
  expect({ status: reply.status, body: reply.body }).toMatchObject({ status: 201 });
  return reply.body;
}

async function deliveriesOf(client: Client, webhookId: string, status?: string): Promise<Json[]> {
  const query = { limit: 1000, ...(status && { status }) };
  return (await client('listDeliveries', { params: { id: webhookId }, query })).body.items;
}

async function attemptsOf(client: Client, webhookId: string, deliveryId: string): Promise<Json[]> {
  return (await client('getDelivery', { params: { id: webhookId, deliveryId } })).body.attempts;
}

async function endedDeliveries(client: Client, webhookId: string, status: string, count: number): Promise<Json[]> {
  return eventually(async () => {
    const ended = await deliveriesOf(client, webhookId, status);
    expect(ended).toHaveLength(count);
    return ended;
  });
}

async function received(receiver: Receiver, count: number): Promise<Receiver['requests']> {
  return eventually(async () => {
    expect(receiver.requests).toHaveLength(count);
    return receiver.requests;
  });
}

describe('webhooks', () => {
  const service = startedService();
  const client = service.client('secretKey');

  it('are told of a new response and of its changes, in signed requests without its answers', async () => {
    const form = await newForm(client);
    const receiver = await receiving();
    const events = ['response.created', 'response.updated'];
    await newWebhook(client, receiver.url, { formId: form.id, events });
    const response = await submit(client, form.id, { name: 'Ada Lovelace' });
    await received(receiver, 1);
    await client('updateResponse', { params: { id: response.id }, body: { notes: ['called back'] } });
    const [created, updated] = await received(receiver, 2);

    expect(created?.headers).toMatchObject({ 'x-service-event': 'response.created', 'x-service-attempt': '1' });
    expect(updated?.headers['x-service-event']).toBe('response.updated');
    for (const { headers, body } of receiver.requests) {
      const timestamp = String(headers['x-service-timestamp']);
      const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
      expect(headers['x-service-signature']).toBe(`v1=${signature}`);
      expect(body).not.toContain('Lovelace');
    }
    const payload = JSON.parse(created?.body ?? '');
    expect(payload).toEqual({
      resource: {
        service: { name: 'formline', version: expect.any(String) },
        'service.name': 'formline',
        'service.version': payload.resource.service.version,
        form: { id: form.id },
        'form.id': form.id,
      },
      event: {
        name: 'response.created',
        timestamp: response.submittedAt,
        attributes: {
          response: { id: response.id },
          'response.id': response.id,
          form: { id: form.id },
          'form.id': form.id,
          status: 'completed',
        },
      },
      trace: { trace_id: expect.stringMatching(/^[0-9a-f]{32}$/), span_id: expect.stringMatching(/^[0-9a-f]{16}$/) },
    });
    expect(created?.headers.traceparent).toBe(`00-${payload.trace.trace_id}-${payload.trace.span_id}-01`);
  });

  it('continue the trace of the request that made the response', async () => {
    const form = await newForm(client);
    const receiver = await receiving();
    await newWebhook(client, receiver.url, { formId: form.id });
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    await submit(client, form.id, { name: 'Ada' }, { headers: { traceparent } });
    const [request] = await received(receiver, 1);
    expect(JSON.parse(request?.body ?? '').trace.trace_id).toBe(traceId);
  });

  it('are tried again until they succeed, with the same id and the same body', async () => {
    const form = await newForm(client);
    const receiver = await receiving(n => (n < 3 ? 500 : 204));
    const webhook = await newWebhook(client, receiver.url, { formId: form.id });
    await submit(client, form.id);
    const [delivery] = await endedDeliveries(client, webhook.id, 'succeeded', 1);
    const headers = receiver.requests.map(request => request.headers);
    expect(headers.map(each => each['x-service-attempt'])).toEqual(['1', '2', '3']);
    expect(new Set(headers.map(each => each['x-service-delivery']))).toEqual(new Set([delivery.id]));
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
    const attempts = await attemptsOf(client, webhook.id, delivery.id);
    expect(attempts.map(({ status }) => status)).toEqual([500, 500, 204]);
  });

  itInAll('end dead after the last attempt, and come back by the API and from the queue of dead letters', async () => {
    const form = await newForm(client);
    let back = false;
    const receiver = await receiving(() => (back ? 200 : 500));
    const webhook = await newWebhook(client, receiver.url, { formId: form.id });
    await submit(client, form.id);
    await submit(client, form.id);
    const dead = await endedDeliveries(client, webhook.id, 'dead', 2);
    back = true;

    const letters = await deadLetters(service.cloud(), new Set(dead.map(({ id }) => id)));
    await sendTo(service.cloud(), 'SlowDeliveries', letters[0]);
    const [first] = await endedDeliveries(client, webhook.id, 'succeeded', 1);
    expect(letters[0].sk).toContain(first.id.slice('dlv_'.length));

    const { status } = await client('redriveWebhook', { params: { id: webhook.id }, body: {} });
    expect(status).toBe(202);
    await endedDeliveries(client, webhook.id, 'succeeded', 2);
    const requests = receiver.requests.length;
    for (const letter of letters) await sendTo(service.cloud(), 'SlowDeliveries', letter);
    await submit(client, form.id);
    await endedDeliveries(client, webhook.id, 'succeeded', 3);
    expect(receiver.requests).toHaveLength(requests + 1);
  });

  itInAll('are disabled by a second 410, after the first wait', async () => {
    const form = await newForm(client);
    const receiver = await receiving(() => 410);
    const webhook = await newWebhook(client, receiver.url, { formId: form.id });
    await submit(client, form.id);
    await endedDeliveries(client, webhook.id, 'dead', 1);
    const { body } = await client('getWebhook', { params: { id: webhook.id } });
    expect(body).toMatchObject({ active: false, disabledReason: 'gone' });
    expect(receiver.requests.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2']);
  });

  itInAll.each(['deactivated', 'deleted'])('send nothing of what is queued once they are %s', async how => {
    const form = await newForm(client);
    const receiver = await receiving(() => 500);
    const webhook = await newWebhook(client, receiver.url, { formId: form.id });
    const witness = await receiving(n => (n < 3 ? 500 : 200));
    const watched = await newWebhook(client, witness.url, { formId: form.id });
    await submit(client, form.id);
    await received(receiver, 1);
    const params = { id: webhook.id };
    const reply = await (how === 'deleted'
      ? client('deleteWebhook', { params })
      : client('updateWebhook', { params, body: { active: false } }));
    expect(reply.status).toBeLessThan(300);
    const sent = receiver.requests.length;
    // By then the retry of the stopped one, planned at the same time, has had its turn.
    await endedDeliveries(client, watched.id, 'succeeded', 1);
    if (how === 'deactivated') await endedDeliveries(client, webhook.id, 'cancelled', 1);
    expect(receiver.requests).toHaveLength(sent);
  });

  itInAll('of a receiver that hangs hold up nobody else', async () => {
    const form = await newForm(client);
    const hanging = await receiving(() => 'nothing');
    const healthy = await receiving();
    await newWebhook(client, hanging.url, { formId: form.id });
    await newWebhook(client, healthy.url, { formId: form.id });
    const events = 40;
    for (let n = 0; n < events; n++) await submit(client, form.id);
    await received(healthy, events);
    expect(hanging.requests.length).toBeLessThan(events / 2);
  });
});

/** Takes the dead letters of these deliveries out of the queue, among those of every other webhook. */
async function deadLetters({ environment, assembly }: ReachableCloud, ids: ReadonlySet<string>): Promise<Json[]> {
  const sqs = sqsOf(environment);
  const QueueUrl = urlOf(environment, assembly, 'DeadDeliveries');
  const found = new Map<string, Json>();
  await eventually(async () => {
    const command = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 1 });
    const { Messages = [] } = await sqs.send(command);
    for (const letter of Messages.map(({ Body }) => JSON.parse(Body ?? ''))) {
      if (ids.has(`dlv_${letter.sk}`)) found.set(letter.sk, letter);
    }
    expect(found.size).toBe(ids.size);
  });
  sqs.destroy();
  return [...found.values()];
}

/** What a redrive of the queue does with a message. */
async function sendTo({ environment, assembly }: ReachableCloud, queue: string, message: object): Promise<void> {
  const sqs = sqsOf(environment);
  const QueueUrl = urlOf(environment, assembly, queue);
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
  sqs.destroy();
}

const sqsOf = (environment: Cloud['environment']) =>
  new SQSClient({
    endpoint: environment.AWS_ENDPOINT_URL_SQS,
    region: environment.AWS_REGION,
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
    },
  });

function urlOf(environment: Cloud['environment'], { queues }: ReachableCloud['assembly'], name: string): string {
  const queue = queues.find(each => new RegExp(`${name}[0-9A-F]{8}$`).test(each.name));
  return queueUrl(environment.AWS_ENDPOINT_URL_SQS ?? '', queue?.name ?? '');
}

itInAll('no delivery is lost when the service is restarted in the middle of a schedule', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'webhooks-'));
  let cloud: OwnCloud | undefined;

  async function start(): Promise<Client> {
    cloud = await startOwnCloud({ dataDir });
    const { baseUrl, credentials } = cloud;
    const headers = keyHeader('secretKey', credentials.environments.production.secretKey);
    return clientOf(() => ({ baseUrl, headers }));
  }

  try {
    let back = false;
    const receiver = await receiving(() => (back ? 200 : 500));
    const before = await start();
    const form = await newForm(before);
    const webhook = await newWebhook(before, receiver.url, { formId: form.id });
    for (let n = 0; n < 4; n++) await submit(before, form.id);
    await eventually(async () => expect(receiver.requests.length).toBeGreaterThanOrEqual(2));
    await cloud?.close();
    cloud = undefined;
    back = true;

    const after = await start();
    const deliveries = await endedDeliveries(after, webhook.id, 'succeeded', 4);
    const ids = new Set(receiver.requests.map(({ headers }) => headers['x-service-delivery']));
    expect(ids).toEqual(new Set(deliveries.map(({ id }) => id)));
  } finally {
    await cloud?.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../../client/src/index.ts';
import { httpReceiver } from '../shared/outbound/receivers.ts';
import { startedService } from '../support/cloud/service.ts';
import { compiled } from '../support/compiled.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { packedClient, runNode } from '../support/packed-client.ts';
import { contactForm, newForm, submit } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const full = service.client('secretKey');

let client: ReturnType<typeof packedClient>;
beforeAll(() => {
  client = packedClient();
});
afterAll(() => client.remove());

const options = () => ({
  cwd: client.folder,
  env: { ...process.env, ...compiled, FORMLINE_URL: service.baseUrl(), FORMLINE_SECRET_KEY: service.key('secretKey') },
});
const formline = (command: string) => runNode([client.command, ...command.split(' ')], options());

const closers: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map(close => close()));
});

/** Starts `formline listen`, and waits until it listens. */
async function listen(command: string) {
  const child: ChildProcessWithoutNullStreams = spawn(
    process.execPath,
    [client.command, 'listen', ...command.split(' '), '--json'],
    options(),
  );
  closers.push(() => child.kill('SIGKILL'));
  const lines: Record<string, unknown>[] = [];
  createInterface({ input: child.stdout }).on('line', line => lines.push(JSON.parse(line)));
  const ended = once(child, 'exit');
  await eventually(async () => expect(lines).not.toEqual([]));
  return { lines, ended, child, secret: String(lines[0]?.secret), webhookId: String(lines[0]?.webhookId) };
}

async function receiver(...statuses: number[]) {
  const received = await httpReceiver(response => {
    response.writeHead(statuses[received.requests.length - 1] ?? 204).end();
  });
  closers.push(received.close);
  return received;
}

const webhooks = async () => (await full('listWebhooks')).body.items;

describe('formline listen', () => {
  it('forwards events with answers, signed as the service signs them, and deletes its webhook at the end', async () => {
    const form = await newForm(full, contactForm);
    const { url, requests } = await receiver();
    const { ended, secret } = await listen(`--forward ${url} --form ${form.id} --answers --count 2`);
    const [webhook] = await webhooks();
    expect(webhook).toMatchObject({ url: expect.stringMatching(/^listen:.+@.+-127\.0\.0\.1-\d+-hook$/), active: true });
    const { id } = await submit(service.client('publishableKey'), form.id);
    await full('updateResponse', { params: { id }, body: { notes: 'Called back.' } });
    expect(await ended).toEqual([0, null]);
    expect(requests.map(({ headers }) => headers['x-service-event'])).toEqual(['response.created', 'response.updated']);
    for (const { headers, body } of requests) {
      expect(await verifyWebhook({ secret, headers, body })).toBe(true);
      expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
      expect(headers).toMatchObject({
        'x-service-delivery': headers['webhook-id'],
        'x-service-attempt': '1',
        traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
      });
      const { event } = JSON.parse(body);
      expect(event.attributes).toMatchObject({ response: { id }, answers: { name: expect.any(String) } });
    }
    expect(await webhooks()).toEqual([]);
  });

  itInAll('gets what is triggered, tries again what fails, and stops at Ctrl-C', async () => {
    const { url, requests } = await receiver(500, 204);
    const { child, ended, lines } = await listen(`--forward ${url} --secret a-secret-of-the-receiver`);
    expect((await formline('trigger event.view')).stdout).toMatch(/^Sent event\.view to wh_\w+: dlv_/);
    await eventually(async () => expect(requests).toHaveLength(2));
    const [first, second] = requests;
    expect(first?.body).toBe(second?.body);
    expect(requests.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2']);
    const sent = { secret: 'a-secret-of-the-receiver', headers: second?.headers ?? {}, body: second?.body ?? '' };
    expect(await verifyWebhook(sent)).toBe(true);
    await eventually(async () => expect(lines).toHaveLength(3));
    expect(lines.slice(1)).toMatchObject([
      { event: { name: 'event.view' }, attempt: 1, status: 500, succeeded: false },
      { event: { name: 'event.view' }, attempt: 2, status: 204, succeeded: true },
    ]);
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(await webhooks()).toEqual([]);
    expect(await formline('trigger event.view')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nobody listens'),
    });
  });

  itInAll('replaces the webhook of a run that was killed', async () => {
    const { url } = await receiver();
    const killed = await listen(`--forward ${url}`);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const { webhookId } = await listen(`--forward ${url}`);
    expect((await webhooks()).map(({ id }: { id: string }) => id)).toEqual([webhookId]);
    await full('deleteWebhook', { params: { id: webhookId } });
  });

  itInAll('prints each attempt on a line of its own', async () => {
    const { url } = await receiver();
    const listening = formline(`listen --forward ${url} --count 1`);
    await eventually(async () => expect((await formline('trigger response.created')).code).toBe(0));
    const { stdout, stderr } = await listening;
    expect(stdout).toMatch(
      /^Forwarding response\.created, response\.updated of default to http.*\nThe receiver's secret: whsec_.+\n.+ {2}response\.created {2}dlv_\w+ {2}sub_\w+ {2}204 in \d+ ms\n$/,
    );
    expect(stderr).toBe('Waiting for events. Ctrl-C stops.\n');
  });

  it.each([['listen'], ['listen --forward localhost:4000'], ['trigger']])('refuses %s', async command => {
    expect((await formline(command)).code).toBe(2);
  });
});

describe('a listening webhook', () => {
  const body = { url: 'listen:ada@laptop', events: ['response.created'] };

  it('is no receiver that an update or a form names', async () => {
    const webhook = { url: 'https://hooks.example.com/', events: ['response.created'] };
    const { body: created } = await full('createWebhook', { body: webhook });
    const params = { id: created.id };
    expectRefusal(await full('updateWebhook', { params, body: { url: body.url } }), 400, 'validation_failed');
    const form = { ...contactForm, webhooks: [{ event: 'response.created', url: body.url }] };
    expectRefusal(await full('createForm', { body: form }), 400, 'validation_failed');
    for (const url of ['listen:', 'listen:a b', 'listen://example.com']) {
      expectRefusal(await full('createWebhook', { body: { ...body, url } }), 400, 'validation_failed');
    }
    await full('deleteWebhook', { params });
  });

  it('shows the payload of a delivery without personal data, and never its secret', async () => {
    const form = await newForm(full, { ...contactForm, fieldPolicies: { email: 'masked' } });
    const { body: webhook } = await full('createWebhook', {
      body: { ...body, formId: form.id, includeAnswers: true },
    });
    const { id } = await submit(full, form.id, { name: 'Ada', email: 'ada@example.com' });
    const params = { id: webhook.id };
    const [listed] = await eventually(async () => {
      const { items } = (await full('listDeliveries', { params })).body;
      expect(items).toMatchObject([{ status: 'succeeded', attemptCount: 1 }]);
      return items;
    });
    const delivery = await full('getDelivery', { params: { ...params, deliveryId: listed.id } });
    expect(delivery.text).not.toContain(webhook.secret);
    expect(JSON.parse(delivery.body.payload)).toMatchObject({ resource: { service: { name: 'formline' } } });
    expect(JSON.parse(delivery.body.payload).event.attributes).toMatchObject({ response: { id } });
    expect(JSON.parse(delivery.body.payload).event.attributes.answers).toEqual({ name: 'Ada' });
    await full('deleteWebhook', { params });
  });
});

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Access, ask, bearer, call, isTime, until } from './access.ts';

const secret = 'a secret between the two of us';

/** A receiver of webhooks: it checks signature and time, and knows a response by its paths. */
export async function webhookReceiver({ baseUrl, environments: { production } }: Access): Promise<void> {
  const received: ReceivedRequests = [];
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await text(request) });
    response.writeHead(200).end();
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  try {
    await receive(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, { baseUrl, production });
  } finally {
    server.close();
  }
}

type ReceivedRequests = { path: string; headers: IncomingHttpHeaders; body: string }[];
type Service = { baseUrl: string; production: Access['environments']['production'] };

async function receive(url: string, received: ReceivedRequests, { baseUrl, production }: Service): Promise<void> {
  const headers = bearer(production.secretKey);
  const form = await call(`${baseUrl}/forms`, 'POST', {
    headers,
    body: {
      ...{ title: 'Order', status: 'live', environment: 'production' },
      fields: [{ id: 'name', type: 'text', label: 'Name', required: true }],
    },
  });
  const events = ['response.created', 'response.updated'];
  const body = { formId: form.id, url, secret, events, active: true };
  const webhook = await call(`${baseUrl}/webhooks`, 'POST', { headers, body });
  const submissions = `${baseUrl}/v1/forms/${form.id}/submissions`;
  const submission = await call(submissions, 'POST', { headers, body: { name: 'Ada' } });
  const find = (name: string, id: string) =>
    until(`${name} of ${id}`, () =>
      received.find(({ body: sent }) => {
        const { event } = JSON.parse(sent);
        return event.name === name && event.attributes.response.id === id;
      }),
    );
  const created = await find('response.created', submission.id);
  checkSignature(created);
  const { resource, event, trace } = JSON.parse(created.body);
  assert.ok(resource.service.name && resource.service.version && trace.trace_id && trace.span_id);
  assert.ok(isTime(event.timestamp));
  assert.deepEqual([resource.form.id, event.attributes.form.id], [form.id, form.id]);
  assert.equal(event.attributes.status, 'completed');

  const listed = await call(`${baseUrl}/webhooks?form_id=${form.id}`, 'GET', { headers });
  assert.ok(JSON.stringify(listed).includes(webhook.id));
  await call(`${baseUrl}/responses/${submission.id}`, 'PUT', { headers, body: { notes: 'Called back' } });
  checkSignature(await find('response.updated', submission.id));

  await call(`${baseUrl}/webhooks/${webhook.id}`, 'PUT', { headers, body: { events: ['response.created'] } });
  assert.equal((await ask(`${baseUrl}/webhooks/${webhook.id}`, 'DELETE', { headers })).status, 204);
  const late = await call(submissions, 'POST', { headers, body: { name: 'Late' } });
  const other = { ...body, url: `${url}/other` };
  await call(`${baseUrl}/webhooks`, 'POST', { headers, body: other });
  const last = await call(submissions, 'POST', { headers, body: { name: 'Last' } });
  await find('response.created', last.id);
  const isLate = ({ path, body: sent }: ReceivedRequests[number]) => path === '/hook' && sent.includes(late.id);
  assert.ok(!received.some(isLate), 'Nothing is sent to the url after the deletion');
}

function checkSignature({ headers, body }: ReceivedRequests[number]): void {
  const [signature, timestamp] = [String(headers['x-service-signature']), String(headers['x-service-timestamp'])];
  const sentAt = /^\d+$/.test(timestamp)
    ? Number(timestamp) * (timestamp.length > 11 ? 1 : 1000)
    : Date.parse(timestamp);
  assert.ok(Math.abs(Date.now() - sentAt) < 5 * 60_000, `The time is of now: ${timestamp}`);
  const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  assert.ok(signature.includes(expected), 'The signature is HMAC-SHA256 of time and body, with the secret');
}

import type { ServerResponse } from 'node:http';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { callService, ServiceRefusal, type ServiceRequest, textAt } from '../../../shared/outbound/call-service.ts';
import { httpReceiver } from './receivers.ts';

beforeAll(() => void Object.assign(process.env, { SERVICE_VERSION: '1.2.3', WEBHOOK_ALLOW_LOOPBACK: 'true' }));

let receiver: Awaited<ReturnType<typeof httpReceiver>>;
afterEach(() => receiver.close());

async function call(
  answer: (response: ServerResponse) => void,
  { deadlineMs = 20_000, ...changes }: Partial<ServiceRequest> & { deadlineMs?: number } = {},
) {
  receiver = await httpReceiver(answer);
  const request: ServiceRequest = {
    service: 'The service',
    method: 'POST',
    url: receiver.url,
    headers: { authorization: 'Bearer secret' },
    body: { a: 1 },
    explain: body => textAt(body, 'error', 'message'),
    ...changes,
  };
  return callService(request, { deadlineMs });
}

const refusalOf = (...args: Parameters<typeof call>): Promise<ServiceRefusal> =>
  call(...args).then(
    () => Promise.reject(new Error('It was no refusal')),
    error => (error instanceof ServiceRefusal ? error : Promise.reject(error)),
  );

describe('a request to a service', () => {
  it('sends JSON, and gives the JSON of the answer', async () => {
    const { status, json } = await call(response => response.writeHead(201).end('{"ok":true}'));
    expect({ status, json }).toEqual({ status: 201, json: { ok: true } });
    expect(receiver.requests[0]).toMatchObject({ method: 'POST', body: '{"a":1}' });
    expect(receiver.requests[0]?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': '7',
      'user-agent': 'formline/1.2.3',
    });
  });

  it('has no body where there is none to send', async () => {
    await call(response => response.end('{}'), { method: 'GET', body: undefined });
    expect(receiver.requests[0]).toMatchObject({ method: 'GET', body: '' });
    expect(receiver.requests[0]?.headers).not.toHaveProperty('content-length');
  });

  it('waits for the whole of an answer, as far as that is wanted', async () => {
    const text = JSON.stringify('x'.repeat(200_000));
    const slowly = (response: ServerResponse) => {
      response.write(text.slice(0, 100_000));
      setTimeout(() => response.end(text.slice(100_000)), 1500);
    };
    expect((await call(slowly, { responseBytesMax: 300_000 })).json).toHaveLength(200_000);
    await receiver.close();
    expect((await call(response => response.end(text), { responseBytesMax: 100_000 })).json).toBeUndefined();
  });

  it('says what was refused in the words of the service, or at least its status', async () => {
    const said = await refusalOf(response => response.writeHead(403).end('{"error":{"message":"Not shared"}}'));
    expect(said).toMatchObject({ message: 'Not shared', status: 403, isFinal: true });
    await receiver.close();
    const html = await refusalOf(response => response.writeHead(502).end('<h1>Bad gateway</h1>'));
    expect(html).toMatchObject({ message: 'The service answered 502', status: 502, isFinal: false });
  });

  it('quotes nothing of what it sent', async () => {
    const body = JSON.stringify({ error: { message: 'Invalid value at data, "ada@example.com"' } });
    const { message } = await refusalOf(response => response.writeHead(400).end(body));
    expect(message).toBe('Invalid value at data,');
  });

  it('follows no redirect', async () => {
    const refusal = await refusalOf(response => response.writeHead(302, { location: '/elsewhere' }).end());
    expect(refusal).toMatchObject({ message: 'The service answered 302', isFinal: false });
    expect(receiver.requests).toHaveLength(1);
  });

  it.each([408, 409, 425, 429, 500, 503, 529])(
    'may be answered otherwise after a %i, at the time that it names',
    async status => {
      const refusal = await refusalOf(response => response.writeHead(status, { 'retry-after': '7' }).end());
      expect(refusal).toMatchObject({ isFinal: false, retryAfter: '7' });
    },
  );

  it('ends with the time of its attempt', async () => {
    const hanging = await refusalOf(() => {}, { deadlineMs: 100 });
    expect(hanging).toMatchObject({ message: 'The service could not be reached: timeout', timedOut: true });
    await receiver.close();
    const late = await refusalOf(response => response.end(), { deadlineMs: 0 });
    expect(late).toMatchObject({ message: 'The service took too long: timeout', timedOut: true });
    expect(receiver.requests).toEqual([]);
  });

  it('is made to no address of a private network', async () => {
    const refusal = await refusalOf(response => response.end(), { url: 'https://169.254.169.254/latest' });
    expect(refusal.message).toBe('The service could not be reached: address_refused');
  });
});

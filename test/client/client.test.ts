import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ConnectionError, Formline, FormlineError, submit, verifyWebhook } from '../../client/src/index.ts';
import { waitBefore } from '../../client/src/retries.ts';
import vectors from '../shared/domain/receivers/webhook-signature.vectors.json' with { type: 'json' };

type StubReply = { status: number; body?: object; headers?: Record<string, string> } | 'broken';

/** A server that gives these answers one after the other, the last one for ever, and remembers what it was asked. */
async function serverOf(...answers: StubReply[]) {
  const asked: { method: string; url: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    const answer = answers[Math.min(asked.length, answers.length) - 1] ?? 'broken';
    if (answer === 'broken') return void request.socket.destroy();
    const { status, body, headers } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body && JSON.stringify(body));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  closers.push(() => new Promise(resolve => server.close(() => resolve())));
  return { asked, formline: new Formline({ baseUrl: `http://127.0.0.1:${port}/stage/`, secretKey: 'sk_test_x' }) };
}

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map(close => close()));
});

const refusal = (status: number, headers?: Record<string, string>): StubReply => ({
  status,
  headers,
  body: { error: 'E', message: 'No.', code: 'not_found', requestId: 'r1', details: [] },
});
const ok: StubReply = { status: 200, body: { id: 'form_1' } };
const busy = refusal(503, { 'retry-after': '0' });
const limited = refusal(429, { 'retry-after': '0' });
const getForm = (formline: Formline) => formline.call('getForm', { params: { id: 'form_1' } });
const createForm = (formline: Formline) => formline.call('createForm', { body: { title: 'A', fields: [] } });
const deleteForm = (formline: Formline) => formline.call('deleteForm', { params: { id: 'form_1' } });
const noted = { params: { id: 'sub_1' }, body: { notes: 'Called back.' } };

describe('a request that may be carried out twice', () => {
  it.each([
    ['when there was no answer', 'broken' as const],
    ['when the service is busy', busy],
    ['when the service failed', refusal(500)],
    ['when another request of its key was being stored', refusal(409, { 'retry-after': '0' })],
    ['when there were too many', limited],
  ])('is sent again %s', async (_when, answer) => {
    const { formline, asked } = await serverOf(answer, answer, ok);
    expect(await getForm(formline)).toEqual({ id: 'form_1' });
    expect(asked.map(({ url }) => url)).toEqual(Array(3).fill('/stage/forms/form_1'));
  });

  it('is a submission, whose key stays the same', async () => {
    const { formline, asked } = await serverOf('broken', busy, ok);
    await submit(formline, 'form_1', { name: 'Ada' });
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0], keys[0]]);
  });

  it('is a note that names its version', async () => {
    const { formline, asked } = await serverOf('broken', ok);
    await formline.call('updateResponse', { ...noted, headers: { 'if-match': '"v"' } });
    expect(asked.length).toBe(2);
  });

  it('is done when it is a deletion that has been carried out', async () => {
    const { formline } = await serverOf('broken', refusal(404));
    await expect(deleteForm(formline)).resolves.toBeUndefined();
    const { formline: other } = await serverOf(refusal(404));
    await expect(deleteForm(other)).rejects.toMatchObject({ status: 404 });
  });

  it('ends after so many attempts, with what went wrong last', async () => {
    const { formline, asked } = await serverOf(busy);
    await expect(getForm(formline)).rejects.toMatchObject({ status: 503, requestId: 'r1' });
    expect(asked.length).toBe(5);
  });
});

describe('a request that may not', () => {
  it.each([
    ['a new record', createForm],
    ['a note', (formline: Formline) => formline.call('updateResponse', noted)],
  ])('is sent once: %s', async (_what, send) => {
    const { formline, asked } = await serverOf('broken', ok);
    await expect(send(formline)).rejects.toBeInstanceOf(ConnectionError);
    expect(asked.length).toBe(1);
    const { formline: other, asked: askedOther } = await serverOf(busy, ok);
    await expect(send(other)).rejects.toBeInstanceOf(FormlineError);
    expect(askedOther.length).toBe(1);
  });

  it('is sent again when it was one too many: it was not carried out', async () => {
    const { formline, asked } = await serverOf(limited, ok);
    await createForm(formline);
    expect(asked.length).toBe(2);
  });

  it.each([400, 401, 403, 404, 409, 412])('has got its answer with %i', async status => {
    const { formline, asked } = await serverOf(refusal(status), ok);
    await expect(getForm(formline)).rejects.toMatchObject({ status, message: 'No.', code: 'not_found' });
    expect(asked.length).toBe(1);
  });
});

it('does not wait for a quarter of an hour by itself', async () => {
  const { formline } = await serverOf(refusal(429, { 'retry-after': '900' }), ok);
  await expect(getForm(formline)).rejects.toMatchObject({ status: 429, retryAfter: 900 });
});

it('ends when its caller does, while it waits too', async () => {
  const { formline } = await serverOf(refusal(429, { 'retry-after': '30' }));
  const signal = AbortSignal.timeout(50);
  await expect(formline.call('getForm', { params: { id: 'a' } }, { signal })).rejects.toThrow('timeout');
});

it('asks for no list where an id is missing', async () => {
  const { formline, asked } = await serverOf(ok);
  await expect(formline.call('getForm', { params: { id: '' } })).rejects.toThrow('params.id is missing');
  await formline.call('getForm', { params: { id: '../webhooks' } });
  expect(asked.map(({ url }) => url)).toEqual(['/stage/forms/..%2Fwebhooks']);
});

it('leaves out what is not there, and names what is inside', async () => {
  const { formline, asked } = await serverOf(ok);
  await formline.call('listResponses', { query: { form_id: 'form_1', status: undefined, answers: { 'a b': '1&2' } } });
  expect(asked.map(({ url }) => url)).toEqual(['/stage/responses?form_id=form_1&answers%5Ba+b%5D=1%262']);
});

describe('a webhook', () => {
  const requests = vectors.flatMap(({ secrets, headers, timestamp, body }) =>
    secrets.map(secret => ({ secret, headers, body, now: timestamp })),
  );

  it('is genuine with each of its secrets, however its headers and body come', async () => {
    expect(requests.length).toBeGreaterThan(vectors.length);
    for (const request of requests) {
      expect(await verifyWebhook(request)).toBe(true);
      const headers = new Headers(request.headers);
      expect(await verifyWebhook({ ...request, headers, body: new TextEncoder().encode(request.body) })).toBe(true);
    }
  });

  it('is forged where a byte, the secret, a header or the time is another', async () => {
    for (const request of requests) {
      const { headers, body, secret, now } = request;
      const forged = [
        { ...request, body: `${body} ` },
        { ...request, secret: `${secret}x` },
        { ...request, now: now + 301 },
        { ...request, now: now - 301 },
        { ...request, headers: { ...headers, 'x-service-timestamp': String(now + 1) } },
        { ...request, headers: { ...headers, 'x-service-timestamp': `${now}.0` } },
        { ...request, headers: { ...headers, 'x-service-signature': '' } },
        { ...request, headers: { ...headers, 'x-service-signature': 'v1=00' } },
        { ...request, headers: {} },
      ];
      expect(await Promise.all(forged.map(verifyWebhook))).toEqual(forged.map(() => false));
    }
  });
});

it('waits as long as the service asks for, and at random up to twice as much more each time', () => {
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  const asked = new FormlineError(503, { message: 'Busy.' } as never, 2);
  const waits = [0, 1, 2, 9].map(number => waitBefore(asked, { repeatable: true, number }));
  expect(waits).toEqual([2125, 2250, 2500, 6000]);
  jest.restoreAllMocks();
});

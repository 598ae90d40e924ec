import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { callReceiver } from '../../../shared/outbound/call-receiver.ts';
import { itInAll } from '../../support/in-all.ts';
import { drip, flood, httpReceiver, listening, post, type Receiver, rawReceiver } from './receivers.ts';

/** Until a receiver that keeps silent has failed. */
const shortMs = 300;

const open: Receiver[] = [];
const opened = <T extends Receiver>(receiver: T): T => {
  open.push(receiver);
  return receiver;
};

afterEach(async () => {
  for (const receiver of open.splice(0)) await receiver.close();
});

const answering = async (...args: Parameters<typeof httpReceiver>) => opened(await httpReceiver(...args));
const rawAnswering = async (...args: Parameters<typeof rawReceiver>) => opened(await rawReceiver(...args));

describe('an attempt at delivery', () => {
  it('posts the body and the headers as they are, over a connection of its own', async () => {
    const receiver = await answering(response => response.end('thanks'));
    const url = `${receiver.url}/a%20b?c=d#e`;
    const body = '{"title":"Größe 😀"}';
    expect(await callReceiver(post(url, { body }))).toEqual({
      status: 200,
      latencyMs: expect.any(Number),
      bodyStart: 'thanks',
    });
    await callReceiver(post(url, { body: Buffer.from(body) }));
    const headers = expect.objectContaining({
      'content-type': 'application/json',
      'x-service-event': 'response.created',
      'content-length': String(Buffer.byteLength(body)),
      'accept-encoding': 'identity',
      host: `127.0.0.1:${receiver.port}`,
    });
    const expected = { method: 'POST', url: '/hook/a%20b?c=d', headers, body };
    expect(receiver.requests).toEqual([expected, expected]);
    expect(receiver.sockets).toHaveLength(2);
  });

  it.each([200, 201, 202, 204, 299, 400, 404, 410, 500, 503, 599])('reports status %d as it is', async status => {
    const receiver = await answering(response => response.writeHead(status).end());
    expect(await callReceiver(post(receiver.url))).toEqual({ status, latencyMs: expect.any(Number), bodyStart: '' });
  });

  it('keeps the first KiB of the answer, without the half of a character', async () => {
    const receiver = await answering(response => response.writeHead(500).end(`x${'é'.repeat(40_000)}`));
    const { bodyStart } = await callReceiver(post(receiver.url));
    expect(bodyStart).toBe(`x${'é'.repeat(511)}`);
  });

  it.each(['429', '503'])('keeps what Retry-After said with %s', async status => {
    const receiver = await answering(response =>
      response.writeHead(Number(status), { 'retry-after': ' soon-ish ' }).end(),
    );
    expect(await callReceiver(post(receiver.url))).toMatchObject({ status: Number(status), retryAfter: 'soon-ish' });
  });

  it.each([300, 301, 302, 303, 307, 308])(
    'does not follow a redirect with %d, and keeps where it led',
    async status => {
      const target = await answering(response => response.end());
      const receiver = await answering(response => response.writeHead(status, { location: target.url }).end());
      expect(await callReceiver(post(receiver.url))).toMatchObject({ status, location: target.url });
      expect(target.sockets).toHaveLength(0);
    },
  );

  it('keeps 1,024 characters of a location at most, and none that comes without a redirect', async () => {
    const long = await answering(response => response.writeHead(302, { location: `/${'a'.repeat(10_000)}` }).end());
    expect((await callReceiver(post(long.url))).location).toHaveLength(1024);
    const created = await answering(response => response.writeHead(201, { location: '/a' }).end());
    expect(await callReceiver(post(created.url))).not.toHaveProperty('location');
  });

  it('rejects when the request itself cannot be made', async () => {
    const receiver = await answering(response => response.end());
    await expect(callReceiver(post(receiver.url, { headers: { 'x-bad': 'a\r\nb' } }))).rejects.toThrow('x-bad');
  });
});

describe('a receiver that answers 2xx has succeeded', () => {
  const head = 'HTTP/1.1 200 OK\r\n';

  it.each<[string, Parameters<typeof rawReceiver>[0], string]>([
    ['never sends its body', socket => socket.write(`${head}content-length: 5\r\n\r\n`), ''],
    ['drips its body', socket => drip(socket.setNoDelay(), `${head}\r\n`), ''],
    ['floods its body', socket => flood(socket, `${head}\r\n${'a'.repeat(65_536)}`), 'a'],
    ['sends less than it said', socket => socket.end(`${head}content-length: 500\r\n\r\nabc`), 'abc'],
    ['sends more than it said', socket => socket.end(`${head}content-length: 1\r\n\r\nabc`), 'a'],
    ['breaks its chunks', socket => socket.end(`${head}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\nzz`), 'abc'],
    [
      'resets the connection in its body',
      socket =>
        socket.write(`${head}content-length: 500\r\n\r\nabc`, () => setTimeout(() => socket.resetAndDestroy(), 50)),
      'abc',
    ],
  ])('even when it %s', async (_, answer, start) => {
    const receiver = await rawAnswering(answer);
    const result = await callReceiver(post(receiver.url));
    expect(result).toMatchObject({ status: 200 });
    expect(result).not.toHaveProperty('error');
    expect(result.bodyStart.startsWith(start)).toBe(true);
    expect(Buffer.byteLength(result.bodyStart)).toBeLessThanOrEqual(1024);
  });
});

describe('a receiver that misbehaves has failed', () => {
  it.each<[string, Parameters<typeof rawReceiver>[0], string]>([
    ['keeps silent', () => {}, 'timeout'],
    ['drips its headers', socket => drip(socket, 'HTTP/1.1 200 OK\r\nx: '), 'timeout'],
    ['says 100 Continue forever', socket => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)), 'timeout'],
    [
      'floods its headers',
      socket => flood(socket.setNoDelay(), `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(10_000)}`),
      'headers_too_large',
    ],
    [
      'has one endless header',
      socket => flood(socket, `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(65_536)}`),
      'headers_too_large',
    ],
    ['closes without an answer', socket => socket.end(), 'connection_reset'],
    ['resets the connection', socket => socket.resetAndDestroy(), 'connection_reset'],
    ['does not speak HTTP', socket => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), 'bad_response'],
    [
      'gives its length twice',
      socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
      'bad_response',
    ],
    [
      'gives a length that is none',
      socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n'),
      'bad_response',
    ],
    [
      'gives a length and chunks',
      socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
      'bad_response',
    ],
    [
      'switches to another protocol',
      socket => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
      'bad_response',
    ],
  ])('when it %s', async (_, answer, error) => {
    const receiver = await rawAnswering(answer);
    const deadlineMs = error === 'timeout' ? shortMs : 600_000;
    const result = await callReceiver(post(receiver.url, { deadlineMs }));
    expect(result).toEqual({ error, latencyMs: expect.any(Number), bodyStart: '' });
  });

  it('when nobody listens', async () => {
    const { url, close } = await answering(() => {});
    await close();
    expect(await callReceiver(post(url))).toMatchObject({ error: 'connection_refused' });
  });

  it.each<[string, Parameters<typeof rawReceiver>[0]]>([
    ['never ends its body', socket => socket.write('HTTP/1.1 500 Oops\r\ncontent-length: 500\r\n\r\nabc')],
    ['drips its body', socket => drip(socket, 'HTTP/1.1 500 Oops\r\n\r\nabc')],
  ])('within the deadline, with its status, when it fails and %s', async (_, answer) => {
    const receiver = await rawAnswering(answer);
    const result = await callReceiver(post(receiver.url, { deadlineMs: shortMs }));
    expect(result).toMatchObject({ status: 500, bodyStart: expect.stringMatching(/^(abc|$)/) });
  });

  it('when it never reads the request', async () => {
    const { url } = opened(await listening(createTcpServer(socket => void socket.pause())));
    const body = Buffer.alloc(16 * 1024 * 1024);
    expect(await callReceiver(post(url, { body, deadlineMs: shortMs }))).toMatchObject({ error: 'timeout' });
  });

  it('and is sent no more of the request, when it answers without reading it', async () => {
    const answer = 'HTTP/1.1 413 Content Too Large\r\ncontent-length: 0\r\n\r\n';
    const receiver = await rawAnswering(socket => socket.pause().write(answer));
    const body = Buffer.alloc(16 * 1024 * 1024);
    expect(await callReceiver(post(receiver.url, { body }))).toMatchObject({ status: 413 });
    const [socket] = receiver.sockets;
    if (socket === undefined) throw new Error('The receiver was not called');
    const closed = once(socket, 'close').catch(() => {});
    socket.resume();
    await closed;
    expect(socket.bytesRead).toBeLessThan(body.length);
  });

  it('and its connection is closed', async () => {
    const receiver = await rawAnswering(() => {});
    await callReceiver(post(receiver.url, { deadlineMs: shortMs }));
    const [socket] = receiver.sockets;
    await new Promise(resolve => (socket?.destroyed ? resolve(undefined) : socket?.once('close', resolve)));
    expect(receiver.sockets).toHaveLength(1);
  });
});

describe('memory', () => {
  /** The most bytes, of the heap and of buffers, that work held at a time beyond what was held before. */
  async function peakOf(work: () => Promise<unknown>): Promise<number> {
    const held = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    const before = held();
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, held() - before);
    }, 2);
    await work();
    clearInterval(timer);
    return Math.max(peak, held() - before);
  }

  it('is bounded however much twenty receivers send at once', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'a');
    const receiver = await rawAnswering(socket => {
      socket.write('HTTP/1.1 500 Oops\r\n\r\n');
      flood(socket, chunk);
    });
    const posts = () => Promise.all(Array.from({ length: 20 }, () => callReceiver(post(receiver.url))));
    const bytes = await peakOf(async () => {
      for (const { status, bodyStart } of await posts()) expect([status, bodyStart.length]).toEqual([500, 1024]);
    });
    expect(bytes).toBeLessThan(32 * 1024 * 1024);
  });

  itInAll('is not spent on unpacking an answer', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    const receiver = await answering(response => response.writeHead(500, { 'content-encoding': 'gzip' }).end(bomb));
    const bytes = await peakOf(() => callReceiver(post(receiver.url)));
    expect(bytes).toBeLessThan(10 * 1024 * 1024);
    expect(receiver.requests[0]?.headers['accept-encoding']).toBe('identity');
  });
});

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { credentials } from './service.ts';

/** What happens to a submission: it gets no answer, or this one. `lost`: it arrives, and its answer does not. */
type Failure = 'hangs' | 'lost' | { readonly status: number; readonly retryAfter: number };

/** The service as a visitor has it on a bad day. */
export type BrokenService = {
  /** The address for `api`. */
  readonly url: string;
  /** The Idempotency-Key of each submission that was tried. */
  readonly keys: (string | undefined)[];
  readonly close: () => Promise<void>;
};

const readable = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' };

/** Sends a request to the service, and its answer back, unless that is lost. */
async function forward(request: IncomingMessage, response: ServerResponse, isLost: boolean): Promise<void> {
  const { method = 'GET', url, headers } = request;
  const { host: _, connection: __, 'content-length': ___, ...kept } = headers;
  const sent = { method, headers: kept as Record<string, string> };
  const body = new Uint8Array(await buffer(request));
  const reply = await fetch(credentials().baseUrl + url, body.length > 0 ? { ...sent, body } : sent);
  const text = await reply.text();
  if (isLost) return void response.destroy();
  const { 'content-encoding': ____, 'content-length': _____, ...own } = Object.fromEntries(reply.headers);
  response.writeHead(reply.status, own).end(text);
}

/** @param failures of the first submissions, in order: those that follow reach the service */
export async function breakService(failures: readonly Failure[]): Promise<BrokenService> {
  const keys: BrokenService['keys'] = [];
  const server = createServer((request, response) => {
    const isTried = request.method === 'POST' && /\/submissions$/.test(request.url ?? '');
    const failure = isTried ? failures[keys.length] : undefined;
    if (isTried) keys.push(request.headers['idempotency-key']?.toString());
    if (failure === 'hangs') return;
    if (typeof failure === 'object') {
      const headers = { ...readable, 'content-type': 'application/json', 'retry-after': `${failure.retryAfter}` };
      response.writeHead(failure.status, headers).end('{}');
    } else forward(request, response, failure === 'lost').catch(() => response.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

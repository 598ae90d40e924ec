import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What takes webhooks, as somebody's own system would. */
export type Receiver = {
  readonly url: string;
  /** What it answers from now on. */
  answers: { status: number; body: string };
  readonly close: () => void;
};

export async function startReceiver(status: number, body = ''): Promise<Receiver> {
  const receiver = { answers: { status, body } };
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(receiver.answers.status).end(receiver.answers.body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/formline`;
  return Object.assign(receiver, { url, close: () => server.close() });
}

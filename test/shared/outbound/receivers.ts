import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { ReceiverCall } from '../../../shared/outbound/call-receiver.ts';

/** A receiver on loopback, and what it has seen. */
export type Receiver = {
  readonly port: number;
  readonly url: string;
  readonly sockets: readonly Socket[];
  close(): Promise<void>;
};

export async function listening(server: Server): Promise<Receiver> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    // The sender ends connections as it likes; that is what is tested.
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  return { port, url: `http://127.0.0.1:${port}/hook`, sockets, close };
}

/** A receiver that speaks HTTP, with the bodies it was sent. */
export async function httpReceiver(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer(response, request);
    });
  });
  return Object.assign(await listening(server), { requests });
}

/** A receiver that speaks whatever it likes once it has the start of the request. */
export const rawReceiver = (answer: (socket: Socket) => void): Promise<Receiver> =>
  listening(createTcpServer(socket => void socket.once('data', () => answer(socket))));

/** Writes for as long as the other side reads. */
export function flood(socket: Socket, chunk: string | Buffer): void {
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', write);
  write();
}

/** Writes a byte at a time until the other side ends it. */
export function drip(socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), 5);
  socket.once('close', () => clearInterval(timer));
}

/** A post whose deadline no test reaches that does not mean to. */
export const post = (url: string, changes: Partial<ReceiverCall> = {}): ReceiverCall => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', 'x-service-event': 'response.created' },
  body: '{"event":{"name":"response.created"}}',
  deadlineMs: 600_000,
  policy: { allowLoopback: true },
  lookup: () => Promise.reject(new Error('No name is to be looked up here')),
  ...changes,
});

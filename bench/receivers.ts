import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A request that a receiver got. Times are in ms since the epoch. */
type Arrival = {
  readonly responseId: string;
  readonly deliveryId: string;
  readonly eventAt: number;
  readonly arrivedAt: number;
};

/** An HTTP server on the loopback that webhooks post to. */
export type Receiver = {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** Sets the answer from now on, which is 204 at first. With `nothing`, requests stay open without an answer. */
  answer(status: number | 'nothing'): void;
};

type Payload = { event: { timestamp: string; attributes: { response: { id: string } } } };

export async function startReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  let answer: number | 'nothing' = 204;
  const server = createServer(async (request, response) => {
    const arrivedAt = Date.now();
    arrivals.push(await arrivalOf(request, arrivedAt));
    if (answer !== 'nothing') response.writeHead(answer).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    arrivals,
    answer(status) {
      answer = status;
    },
  };
}

async function arrivalOf(request: IncomingMessage, arrivedAt: number): Promise<Arrival> {
  const { event } = (await json(request)) as Payload;
  return {
    responseId: event.attributes.response.id,
    deliveryId: String(request.headers['x-service-delivery']),
    eventAt: Date.parse(event.timestamp),
    arrivedAt,
  };
}

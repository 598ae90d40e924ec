import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalServer, serve } from '../../../local/http-server.ts';

/**
 * What becomes of a call. It is carried out, and its answer is lost, behind an error of the service (`error`) or with the
 * connection (`reset`). Or nothing is done: its rate is refused, the service fails, the connection is cut, or nothing ever
 * comes back. Or it is carried out late, or a batch in part, and the rest left `unprocessed`.
 */
export type Fault = 'error' | 'reset' | 'throttle' | 'hot' | 'failure' | 'cut' | 'silence' | 'slow' | 'unprocessed';

/** `UpdateItem`, and which attempt of the SDK at the same call it is, from 1. Other protocols have the method: `PUT`. */
export type Attempt = { readonly operation: string; readonly attempt: number };

export type FaultProxy = LocalServer & {
  /** How many calls met each fault. */
  readonly faults: ReadonlyMap<Fault, number>;
};

const slowMs = 400;

/** Stands between clients and a DynamoDB engine, or another service of AWS. */
export async function startFaultProxy(
  engine: string,
  decide: (attempt: Attempt) => Fault | undefined,
): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true });
  const faults = new Map<Fault, number>();
  const server = await serve(
    async (incoming, outgoing) => {
      const body = await buffer(incoming);
      const fault = decide(attemptOf(incoming));
      if (fault) faults.set(fault, (faults.get(fault) ?? 0) + 1);
      if (fault === 'silence') return;
      if (fault === 'cut') return incoming.socket.resetAndDestroy();
      if (fault === 'slow') await sleep(slowMs);
      const refusal = fault && refusals[fault];
      if (refusal) outgoing.writeHead(refusal.status).end(refusal.body);
      else forward({ engine, agent, fault }, { incoming, outgoing, body });
    },
    0,
    () => agent.destroy(),
  );
  return { ...server, faults };
}

function attemptOf({ method = '', headers }: IncomingMessage): Attempt {
  const operation = String(headers['x-amz-target'] ?? method);
  const attempt = /attempt=(\d+)/.exec(String(headers['amz-sdk-request']))?.[1] ?? 1;
  return { operation: operation.split('.').at(-1) ?? '', attempt: Number(attempt) };
}

type Way = { readonly engine: string; readonly agent: Agent; readonly fault: Fault | undefined };
type Exchange = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse; readonly body: Buffer };

/** Has a call carried out, or a part of it, and answers as the fault says. */
function forward({ engine, agent, fault }: Way, { incoming, outgoing, body }: Exchange): void {
  const { method, url, headers } = incoming;
  const { sent, rest }: Parts = fault === 'unprocessed' ? partOf(attemptOf(incoming).operation, body) : { sent: body };
  const length = rest && { 'content-length': String(sent.length) };
  const call = request(`${engine}${url}`, { agent, method, headers: { ...headers, ...length } }, async answer => {
    const content = await buffer(answer);
    if (fault === 'error') outgoing.writeHead(500).end(internalError);
    else if (fault === 'reset') incoming.socket.resetAndDestroy();
    else if (rest) outgoing.writeHead(answer.statusCode ?? 0).end(withRest(content, rest));
    else outgoing.writeHead(answer.statusCode ?? 0, answer.headers).end(content);
  });
  call.once('error', () => incoming.socket.destroy()).end(sent);
}

const errorOf = (type: string, details: object = {}) =>
  JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: type, ...details });
const internalError = errorOf('InternalServerError');

/** DynamoDB says so of one range of keys that takes no more writes. */
const hotKeys = {
  ThrottlingReasons: [
    {
      reason: 'TableWriteKeyRangeThroughputExceeded',
      resource: 'arn:aws:dynamodb:eu-central-1:000000000000:table/Table',
    },
  ],
};

/** What is answered without asking the service. */
const refusals: Partial<Record<Fault, { status: number; body: string }>> = {
  throttle: { status: 400, body: errorOf('ProvisionedThroughputExceededException') },
  hot: { status: 400, body: errorOf('ProvisionedThroughputExceededException', hotKeys) },
  failure: { status: 500, body: internalError },
};

type Batch = { [table: string]: unknown[] | { Keys: unknown[] } };
type Parts = { readonly sent: Buffer; readonly rest?: { readonly name: string; readonly items: Batch } };

/** The first half of a batch is carried out, and the rest is left. */
function partOf(operation: string, body: Buffer): Parts {
  const input = JSON.parse(body.toString()) as { RequestItems?: Batch };
  const [[table = '', all] = []] = Object.entries(input.RequestItems ?? {});
  if (all === undefined) throw new Error(`${operation} is no batch`);
  const items = Array.isArray(all) ? all : all.Keys;
  const made = Math.floor(items.length / 2);
  const withItems = (some: unknown[]): Batch => ({ [table]: Array.isArray(all) ? some : { ...all, Keys: some } });
  const name = Array.isArray(all) ? 'UnprocessedItems' : 'UnprocessedKeys';
  if (made === 0) throw new Error(`${operation} has one item: leave a part of a larger batch`);
  const sent = { ...input, RequestItems: withItems(items.slice(0, made)) };
  return { sent: Buffer.from(JSON.stringify(sent)), rest: { name, items: withItems(items.slice(made)) } };
}

const withRest = (content: Buffer, { name, items }: NonNullable<Parts['rest']>): string =>
  JSON.stringify({ ...JSON.parse(content.toString()), [name]: items });

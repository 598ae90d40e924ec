import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalServer, serve } from '../../../local/http-server.ts';

/**
 * A fault of a call. `error` and `reset`: the call is carried out, but its answer is replaced by a service error or a
 * broken connection. Other faults do nothing: the rate is refused, the service fails, the connection is cut, or no
 * answer comes. `gone`: the service stops listening until the proxy is `reopened`. Others carry it out late, or carry
 * out a part of a batch and leave the rest `unprocessed`.
 */
export type ProxyFault =
  | 'error'
  | 'reset'
  | 'throttle'
  | 'hot'
  | 'failure'
  | 'cut'
  | 'gone'
  | 'silence'
  | 'slow'
  | 'unprocessed';

/**
 * The operation, `UpdateItem`, and the number of the SDK's attempt at the same call, from 1. Other protocols have the
 * method: `PUT`. The trace is that of the request that a function handles.
 */
export type CallAttempt = { readonly operation: string; readonly attempt: number; readonly trace?: string };

export type FaultProxy = LocalServer & {
  /** The number of calls that met each fault. */
  readonly faults: ReadonlyMap<ProxyFault, number>;
  /** Refuses connections until the proxy is `reopened`. */
  stopListening(): Promise<void>;
  /** Listens again at the same address, after a call met `gone`. */
  reopen(): Promise<void>;
};

const slowMs = 400;

/** Starts a proxy between clients and a DynamoDB engine or another AWS service. */
export async function startFaultProxy(
  engine: string,
  decide: (attempt: CallAttempt) => ProxyFault | undefined,
): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true });
  const faults = new Map<ProxyFault, number>();
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await buffer(incoming);
    const fault = decide(attemptOf(incoming));
    count(fault);
    if (fault === 'silence') return;
    if (fault === 'gone') void stopListening();
    if (isCut(fault)) return incoming.socket.resetAndDestroy();
    if (fault === 'slow') await sleep(slowMs);
    const refusal = fault && refusalOf(fault, incoming);
    if (refusal) outgoing.writeHead(refusal.status).end(refusal.body);
    else forward({ engine, agent, fault }, { incoming, outgoing, body });
  };
  const count = (fault: ProxyFault | undefined) => fault && faults.set(fault, (faults.get(fault) ?? 0) + 1);
  let gone: Promise<void> | undefined;
  const stopListening = (): Promise<void> => {
    gone ??= server.close();
    return gone;
  };
  let server = await serve(answer, 0, () => {});
  const { endpoint } = server;
  return {
    endpoint,
    faults,
    stopListening,
    async reopen() {
      if (!gone) return;
      await gone;
      server = await serve(answer, Number(new URL(endpoint).port), () => {});
      gone = undefined;
    },
    async close() {
      await (gone ?? server.close());
      agent.destroy();
    },
  };
}

const isCut = (fault: ProxyFault | undefined): boolean => fault === 'cut' || fault === 'gone';

function attemptOf({ method = '', headers }: IncomingMessage): CallAttempt {
  const operation = String(headers['x-amz-target'] ?? method);
  const attempt = /attempt=(\d+)/.exec(String(headers['amz-sdk-request']))?.[1] ?? 1;
  const trace = /Root=([^;]*)/.exec(String(headers['x-amzn-trace-id']))?.[1];
  return { operation: operation.split('.').at(-1) ?? '', attempt: Number(attempt), trace };
}

type Way = { readonly engine: string; readonly agent: Agent; readonly fault: ProxyFault | undefined };
type Exchange = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse; readonly body: Buffer };

/** Forwards a call, or a part of it, and answers as the fault says. */
function forward({ engine, agent, fault }: Way, { incoming, outgoing, body }: Exchange): void {
  const { method, url, headers } = incoming;
  const { sent, rest }: RequestParts =
    fault === 'unprocessed' ? partOf(attemptOf(incoming).operation, body) : { sent: body };
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

/** DynamoDB's error when one range of keys takes no more writes. */
const hotKeys = {
  ThrottlingReasons: [
    {
      reason: 'TableWriteKeyRangeThroughputExceeded',
      resource: 'arn:aws:dynamodb:eu-central-1:000000000000:table/Table',
    },
  ],
};

/** The answers that are given without calling the service. */
const refusals: Partial<Record<ProxyFault, { status: number; body: string }>> = {
  throttle: { status: 400, body: errorOf('ProvisionedThroughputExceededException') },
  hot: { status: 400, body: errorOf('ProvisionedThroughputExceededException', hotKeys) },
  failure: { status: 500, body: internalError },
};

/** How S3, which has a protocol of its own, refuses a rate. */
const slowDown = { status: 503, body: '<Error><Code>SlowDown</Code><Message>Reduce your rate.</Message></Error>' };

const refusalOf = (fault: ProxyFault, { headers }: IncomingMessage) =>
  fault === 'throttle' && headers['x-amz-target'] === undefined ? slowDown : refusals[fault];

type Batch = { [table: string]: unknown[] | { Keys: unknown[] } };
type RequestParts = { readonly sent: Buffer; readonly rest?: { readonly name: string; readonly items: Batch } };

/** Splits a batch: the first half is carried out, and the rest is left. */
function partOf(operation: string, body: Buffer): RequestParts {
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

const withRest = (content: Buffer, { name, items }: NonNullable<RequestParts['rest']>): string =>
  JSON.stringify({ ...JSON.parse(content.toString()), [name]: items });

import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type LocalServer, serve } from '../../../local/http-server.ts';

/**
 * What becomes of a call. It is carried out, and its answer is lost, behind an error of the service (`error`) or with the
 * connection (`reset`). Or nothing is done: its rate is refused, the service fails, or nothing ever comes back. Or a batch is
 * carried out in part, and the rest left `unprocessed`.
 */
export type Fault = 'error' | 'reset' | 'throttle' | 'hot' | 'failure' | 'silence' | 'unprocessed';

/** `UpdateItem`, and which attempt of the SDK at the same call it is, from 1. Other protocols have the method: `PUT`. */
export type Attempt = { readonly operation: string; readonly attempt: number };

export type FaultProxy = LocalServer & {
  /** How many calls met each fault. */
  readonly faults: ReadonlyMap<Fault, number>;
};

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
      const { method = '', url, headers } = incoming;
      const operation =
        String(headers['x-amz-target'] ?? method)
          .split('.')
          .at(-1) ?? '';
      const attempt = Number(/attempt=(\d+)/.exec(String(headers['amz-sdk-request']))?.[1] ?? 1);
      const fault = decide({ operation, attempt });
      if (fault) faults.set(fault, (faults.get(fault) ?? 0) + 1);
      if (fault === 'silence') return;
      const refusal = fault && refusals[fault];
      if (refusal) return outgoing.writeHead(refusal.status, { 'x-amz-request-id': 'fault' }).end(refusal.body);
      const { sent, rest } = fault === 'unprocessed' ? partOf(operation, body) : { sent: body, rest: undefined };
      const length = rest && { 'content-length': String(sent.length) };
      const call = request(`${engine}${url}`, { agent, method, headers: { ...headers, ...length } }, async answer => {
        const content = await buffer(answer);
        if (fault === 'error') outgoing.writeHead(500).end(internalError);
        else if (fault === 'reset') incoming.socket.resetAndDestroy();
        else if (rest) outgoing.writeHead(answer.statusCode ?? 0).end(withRest(content, rest));
        else outgoing.writeHead(answer.statusCode ?? 0, answer.headers).end(content);
      });
      call.once('error', () => incoming.socket.destroy()).end(sent);
    },
    0,
    () => agent.destroy(),
  );
  return { ...server, faults };
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

/**
 * Puts a proxy before the table of a file's tests. What it gives makes the next attempts at calls of an operation meet these
 * faults; a test in which one is not met fails.
 */
export function usePlannedFaults(): (operation: string, ...faults: Fault[]) => void {
  let planned: { operation: string; faults: Fault[] } = { operation: '', faults: [] };
  let proxy: FaultProxy | undefined;
  const checkMet = () => {
    const { operation, faults } = planned;
    planned = { operation: '', faults: [] };
    if (faults.length > 0) throw new Error(`No ${operation} met ${faults.join(', ')}`);
  };

  beforeAll(async () => {
    const engine = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';
    const next = ({ operation }: Attempt) => (operation === planned.operation ? planned.faults.shift() : undefined);
    proxy = await startFaultProxy(engine, next);
    process.env.AWS_ENDPOINT_URL_DYNAMODB = proxy.endpoint;
  });
  afterEach(checkMet);
  afterAll(() => proxy?.close());

  return (operation, ...faults) => {
    checkMet();
    planned = { operation, faults };
  };
}

/** As `usePlannedFaults`, where the first of the faults is that an answer is lost. */
export function useFaultProxy(): (operation: string, ...further: Fault[]) => void {
  const plan = usePlannedFaults();
  // By turns: the SDK sends again after the one as after the other, and gives up after some 35 of both.
  const losses: Fault[] = ['error', 'reset'];
  return (operation, ...further) => {
    losses.reverse();
    plan(operation, ...losses.slice(0, 1), ...further);
  };
}

import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type LocalServer, serve } from '../../../local/http-server.ts';

/**
 * What becomes of a call: its answer is lost after it was carried out, behind an error of the service or with the
 * connection; or it is refused for its rate, and nothing was done.
 */
export type Fault = 'error' | 'reset' | 'throttle';

/** `UpdateItem`, and which attempt of the SDK at the same call it is, from 1. */
export type Attempt = { readonly operation: string; readonly attempt: number };

export type FaultProxy = LocalServer & {
  /** How many calls met each fault. */
  readonly faults: ReadonlyMap<Fault, number>;
};

/** Stands between clients and a DynamoDB engine. */
export async function startFaultProxy(
  engine: string,
  decide: (attempt: Attempt) => Fault | undefined,
): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true });
  const faults = new Map<Fault, number>();
  const server = await serve(
    async (incoming, outgoing) => {
      const body = await buffer(incoming);
      const operation = String(incoming.headers['x-amz-target']).split('..').at(-1) ?? '';
      const attempt = Number(/attempt=(\d+)/.exec(String(incoming.headers['amz-sdk-request']))?.[1] ?? 1);
      const fault = decide({ operation, attempt });
      if (fault) faults.set(fault, (faults.get(fault) ?? 0) + 1);
      if (fault === 'throttle') return outgoing.writeHead(400).end(throttled);
      const { method, url, headers } = incoming;
      const call = request(`${engine}${url}`, { agent, method, headers }, async answer => {
        const content = await buffer(answer);
        if (fault === 'error') outgoing.writeHead(500).end(internalError);
        else if (fault === 'reset') incoming.socket.resetAndDestroy();
        else outgoing.writeHead(answer.statusCode ?? 0, answer.headers).end(content);
      });
      call.once('error', () => incoming.socket.destroy()).end(body);
    },
    0,
    () => agent.destroy(),
  );
  return { ...server, faults };
}

const errorOf = (type: string) => JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: type });
const internalError = errorOf('InternalServerError');
const throttled = errorOf('ProvisionedThroughputExceededException');

/**
 * Puts a proxy before the table of a file's tests. What it gives makes the next attempt at a call of an operation lose its
 * answer, and those after it meet further faults; a test in which one is not met fails.
 */
export function useFaultProxy(): (operation: string, ...further: Fault[]) => void {
  // By turns: the SDK sends again after the one as after the other, and gives up after some 35 of both.
  const losses: Fault[] = ['error', 'reset'];
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

  return (operation, ...further) => {
    checkMet();
    losses.reverse();
    planned = { operation, faults: [...losses.slice(0, 1), ...further] };
  };
}

import { join } from 'node:path';
import { type Answer, answer, type Handler } from '../../bench/invoke.ts';
import { functionFiles } from '../../bin/build/function-files.ts';
import { type Contract, type Contracts, withFunction } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';

export type { Answer };

/** Where the gateway was found: nothing that a request says changes it. */
export const domainName = 'api.formline.example';

export type Endpoint = { readonly operation: string; readonly contract: Contract; readonly handler: Handler };

/** Every operation with its handler, in this process. */
export async function loadEndpoints(): Promise<Endpoint[]> {
  const contracts: Contracts = api;
  const files = functionFiles(join(import.meta.dirname, '../../functions'), Object.keys(withFunction(contracts)));
  return Promise.all(
    Object.entries(contracts).map(async ([operation, contract]) => {
      const file = files.find(each => each.operation === (contract.servedBy ?? operation));
      const { handler } = await import(file?.path ?? operation);
      return { operation, contract, handler };
    }),
  );
}

/** A request as the gateway hands it on: everything as text that somebody else chose. What was UTF-8 has no half characters. */
export type FuzzRequest = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly base64?: boolean;
  /** The address that it comes from. */
  readonly from?: string;
};

export function call(
  { handler, contract }: Endpoint,
  { params, query: sent, headers, body, base64 = false, from = '203.0.113.7' }: FuzzRequest,
): Promise<Answer> {
  const query = sent.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()] as const);
  const values = Map.groupBy(query, ([name]) => name);
  return answer(handler, {
    resource: contract.path,
    path: contract.path.replace(/\{(\w+)\+?\}/g, (_, name: string) => (params[name] ?? '').toWellFormed()),
    httpMethod: contract.method,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.toWellFormed()])),
    pathParameters: params,
    queryStringParameters: query.length > 0 ? Object.fromEntries(query) : null,
    multiValueQueryStringParameters: Object.fromEntries(
      [...values].map(([name, all]) => [name, all.map(([, v]) => v)]),
    ),
    requestContext: { extendedRequestId: 'fuzz', identity: { sourceIp: from }, domainName, stage: 'fuzz' },
    body: body === undefined ? null : base64 ? Buffer.from(body, 'latin1').toString('base64') : body,
    isBase64Encoded: base64,
  });
}

/** The same, once more where the machine was too busy to answer. What is 503 twice has another cause. */
export async function callPatiently(endpoint: Endpoint, sent: FuzzRequest): Promise<Answer> {
  const first = await call(endpoint, sent);
  if (first.status !== 503) return first;
  await new Promise(resolve => setTimeout(resolve, 3000));
  return call(endpoint, sent);
}

import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { examples } from '../../shared/contracts/openapi/examples.ts';
import { log } from '../../shared/log.ts';
import { dynamodb } from '../../shared/store/table.ts';
import { call, type Endpoint, type FuzzRequest, loadEndpoints } from './endpoints.ts';
import { startServices } from './services.ts';
import { kindOf, newTenant, type Tenant } from './tenant.ts';

/** What a line of a log shows of a marker is found even if it was cut, lowered or escaped. */
const marker = (where: string) => `Zq7Xz${where.replace(/[^a-z]/gi, '')}`;
const found = /zq7xz\w*/gi;

let stop: (() => Promise<void>) | undefined;
let endpoints: Endpoint[];
let tenant: Tenant;
const lines: string[] = [];

beforeAll(async () => {
  process.env.PASSWORD_COST = '10';
  stop = await startServices();
  endpoints = await loadEndpoints();
  tenant = await newTenant(new Map(endpoints.map(each => [each.operation, each])), 'plain');
  log.setLogLevel('DEBUG');
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation(chunk => {
      lines.push(String(chunk));
      return true;
    });
  }
});
afterAll(async () => {
  log.setLogLevel('SILENT');
  jest.restoreAllMocks();
  await stop?.();
});

/** Every text of a value, in place of which `put` puts another: one of them, or all for `undefined`. */
function withTexts(
  value: unknown,
  put: (text: string) => string,
  at: number | undefined,
): { value: unknown; texts: number } {
  let texts = 0;
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return texts++ === at || at === undefined ? put(part) : part;
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, walk(each)]));
  };
  const changed = walk(value);
  return { value: changed, texts };
}

/** Requests of an operation that carry a marker in some part of them, or in all. */
function requestsOf({ operation, contract }: Endpoint): Partial<FuzzRequest>[] {
  const body = examples[operation]?.body ?? (contract.body ? {} : undefined);
  const { texts } = withTexts(body, text => text, undefined);
  const named = { ...Object.fromEntries(Object.entries(body ?? {})), [marker('name')]: marker('value') };
  const bodies = [
    withTexts(body, () => marker('body'), undefined).value,
    ...Array.from({ length: texts }, (_, at) => withTexts(body, text => `${text}${marker('end')}`, at).value),
    named,
  ].map(each => JSON.stringify(each));
  const broken = [`{"a":${marker('broken')}`, `${marker('text')}`, `{"${marker('key')}":"\\ud800"}`];
  const params = Object.keys(contract.params?.properties ?? {});
  const query = Object.keys(contract.query?.properties ?? {});
  const headers = Object.fromEntries(
    [
      'origin',
      'referer',
      'user-agent',
      'x-session-id',
      'idempotency-key',
      'if-match',
      'x-environment',
      'cookie',
      'x-captcha-token',
      ...Object.keys(contract.headers?.properties ?? {}),
    ].map(name => [name, `${marker(name)}-0123456789abcdef`]),
  );
  return [
    ...[...bodies, ...broken].map(each => ({ body: each })),
    { headers, body: bodies[0] },
    { query: [...query.map(name => [name, marker(name)] as const), [marker('query'), marker('query')]] },
    { params: Object.fromEntries(params.map(name => [name, marker(name)])) },
    { headers: { authorization: `Bearer sk_live_${marker('key').padEnd(43, 'x')}` } },
    { headers: { authorization: `Bearer ses_${marker('token').padEnd(43, 'x')}` } },
    {
      headers: { authorization: `Basic ${marker('basic')}` },
      query: [['key', `pk_live_${marker('pk').padEnd(43, 'x')}`]],
    },
  ];
}

async function send(endpoint: Endpoint, request: Partial<FuzzRequest>): Promise<void> {
  const { contract } = endpoint;
  const names = [...contract.path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => name);
  const own = Object.fromEntries(names.map(name => [name, tenant.ids[kindOf(contract, name)] ?? 'unknown']));
  const [session, secretKey, publishableKey] = tenant.credentials;
  const { auth } = contract;
  const credential = auth.includes('session') ? session : auth.includes('publishableKey') ? publishableKey : secretKey;
  const headers = { 'content-type': 'application/json', ...(auth.length > 0 && credential), ...request.headers };
  await call(endpoint, { query: [], body: undefined, ...request, params: { ...own, ...request.params }, headers });
}

const markersIn = () => [...new Set(lines.join('').match(found))];

it('shows nothing of any part of any request in a log', async () => {
  for (const endpoint of endpoints) for (const request of requestsOf(endpoint)) await send(endpoint, request);
  expect(lines.length).toBeGreaterThan(1000);
  expect(markersIn()).toEqual([]);
});

it('nor where the table refuses what it is asked', async () => {
  let left = 0;
  dynamodb.middlewareStack.add(
    next => args => {
      left -= 1;
      const refused = {
        ...args,
        input: { ...(args.input as object), TableName: 'none', RequestItems: undefined, TransactItems: undefined },
      };
      return next((left === 0 ? refused : args) as typeof args);
    },
    { step: 'initialize', name: 'refuseOne', priority: 'high' },
  );
  const before = lines.length;
  for (const endpoint of endpoints) {
    const [whole, valid = whole] = requestsOf(endpoint);
    for (left of [1, 2, 4, 6]) await send(endpoint, valid ?? {});
  }
  dynamodb.middlewareStack.remove('refuseOne');
  expect(lines.slice(before).join('')).toContain('unexpected error');
  expect(markersIn()).toEqual([]);
});

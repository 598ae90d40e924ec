import type { Contract } from '../../shared/contracts/contract.ts';
import { examples } from '../../shared/contracts/openapi/examples.ts';
import { type Arbitrary, fc } from '../support/properties.ts';
import { domainName, type Endpoint, type FuzzRequest } from './endpoints.ts';
import { json, jsonText, text } from './hostile.ts';
import { importBodies } from './imports.ts';
import { kindOf, type Tenant } from './tenant.ts';

/** A request that somebody makes up. */
export type Case = { readonly endpoint: Endpoint; readonly caller: Tenant | undefined; readonly sent: FuzzRequest };

type Schema = Readonly<Record<string, unknown>>;

/** Requests over all endpoints: from their schemas, with some parts in the place of which there is anything. */
export function cases(endpoints: readonly Endpoint[], tenants: readonly [Tenant, Tenant]): Arbitrary<Case> {
  const [own, other] = tenants;
  return fc
    .record({ endpoint: fc.constantFrom(...endpoints), caller: fc.constantFrom(own, own, own, other, undefined) })
    .chain(({ endpoint, caller }) => sentTo(endpoint, caller, tenants).map(sent => ({ endpoint, caller, sent })));
}

function sentTo(
  { operation, contract }: Endpoint,
  caller: Tenant | undefined,
  tenants: readonly Tenant[],
): Arbitrary<FuzzRequest> {
  const known = knownTexts(contract, tenants);
  return fc.record({
    params: fc.record(
      Object.fromEntries(
        [...contract.path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => [
          name,
          idOf(contract, name, caller, tenants),
        ]),
      ),
    ),
    query: queryOf(contract, known),
    headers: headersOf(contract, caller, known),
    body: fc.oneof(
      { weight: 12, arbitrary: bodyOf(operation, contract, known) },
      { weight: 1, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: text },
    ),
    base64: fc.oneof({ weight: 15, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  });
}

/** Ids of records, of both tenants: wherever a text stands one may be meant. */
const knownTexts = (contract: Contract, tenants: readonly Tenant[]): Arbitrary<string> => {
  const ids = tenants.flatMap(({ ids }) => Object.values(ids)).filter(id => id !== '');
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ids) },
    { weight: 2, arbitrary: text },
    { weight: 1, arbitrary: bent(fc.constantFrom(...ids)) },
    {
      weight: 1,
      arbitrary: bent(
        fc
          .constantFrom(...ids)
          .map(id => Buffer.from(id.slice(id.indexOf('_') + 1, id.indexOf('_') + 27)).toString('base64url')),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(contract.path, contract.method, 'production', 'staging', 'a good password'),
    },
  );
};

/** One bit of it, or one of its characters, is another. */
const bent = (whole: Arbitrary<string>): Arbitrary<string> =>
  fc.tuple(whole, fc.nat(), fc.nat(7)).map(([id, at, bit]) => {
    const bytes = Buffer.from(id, 'latin1');
    const index = at % Math.max(bytes.length, 1);
    if (bytes.length > 0) bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
    return bytes.toString('latin1');
  });

function idOf(
  contract: Contract,
  name: string,
  caller: Tenant | undefined,
  tenants: readonly Tenant[],
): Arbitrary<string> {
  const kind = kindOf(contract, name);
  const own = (caller ?? tenants[0])?.ids[kind];
  return fc.oneof(
    { weight: 12, arbitrary: own ? fc.constant(own) : text },
    { weight: 4, arbitrary: fc.constantFrom(...tenants.map(({ ids }) => ids[kind] ?? '')) },
    { weight: 2, arbitrary: knownTexts(contract, tenants) },
    { weight: 1, arbitrary: text.map(encodeSafely) },
    { weight: 1, arbitrary: fc.constantFrom('%ED%A0%80', '%', '%00', '..', '%2e%2e%2f', '%F0%9F%98', 'a#b', '%23') },
  );
}

const encodeSafely = (each: string): string => encodeURIComponent(each.toWellFormed());

function headersOf(
  { headers }: Contract,
  caller: Tenant | undefined,
  known: Arbitrary<string>,
): Arbitrary<FuzzRequest['headers']> {
  const credential = caller
    ? fc.constantFrom(...caller.credentials, ...caller.credentials.slice(0, 1))
    : fc.constantFrom<FuzzRequest['headers']>(
        {},
        { authorization: 'Bearer ses_' },
        { authorization: 'Bearer sk_live_x' },
      );
  const named = Object.keys(headers?.properties ?? {});
  const extra = fc.dictionary(
    fc.constantFrom(...extraHeaders, ...named, ...named),
    fc.oneof(
      known,
      ...Object.values(headers?.properties ?? {}).map(schema => likely(schema as Schema, known, 0).map(String)),
    ),
    { maxKeys: 3 },
  );
  return fc
    .tuple(credential, seldom(extra), seldom(forged))
    .map(([credentials, extras, hosts]) =>
      Object.assign({ 'content-type': 'application/json' }, ...extras, ...hosts, credentials),
    );
}

/** In whatever a request says of the host that it is for, and in nothing else. */
export const forgedHost = 'forged.example';

const hosts = [
  forgedHost,
  `${domainName}@${forgedHost}`,
  `${domainName}:443@${forgedHost}`,
  `${domainName}.${forgedHost}`,
  `${domainName}:80/${forgedHost}`,
  `${domainName}:1\\@${forgedHost}`,
  `${domainName}\r\nLocation: //${forgedHost}`,
  `for=1;host=${forgedHost};proto=http`,
  `${forgedHost}:99999`,
];

const forged = fc.dictionary(
  fc.constantFrom(
    ...['host', 'Host', 'x-forwarded-host', 'forwarded', 'x-forwarded-proto', 'x-forwarded-server', 'x-original-host'],
    ...['x-host', 'x-formline-host', 'x-original-url', 'x-rewrite-url', 'x-forwarded-prefix', 'via'],
  ),
  fc.constantFrom(...hosts),
  { minKeys: 1, maxKeys: 3 },
);

const seldom = <T>(value: Arbitrary<T>): Arbitrary<T[]> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary: value.map(each => [each]) });

const extraHeaders = [
  'content-type',
  'origin',
  'user-agent',
  'if-match',
  'if-none-match',
  'x-environment',
  'x-organization-id',
  'traceparent',
  'X-Session-Id',
  'x-forwarded-for',
  '__proto__',
  'cookie',
];

function queryOf({ query }: Contract, known: Arbitrary<string>): Arbitrary<FuzzRequest['query']> {
  const properties = Object.entries((query?.properties ?? {}) as Readonly<Record<string, Schema>>);
  const required = new Set(query?.required ?? []);
  const usual = properties.map(([name, schema]) =>
    fc.option(
      fc.tuple(
        fc.constant(name),
        fc.oneof({ weight: 5, arbitrary: likely(schema, known, 0).map(String) }, { weight: 1, arbitrary: known }),
      ),
      { nil: undefined, freq: required.has(name) ? 20 : 1 },
    ),
  );
  const odd = seldom(
    fc.tuple(fc.oneof(fc.constantFrom('environment', 'limit', '__proto__', 'key', 'cursor'), text), known),
  );
  return fc
    .tuple(fc.tuple(...usual), odd)
    .map(([sent, more]) => [...sent.filter(each => each !== undefined), ...more] as FuzzRequest['query']);
}

/** The text of a body: an example or what the schema describes, then damaged. */
function bodyOf(operation: string, contract: Contract, known: Arbitrary<string>): Arbitrary<string> {
  const example = examples[operation]?.body;
  const fitting = contract.body ? likely(contract.body as Schema, known, 0) : json;
  const whole = example === undefined ? fitting : fc.oneof(fc.constant(example), fitting);
  const answers = fc.dictionary(
    fc.constantFrom('name', 'email', 'age', 'topic', 'day', 'note', 'cv', '__proto__'),
    fc.oneof(known, json),
    { maxKeys: 5 },
  );
  const batch = fc.array(fitting, { maxLength: 5 });
  return fc
    .oneof(
      { weight: 6, arbitrary: whole },
      { weight: operation === 'createSubmission' ? 6 : 0, arbitrary: answers },
      { weight: operation === 'importForm' ? 20 : 0, arbitrary: importBodies },
      { weight: contract.batchMax ? 3 : 0, arbitrary: batch },
    )
    .chain(jsonText);
}

const samples: Readonly<Record<string, readonly unknown[]>> = {
  string: [
    '',
    'Ada',
    'ada@example.com',
    'https://hooks.example.com/',
    '2026-01-31',
    '2026-01-31T09:30:00Z',
    'x'.repeat(300),
    'image/png',
  ],
  integer: [0, 1, -1, 50, 1000, 1001, 2 ** 31, 2 ** 53, 1.5],
  number: [0, -0, 1, 0.1, 1e308, 5e-324, -1],
  boolean: [true, false],
  null: [null],
};

/** A value that a schema describes, mostly; where it only says what a text has to match, one that may. */
function likely(schema: Schema, known: Arbitrary<string>, depth: number): Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum, ...schema.enum, 'other');
  if ('const' in schema) return fc.constant(schema.const);
  const types = [schema.type ?? 'object'].flat().map(String);
  return fc.constantFrom(...types).chain(type => {
    if (type === 'object') return objectOf(schema, known, depth);
    if (type === 'array')
      return fc.array(likely((schema.items ?? { type: 'string' }) as Schema, known, depth + 1), { maxLength: 3 });
    const usual = fc.constantFrom(
      ...(samples[type] ?? [null]),
      ...(schema.default === undefined ? [] : [schema.default]),
    );
    return type === 'string' ? fc.oneof(usual, known) : usual;
  });
}

function objectOf(
  { properties = {}, required = [] }: Schema,
  known: Arbitrary<string>,
  depth: number,
): Arbitrary<object> {
  if (depth > 5) return fc.constant({});
  const entries = Object.entries(properties as Readonly<Record<string, Schema>>);
  const arbitraries = Object.fromEntries(entries.map(([name, schema]) => [name, likely(schema, known, depth + 1)]));
  if (entries.length === 0) return fc.dictionary(text, json, { maxKeys: 3 });
  return fc.boolean().chain(all =>
    fc.record(arbitraries, {
      requiredKeys: all ? Object.keys(arbitraries) : (required as string[]).filter(name => name in arbitraries),
    }),
  );
}

import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import type { Contract } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';
import { newApiKey } from '../../shared/domain/accounts/api-key.ts';
import { type Call, type Client, type Operation, requestOf } from '../support/client.ts';
import { contactForm, newForm } from '../support/forms.ts';
import { fullAccess, takes } from '../support/full-access.ts';
import type { Json, Reply } from '../support/http.ts';
import { expectRefusal } from '../support/refusals.ts';
import { itLocally, type KeyKind, keyHeader, startedService } from '../support/service.ts';
import { callOfUnknown, resourceOf, statusOf } from '../support/valid-calls.ts';

const service = startedService();
const secret = service.client('secretKey');
const anonymous = service.client();

const { full, fullIn, fullElsewhere, fullHeaders, validCall } = fullAccess(service);

const contracts = Object.entries(api) as [Operation, Contract][];
const those = (condition: (contract: Contract) => unknown) => contracts.filter(([, contract]) => condition(contract));
const needsCredential = ({ auth }: Contract) => auth.length > 0;
const hasBody = ({ body }: Contract) => body !== undefined;
const hasParameter = ({ params }: Contract) => params !== undefined;

/** Calls with a header that stands for the credential, or with none. */
const callWith = (operation: Operation, headers: Record<string, string>, call: Call) =>
  anonymous(operation, { ...call, headers: { ...call.headers, ...headers } });

const bodyWithoutRequestId = ({ body: { requestId: _, ...rest } }: Reply) => rest;

/** A page of the origin that the example's form allows. */
const fromItsPage = { origin: 'https://www.example.com' };

describe.each(those(needsCredential))('%s', (operation, contract) => {
  it('asks for a credential, before it looks at anything else', async () => {
    const reply = await anonymous(operation, { ...callOfUnknown(operation), ...(contract.body && { body: '{' }) });
    expectRefusal(reply, 401, 'invalid_api_key');
    expect(reply.body.message).toMatch(/^Invalid or missing API key or session token: none was sent/);
    // API Gateway passes this header on under a name of its own.
    const { 'www-authenticate': challenge, 'x-amzn-remapped-www-authenticate': remapped } = reply.headers;
    expect(challenge ?? remapped).toBe('Bearer');
  });

  it('refuses every credential that is not a key of the service, in one way', async () => {
    const known = service.key('secretKey');
    const wrongChecksum = known.slice(0, -1) + (known.endsWith('0') ? '1' : '0');
    const credentials: Record<string, string>[] = [
      { authorization: 'Bearer nonsense' },
      { authorization: 'Bearer' },
      { authorization: '' },
      { authorization: known },
      { authorization: `Basic ${Buffer.from(`${known}:`).toString('base64')}` },
      { authorization: `Bearer ${wrongChecksum}` },
      { authorization: `Bearer ${known}0` },
      { authorization: `Bearer ${known} ${known}` },
      { authorization: `Bearer ${newApiKey('secret', 'production')}` },
      { authorization: `Bearer ${service.key('publishableKey')}` },
      { 'x-publishable-key': known },
      { 'x-publishable-key': newApiKey('publishable', 'production') },
      { 'x-publishable-key': '' },
      { authorization: `Bearer ${'k'.repeat(5000)}` },
    ];
    const replies = await Promise.all(
      credentials.map(headers => callWith(operation, headers, callOfUnknown(operation))),
    );
    for (const reply of replies) {
      expectRefusal(reply, 401, 'invalid_api_key');
      expect(reply.body.message).toMatch(/^Invalid or missing API key or session token: /);
    }
    expect(new Set(replies.map(reply => JSON.stringify(bodyWithoutRequestId(reply)))).size).toBe(1);
  });

  it('takes a credential that names its own environment', async () => {
    const call = await validCall(operation, full);
    const { status } = await full(operation, { ...call, headers: { 'x-environment': 'production' } });
    expect(status).toBe(statusOf(operation));
  });
});

describe.each(those(contract => needsCredential(contract) && takes('secretKey', contract)))('%s', operation => {
  it('takes no key for another environment than its own', async () => {
    const header = await secret(operation, { ...callOfUnknown(operation), headers: { 'x-environment': 'staging' } });
    expectRefusal(header, 403, 'environment_mismatch');
    const unknown = callOfUnknown(operation);
    const query = await secret(operation, { ...unknown, query: { ...unknown.query, environment: 'development' } });
    expectRefusal(query, 403, 'environment_mismatch');
  });
});

/** Who acts for itself does so in no organization. */
const actsInOrganization = ({ scope }: Contract) => scope !== 'user';

describe.each(those(each => needsCredential(each) && takes('secretKey', each) && actsInOrganization(each)))(
  '%s',
  operation => {
    it('takes no key for another organization than its own', async () => {
      const headers = { 'x-organization-id': 'org_01KAJ5TR8M3Q4XV0Z6N1B7C9DE' };
      const reply = await secret(operation, { ...callOfUnknown(operation), headers });
      expectRefusal(reply, 404, 'not_found');
    });
  },
);

describe.each(those(({ auth }) => auth.length > 0 && !auth.includes('publishableKey')))('%s', operation => {
  it('is not permitted to a publishable key', async () => {
    const reply = await service.client('publishableKey')(operation, callOfUnknown(operation));
    expectRefusal(reply, 403, 'insufficient_permission');
  });
});

describe.each(those(contract => !takes('secretKey', contract)))('%s', operation => {
  it('is not permitted to a secret key', async () => {
    expectRefusal(await secret(operation, callOfUnknown(operation)), 403, 'insufficient_permission');
  });
});

describe.each(those(contract => !takes('session', contract)))('%s', operation => {
  it('is not permitted to a session', async () => {
    expectRefusal(await service.session('owner')(operation, callOfUnknown(operation)), 403, 'insufficient_permission');
  });
});

describe.each(those(({ auth }) => auth.length === 0))('%s', operation => {
  it('needs no credential, and minds none', async () => {
    const call = await validCall(operation, full);
    const credentials: Record<string, string>[] = [
      {},
      { authorization: 'Bearer nonsense' },
      { 'x-publishable-key': 'x' },
    ];
    for (const headers of credentials) {
      expect((await callWith(operation, headers, call)).status).toBe(statusOf(operation));
    }
  });
});

const isPublic = (contract: Contract) => contract.method === 'GET' && !needsCredential(contract);

describe.each(contracts)('%s', (operation, contract) => {
  const takesAnswer = new Ajv({ strict: false, allErrors: true }).compile(contract.response ?? {});
  const faultsOf = (answer: Json) => (takesAnswer(answer) ? [] : takesAnswer.errors);
  /** None where an answer has no content. */
  const types: readonly unknown[] | undefined = contract.response
    ? ['application/json; charset=utf-8']
    : contract.produces;
  const kinds = (['secretKey', 'publishableKey', 'session'] as const).filter(kind => takes(kind, contract));

  it.each(kinds)('answers as its contract says, to a %s', async kind => {
    const call = await validCall(operation, full);
    const client = kind === 'session' ? service.session('owner') : service.client(kind);
    const reply = await client(operation, { ...call, headers: fromItsPage });
    expect({ status: reply.status, body: reply.body }).toMatchObject({ status: statusOf(operation) });
    expect(faultsOf(reply.body)).toEqual([]);
    const type = reply.headers['content-type'];
    expect(types ? types.includes(contract.response ? type : type?.replace(/;.*/, '')) : reply.text === '').toBe(true);
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(reply.headers['cache-control']).toBe(isPublic(contract) ? 'public, max-age=60' : 'no-store');
    expect(reply.headers.etag).toEqual(contract.etag ? expect.stringMatching(/^"[\w-]+"$/) : undefined);
  });

  it('can be read by a page of any origin that has the credential', async () => {
    const call = await validCall(operation, full);
    const { headers } = await full(operation, { ...call, headers: { origin: 'https://elsewhere.example' } });
    expect(['*', 'https://elsewhere.example']).toContain(headers['access-control-allow-origin']);
    expect(headers['access-control-expose-headers']).toContain('etag');
  });

  it('tells a browser before it asks what it may send', async () => {
    const { path } = requestOf(contract, callOfUnknown(operation));
    const asks = { origin: 'https://any.example', 'access-control-request-method': contract.method };
    const reply = await service.send({ method: 'OPTIONS', path, headers: asks });
    expect({ status: reply.status, text: reply.text }).toEqual({ status: 204, text: '' });
    expect(reply.headers['access-control-allow-origin']).toBe('*');
    expect(reply.headers['access-control-allow-methods']?.split(', ')).toContain(contract.method);
    const allowed = reply.headers['access-control-allow-headers']?.toLowerCase().split(', ');
    const own = Object.keys(contract.headers?.properties ?? {});
    const everywhere = ['authorization', 'content-type', 'x-publishable-key', 'if-match', 'if-none-match'];
    expect(allowed).toEqual(expect.arrayContaining([...everywhere, ...own]));
  });

  it('shares its path with no method that no contract has', async () => {
    const { path } = requestOf(contract, callOfUnknown(operation));
    const known = contracts.filter(([, other]) => other.path === contract.path).map(([, { method }]) => method);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter(each => !known.some(one => one === each))) {
      const reply = await service.send({ method, path, headers: keyHeader('secretKey', service.key('secretKey')) });
      expectRefusal(reply, 405, 'method_not_allowed');
      expect(reply.headers.allow?.split(', ').sort()).toEqual([...new Set(known), 'OPTIONS'].sort());
    }
  });
});

describe.each(those(hasBody))('%s', (operation, contract) => {
  const max = contract.bodyBytesMax ?? 262_144;
  let call: Call;
  beforeAll(async () => {
    call = await validCall(operation, full);
  });
  const callWithBody = (body: Call['body'], headers = {}) => full(operation, { ...call, body, headers });

  it('refuses a body that is not JSON', async () => {
    const absent = contract.bodyOptional ? [] : [''];
    for (const body of ['{"title":', '{"title": "a",}', "{'title': 'a'}", 'title=a', ...absent, ' ', '\u0000', 'NaN']) {
      expectRefusal(await callWithBody(body), 400, 'malformed_json');
    }
  });

  const { batchMax } = contract;
  const arrays: [string, Json][] = batchMax
    ? [
        ['[]', { field: '', rule: 'minItems' }],
        ['[null]', { field: '[0]', rule: 'type' }],
        ['[[]]', { field: '[0]', rule: 'type' }],
        [`[${Array(batchMax + 1).fill('{}')}]`, { field: '', rule: 'maxItems' }],
      ]
    : ['[]', '[{}]'].map(body => [body, { field: '', rule: 'type' }]);
  const noObjects = ['null', '"text"', '1', 'true'].map(body => [body, { field: '', rule: 'type' }] as const);

  it('refuses JSON that is no object, or no array of some where it takes one', async () => {
    for (const [body, fault] of [...noObjects, ...arrays]) {
      expect(expectRefusal(await callWithBody(body), 400, 'validation_failed')).toMatchObject([fault]);
    }
  });

  it('refuses another content type than JSON', async () => {
    const body = JSON.stringify(call.body);
    const others = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'json', 'text/html'];
    for (const type of [...others, ...(contract.beacon ? [] : ['text/plain'])]) {
      expectRefusal(await callWithBody(body, { 'content-type': type }), 415, 'unsupported_media_type');
    }
  });

  it('takes JSON under every name it has', async () => {
    for (const type of ['application/json;charset=UTF-8', 'Application/JSON', 'application/merge-patch+json']) {
      const fresh = await validCall(operation, full);
      const reply = await full(operation, { ...fresh, headers: { 'content-type': type } });
      expect(reply.status).toBe(statusOf(operation));
    }
  });

  it(`takes a body of ${max} bytes, and none that is larger`, async () => {
    const body = JSON.stringify(call.body);
    expect((await callWithBody(body.padEnd(max))).status).toBe(statusOf(operation));
    const larger = await callWithBody(body.padEnd(max + 1));
    expectRefusal(larger, 413, 'payload_too_large');
    expect(larger.body.message).toContain(String(max));
  });

  it('counts the bytes of a body, not its characters', async () => {
    const fillsUp = JSON.stringify({ ...(call.body as object), surprise: 'ü'.repeat(max / 2) });
    expectRefusal(await callWithBody(fillsUp), 413, 'payload_too_large');
  });

  it('answers a body that is too large for a function, and one too large for the gateway, in the same words', async () => {
    for (const megabytes of [7, 11]) {
      expectRefusal(await callWithBody(Buffer.alloc(megabytes * 1024 * 1024, ' ')), 413, 'payload_too_large');
    }
  });

  it.each(['surprise', '__proto__', 'constructor', 'a b', 'ключ'])('names the unknown property %s', async name => {
    const body = `{${JSON.stringify(name)}: 1, ${JSON.stringify(call.body).slice(1)}`;
    const faults = expectRefusal(await callWithBody(body), 400, 'validation_failed');
    expect(faults).toEqual([{ field: name, rule: 'unknown', message: expect.any(String) }]);
  });
});

describe.each(those(({ batchMax }) => batchMax))('%s', (operation, { batchMax = 0, status }) => {
  it(`takes an array of 1 to ${batchMax}, and names the place of each fault in it`, async () => {
    const call = await validCall(operation, secret);
    for (const count of [1, batchMax]) {
      expect((await secret(operation, { ...call, body: Array(count).fill(call.body) })).status).toBe(status);
    }
    const body = [call.body, { ...(call.body as object), surprise: 1 }];
    const faults = expectRefusal(await secret(operation, { ...call, body }), 400, 'validation_failed');
    expect(faults).toMatchObject([{ field: '[1].surprise', rule: 'unknown' }]);
  });
});

describe.each(those(({ beacon }) => beacon))('%s', operation => {
  it('takes what navigator.sendBeacon sends: the key in the address, JSON as text/plain', async () => {
    const call = await validCall(operation, secret);
    const headers = { ...fromItsPage, 'content-type': 'text/plain;charset=UTF-8' };
    const query = { key: service.key('publishableKey') };
    const { status } = await anonymous(operation, { ...call, query, headers });
    expect(status).toBe(statusOf(operation));
  });

  it('takes no secret key, and no key that is none, in the address', async () => {
    const call = callOfUnknown(operation);
    for (const key of [service.key('secretKey'), newApiKey('publishable', 'production'), 'nonsense', '']) {
      expectRefusal(await anonymous(operation, { ...call, query: { key } }), 401, 'invalid_api_key');
    }
  });
});

describe.each(those(({ beacon, auth }) => !beacon && auth.includes('publishableKey')))('%s', operation => {
  it('takes no key in the address', async () => {
    const call = { ...callOfUnknown(operation), query: { key: service.key('publishableKey') } };
    expectRefusal(await anonymous(operation, call), 401, 'invalid_api_key');
  });
});

describe.each(those(({ query }) => query))('%s', (operation, contract) => {
  let call: Call;
  beforeAll(async () => {
    call = await validCall(operation, full);
  });

  it('names each query parameter that it does not know', async () => {
    const reply = await full(operation, { ...call, query: { ...call.query, surprise: '1', constructor: '2' } });
    const faults = expectRefusal(reply, 400, 'invalid_parameter');
    expect(faults.map(({ field, rule }) => [field, rule]).sort()).toEqual([
      ['constructor', 'unknown'],
      ['surprise', 'unknown'],
    ]);
  });

  const wrongValues = Object.entries(contract.query?.properties ?? {}).flatMap(([name, schema]) =>
    wrongValuesOf(schema as Json).map(value => [name, value]),
  );

  it.each(wrongValues)('refuses %s=%.20s, and names it', async (name = '', value = '') => {
    const faults = expectRefusal(
      await full(operation, { ...call, query: { ...call.query, [name]: value } }),
      400,
      'invalid_parameter',
    );
    expect(new Set(faults.map(({ field }) => field))).toEqual(new Set([name]));
  });

  it('refuses a parameter that is given twice', async () => {
    const [name = ''] = Object.keys(contract.query?.properties ?? {});
    const { path, headers, ...request } = requestOf(contract, { ...call, query: {} });
    const repeated = { ...request, headers: { ...headers, ...(await fullHeaders(contract)) } };
    const reply = await service.send({ ...repeated, path: `${path}?${name}=live&${name}=live` });
    expect(expectRefusal(reply, 400, 'invalid_parameter')).toContainEqual({
      field: name,
      rule: 'unique',
      message: expect.any(String),
    });
  });
});

/** Values that a parameter's schema refuses. A text of any kind has none but the empty one. */
function wrongValuesOf({ type, enum: values, minimum, maximum, pattern, minLength, maxLength }: Json): string[] {
  if (values) return ['nonsense', '', `${values[0]} `];
  if (type === 'boolean') return ['maybe', '2'];
  if (type === 'integer') {
    const bounds = [minimum - 1, maximum + 1].filter(Number.isFinite).map(String);
    return ['ten', '', '1.5', '1e400', 'Infinity', '0x', ...bounds];
  }
  return [
    ...(pattern ? ['nonsense', ''] : []),
    ...(minLength ? [''] : []),
    ...(maxLength ? ['x'.repeat(maxLength + 1)] : []),
  ];
}

describe.each(those(({ headers }) => headers))('%s', (operation, contract) => {
  it.each(Object.keys(contract.headers?.properties ?? {}))('refuses a bad %s header, and names it', async name => {
    const call = await validCall(operation, full);
    for (const value of ['', 'x'.repeat(256), 'Gr\u00fc\u00dfe']) {
      const reply = await full(operation, { ...call, headers: { [name]: value } });
      expect(expectRefusal(reply, 400, 'invalid_parameter').map(({ field }) => field)).toEqual([name]);
    }
  });
});

describe.each(those(hasParameter))('%s', (operation, contract) => {
  const call = callOfUnknown(operation);
  const named = resourceOf(contract);
  const withId = (id: string): Call => ({ ...call, params: { ...call.params, [named?.parameter ?? '']: id } });

  it('finds nothing under an id that is none, whatever is in it', async () => {
    const id = (await named?.resource.create(full)) ?? '';
    const unknown = named?.resource.unknownId ?? '';
    const hostile = ['%zz', '%', '%00', '%2e%2e', '..%2f..%2fforms', '%C3%28', '%F0%9F%98%80', '%23', '%2A', "'", '*'];
    const altered = [id.toLowerCase(), `${id}%20`, `%20${id}`, `${id}%00`, `${id}%23`, id.slice(0, -1), `${id}0`];
    const names = ['__proto__', 'constructor', 'null', 'undefined', '0', '-1', unknown, 'x'.repeat(2000)];
    const { path, headers, ...request } = requestOf(contract, withId('HERE'));
    const authorized = { ...request, headers: { ...headers, ...(await fullHeaders(contract)) } };
    for (const hostileId of [...hostile, ...altered, ...names]) {
      const reply = await service.send({ ...authorized, path: path.replace('HERE', hostileId) });
      expectRefusal(reply, 404, 'not_found');
    }
    for (const hostileId of ['..', '../..', ';a=b', '%2F', '//']) {
      const reply = await service.send({ ...authorized, path: path.replace('HERE', hostileId) });
      expect([400, 404, 405]).toContain(reply.status);
    }
  });
});

/** The public schema belongs to everybody. */
const belongsToSomebody = (contract: Contract) => hasParameter(contract) && needsCredential(contract);

describe.each(those(belongsToSomebody))('%s', (operation, contract) => {
  const call = callOfUnknown(operation);
  const expectHidden = async (theirs: Client) => {
    const theirRecord = await validCall(operation, theirs);
    const [hidden, missing] = [await full(operation, theirRecord), await full(operation, call)];
    expectRefusal(hidden, 404, 'not_found');
    expect(bodyWithoutRequestId(hidden)).toEqual(bodyWithoutRequestId(missing));
    expect((await theirs(operation, theirRecord)).status).toBe(statusOf(operation));
  };

  if (contract.scope === undefined) {
    it('hides what another environment has', async () => {
      await expectHidden(fullIn('staging'));
    });
  }

  if (contract.scope === 'organization') {
    it('is the same in each environment of the organization', async () => {
      const record = await validCall(operation, fullIn('staging'));
      expect((await full(operation, record)).status).toBe(statusOf(operation));
    });
  }

  itLocally('hides what another organization has', async () => {
    await expectHidden(await fullElsewhere());
  });
});

describe.each(those(({ etag, method }) => etag && method === 'GET'))('%s', operation => {
  it('sends a record again only when it is another than the client has', async () => {
    const call = await validCall(operation, full);
    const { etag = '' } = (await full(operation, call)).headers;
    for (const has of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await full(operation, { ...call, headers: { 'if-none-match': has } });
      expect({ status: reply.status, text: reply.text }).toEqual({ status: 304, text: '' });
      expect(reply.headers.etag).toBe(etag);
      expect(reply.headers['access-control-allow-origin']).toBe('*');
    }
    for (const has of ['"other"', etag.replaceAll('"', ''), '']) {
      const reply = await full(operation, { ...call, headers: { 'if-none-match': has } });
      expect({ status: reply.status, etag: reply.headers.etag }).toEqual({ status: 200, etag });
    }
  });
});

describe.each(those(({ etag, method }) => etag && method === 'PUT'))('%s', (operation, contract) => {
  const [reader] = contracts.find(([, other]) => other.path === contract.path && other.method === 'GET') ?? [];

  it('changes a record only while it is the one that If-Match names', async () => {
    const call = await validCall(operation, full);
    const read = () => full(reader ?? operation, { ...(call.params && { params: call.params }) });
    const { etag: first = '' } = (await read()).headers;
    const changed = await full(operation, { ...call, headers: { 'if-match': first } });
    expect(changed.status).toBe(200);
    const second = changed.headers.etag ?? '';
    expect(second).not.toBe(first);
    expect((await read()).headers.etag).toBe(second);

    for (const stale of [first, '"other"', 'nonsense']) {
      const reply = await full(operation, { ...call, headers: { 'if-match': stale } });
      expectRefusal(reply, 412, 'version_mismatch');
    }
    expect((await read()).headers.etag).toBe(second);
    for (const held of [`"other", ${second}`, '*']) {
      expect((await full(operation, { ...call, headers: { 'if-match': held } })).status).toBe(200);
    }
  });
});

describe.each(those(({ patches }) => patches))('%s', (operation, contract) => {
  const reader = contracts.find(([, other]) => other.path === contract.path && other.method === 'GET')?.[0];
  const { responseOnly = [], writeOnly = [] } = contract.patches ?? {};
  const valueAt = (record: Json, path: string) => path.split('.').reduce((part, name) => part?.[name], record);
  const patchOf = (path: string, value: unknown) =>
    path.split('.').reduceRight<unknown>((part, name) => ({ [name]: part }), value);
  /** A call that changes nothing of a new record, and that record: as it is read, or as the update answers it. */
  const recordOf = async (): Promise<[Call, Json]> => {
    const { body, ...call } = await validCall(operation, full);
    const read = reader ? await full(reader, call) : await full(operation, { ...call, body });
    return [call, read.body];
  };

  it('takes a record back as it was read, and leaves it as it is', async () => {
    const [call, record] = await recordOf();
    const reply = await full(operation, { ...call, body: record });
    expect({ status: reply.status, body: reply.body }).toEqual({ status: 200, body: record });
  });

  it('changes nothing that only the service sets, and names each such property', async () => {
    const [call, record] = await recordOf();
    const shown = responseOnly.filter(path => valueAt(record, path) !== undefined);
    expect(shown.filter(path => !path.includes('.'))).toEqual(responseOnly.filter(path => !path.includes('.')));
    for (const path of shown) {
      const reply = await full(operation, { ...call, body: patchOf(path, 'another') });
      expect(expectRefusal(reply, 400, 'validation_failed')).toContainEqual(
        expect.objectContaining({ field: path, rule: 'readOnly' }),
      );
    }
  });

  it('loses no secret by null', async () => {
    const [call] = await recordOf();
    for (const path of writeOnly) {
      const reply = await full(operation, { ...call, body: patchOf(path, null) });
      expect(expectRefusal(reply, 400, 'validation_failed')).toContainEqual(
        expect.objectContaining({ field: path, rule: 'required' }),
      );
    }
  });

  it('is refused, and not failed, however deep the body goes', async () => {
    const [call] = await recordOf();
    const body = `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`;
    expectRefusal(await full(operation, { ...call, body }), 400, 'validation_failed');
  });
});

describe('an unknown route', () => {
  it.each(['/', '/nothing', '/form', '/forms/a/b/c', '/v1', '/v1/forms', '/v2/forms', '/FORMS', '//forms'])(
    'is answered in the error shape: %s',
    async path => {
      const headers = keyHeader('secretKey', service.key('secretKey'));
      for (const method of ['GET', 'POST', 'DELETE']) {
        expectRefusal(await service.send({ method, path, headers }), 404, 'not_found');
      }
      expectRefusal(await service.send({ method: 'GET', path }), 404, 'not_found');
    },
  );
});

describe('the two keys of an environment', () => {
  const kinds: KeyKind[] = ['publishableKey', 'secretKey'];

  it.each(['production', 'staging', 'development'] as const)('submit to the forms of %s', async environment => {
    const form = await newForm(service.client('secretKey', environment), contactForm);
    expect(form.environment).toBe(environment);
    for (const kind of kinds) {
      const prefix = `${kind === 'secretKey' ? 'sk' : 'pk'}_${environment === 'production' ? 'live' : 'test'}_`;
      expect(service.key(kind, environment)).toMatch(new RegExp(`^${prefix}\\w{38}$`));
      const submission = { params: { formId: form.id }, body: { name: 'Ada' } };
      expect((await service.client(kind, environment)('createSubmission', submission)).status).toBe(201);
    }
  });
});

import { describe, expect, it } from '@jest/globals';
import { callOfUnknown, resourceOf, statusOf } from '../../support/cloud/calls/valid-calls.ts';
import { type Call, type Client, requestOf } from '../../support/cloud/client.ts';
import { fullAccess } from '../../support/cloud/full-access.ts';
import type { Json } from '../../support/cloud/http.ts';
import { itLocally, startedService } from '../../support/cloud/service.ts';
import { inTurn } from '../../support/in-turn.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { all, belongsToSomebody, bodyWithoutRequestId, contracts, hasParameter, those } from './contracts.ts';

const service = startedService();
const { full, fullIn, fullElsewhere, fullHeaders, validCall } = fullAccess(service);

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
    for (const hostileId of inTurn(operation, [...hostile, ...altered.filter(each => each !== id), ...names], 8)) {
      const reply = await service.send({ ...authorized, path: path.replace('HERE', hostileId) });
      expectRefusal(reply, 404, 'not_found');
    }
    for (const hostileId of inTurn(operation, ['..', '../..', ';a=b', '%2F', '//'])) {
      const reply = await service.send({ ...authorized, path: path.replace('HERE', hostileId) });
      expect([400, 404, 405]).toContain(reply.status);
    }
  });
});

describe.each(those(belongsToSomebody))('%s', (operation, contract) => {
  const call = callOfUnknown(operation);
  const expectHidden = async (theirs: Client) => {
    const theirRecord = await validCall(operation, theirs);
    // A record of a user comes with the user's own session.
    const { authorization: _, ...headers } = theirRecord.headers ?? {};
    const [hidden, missing] = [await full(operation, { ...theirRecord, headers }), await full(operation, call)];
    expectRefusal(hidden, 404, 'not_found');
    expect(bodyWithoutRequestId(hidden)).toEqual(bodyWithoutRequestId(missing));
    expect((await theirs(operation, theirRecord)).status).toBe(statusOf(operation));
  };

  if (contract.scope === undefined) {
    it('hides what another environment has, and is permitted there', async () => {
      await expectHidden(fullIn('staging'));
    });
  }

  if (contract.scope === 'organization') {
    it('is the same in each environment of the organization', async () => {
      const record = await validCall(operation, fullIn('staging'));
      // What no key of staging may do, an owner has done there.
      const client = contract.liveKeysOnly ? service.session('owner') : full;
      expect((await client(operation, record)).status).toBe(statusOf(operation));
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
  const [reader] = all.find(([, other]) => other.path === contract.path && other.method === 'GET') ?? [];

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
    const { required = [] } = (contract.response ?? {}) as { required?: readonly string[] };
    expect(shown).toEqual(expect.arrayContaining(responseOnly.filter(path => required.includes(path))));
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

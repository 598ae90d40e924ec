import { describe, expect, it } from '@jest/globals';
import { keyTypeOf } from '../../shared/domain/accounts/api-key.ts';
import { type Client, clientOf } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { keyHeader, startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const admin = service.session('admin');

const bearer = (key: string): Client =>
  clientOf(() => ({ baseUrl: service.credentials().baseUrl, headers: keyHeader('secretKey', key) }));

async function newKey(body: object = {}): Promise<Json> {
  const reply = await admin('createApiKey', { body: { type: 'secret', name: 'Test', ...body } });
  expect({ status: reply.status, body: reply.body }).toMatchObject({ status: 201 });
  return reply.body;
}

const rotate = (id: string, body?: object) => admin('rotateApiKey', { params: { id }, ...(body && { body }) });
const listed = async (client = admin): Promise<Json[]> => (await client('listApiKeys')).body.items;
const works = async (key: string) => expect((await bearer(key)('listForms')).status).toBe(200);
const isRefused = async (key: string) => expectRefusal(await bearer(key)('listForms'), 401, 'invalid_api_key');

/** Within the five seconds that a function may still know the key for. */
const isSoonRefused = (key: string) => eventually(() => isRefused(key), 7_000);

describe('a new key', () => {
  it('works at once in its environment, and shows its secret this once', async () => {
    const { key, ...record } = await newKey({ environment: 'staging', name: 'Warehouse' });
    expect(key).toMatch(/^sk_test_[0-9A-Za-z]{38}$/);
    expect(keyTypeOf(key)).toBe('secret');
    expect(record).toEqual({
      id: expect.stringMatching(/^key_/),
      ...{
        type: 'secret',
        role: 'admin',
        environment: 'staging',
        name: 'Warehouse',
        prefix: 'sk_test_',
        lastFour: key.slice(-4),
        hosted: false,
      },
      ...{ lastUsedAt: null, createdAt: expect.any(String), rotatedAt: null, earlierSecretsUntil: null },
    });
    const form = await newForm(bearer(key));
    expect(form.environment).toBe('staging');
    const inStaging = await listed(service.session('admin', 'staging'));
    expect(inStaging).toContainEqual({ ...record, lastUsedAt: expect.any(String) });
    expect(await listed()).not.toContainEqual(expect.objectContaining({ id: record.id }));
    expect(JSON.stringify(inStaging)).not.toContain(key.slice(8, -4));
    // Its id is enough to manage it, wherever the session acts.
    expect((await rotate(record.id)).body).toMatchObject({ id: record.id, environment: 'staging' });
    expect((await admin('deleteApiKey', { params: { id: record.id } })).status).toBe(204);
  });

  it('of type publishable submits, and does nothing else', async () => {
    const { key } = await newKey({ type: 'publishable' });
    expect(key).toMatch(/^pk_live_/);
    const { id: formId } = await newForm(service.client('secretKey'));
    const client = clientOf(() => ({
      baseUrl: service.credentials().baseUrl,
      headers: keyHeader('publishableKey', key),
    }));
    expect((await client('createSubmission', { params: { formId }, body: { name: 'Ada' } })).status).toBe(201);
    expectRefusal(await client('listForms'), 403, 'insufficient_permission');
    await isRefused(key);
  });

  it('has to be described in full', async () => {
    expectFaults(await admin('createApiKey', { body: {} }), 'type required', 'name required');
    const body = { type: 'session', name: ' ', environment: 'live' };
    expectFaults(await admin('createApiKey', { body }), 'type enum', 'name pattern', 'environment enum');
  });

  it('is listed with those that there are, newest first', async () => {
    const { id } = await newKey();
    const keys = await listed();
    expect(keys[0].id).toBe(id);
    expect(keys.map(({ name }) => name)).toEqual(expect.arrayContaining(['first secret key', 'first publishable key']));
    const { body } = await service.client('secretKey')('listApiKeys', { query: { limit: 1, order: 'asc' } });
    expect(body).toMatchObject({ total: keys.length, hasMore: true });
    const next = await admin('listApiKeys', { query: { cursor: body.nextCursor, order: 'asc', limit: 1000 } });
    expect([...body.items, ...next.body.items].map(({ id }) => id).reverse()).toEqual(keys.map(({ id }) => id));
  });
});

describe('a rotated key', () => {
  it('keeps its id, and both secrets work until the grace ends', async () => {
    const { key: old, ...before } = await newKey();
    const { status, body } = await rotate(before.id, { graceSeconds: 2 });
    const { key, ...record } = body;
    expect({ status, keyIsNew: key !== old }).toEqual({ status: 200, keyIsNew: true });
    expect(record).toEqual({
      ...before,
      lastFour: key.slice(-4),
      rotatedAt: expect.any(String),
      earlierSecretsUntil: expect.any(String),
    });
    await works(old);
    await works(key);
    await isSoonRefused(old);
    await works(key);
    const after = (await listed()).filter(({ id }) => id === before.id);
    expect(after).toMatchObject([{ lastFour: key.slice(-4), earlierSecretsUntil: null }]);
  });

  it('has a day of grace when none is named, and none when it is 0', async () => {
    const { id, key: first } = await newKey();
    const { body: second } = await rotate(id);
    const dayMs = 24 * 3_600_000;
    expect(Math.abs(Date.parse(second.earlierSecretsUntil) - Date.now() - dayMs)).toBeLessThan(60_000);
    await works(first);
    const { body: third } = await rotate(id, { graceSeconds: 0 });
    expect(third.earlierSecretsUntil).toBeNull();
    // A secret of a rotation before that works no longer than the last one was given.
    await Promise.all([first, second.key].map(isSoonRefused));
    await works(third.key);
  });

  it('takes a grace of 0 to 604800 whole seconds', async () => {
    const { id } = await newKey();
    for (const graceSeconds of [-1, 604_801, 1.5, '60', null]) {
      expect(expectRefusal(await rotate(id, { graceSeconds }), 400, 'validation_failed')).toHaveLength(1);
    }
    expect((await rotate(id, { graceSeconds: 604_800 })).status).toBe(200);
  });

  it('has five older secrets at most that work', async () => {
    const { id } = await newKey();
    for (let rotation = 0; rotation < 5; rotation++) expect((await rotate(id)).status).toBe(200);
    expectRefusal(await rotate(id), 409, 'conflict');
    expect((await rotate(id, { graceSeconds: 0 })).status).toBe(200);
    expect((await rotate(id)).status).toBe(200);
  });
});

describe('a deleted key', () => {
  it('is refused within seconds, with every secret it had', async () => {
    const { id, key: first } = await newKey();
    const { key: second } = (await rotate(id)).body;
    await works(first);
    await works(second);
    expect((await admin('deleteApiKey', { params: { id } })).status).toBe(204);
    await Promise.all([first, second].map(isSoonRefused));
    expect((await listed()).map(key => key.id)).not.toContain(id);
    for (const operation of ['deleteApiKey', 'rotateApiKey'] as const) {
      expectRefusal(await admin(operation, { params: { id } }), 404, 'not_found');
    }
  });
});

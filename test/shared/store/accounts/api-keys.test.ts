import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { hashOfKey } from '../../../../shared/domain/accounts/api-key.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { log } from '../../../../shared/log.ts';
import { type ApiKey, apiKeyByHash, roleOfKey } from '../../../../shared/store/accounts/api-key-lookup.ts';
import {
  apiKeyRecord,
  countApiKeys,
  createApiKey,
  deleteApiKey,
  getApiKeyOf,
  isRotatedSince,
  listApiKeys,
  rotateApiKey,
} from '../../../../shared/store/accounts/api-keys.ts';
import { keyOf, keysOf } from '../../../../shared/store/keys.ts';
import type { Order } from '../../../../shared/store/query.ts';
import { quotas } from '../../../../shared/store/quotas.ts';
import { dynamodb, updateItem } from '../../../../shared/store/table.ts';
import { style, waiting } from '../../../support/records/accounts.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const hour = 3_600_000;
/** No key is in a cache from one use to the next. */
const aWhile = 6_000;

let now = Date.now();
let caller: Caller;

beforeAll(() => {
  log.setLogLevel('SILENT');
});

beforeEach(async () => {
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  caller = await newCaller();
});

afterEach(() => {
  jest.restoreAllMocks();
  delete process.env.MAIL_FROM;
});

async function newKey(): Promise<{ id: string; key: string }> {
  const created = await createApiKey({ type: 'secret', name: 'Test' }, { caller, action: 'api_key.created' });
  if (!created || created === 'full') throw new Error('The key is not stored');
  return { id: created.record.id, key: created.key };
}

async function current(id: string) {
  const key = await getApiKeyOf(caller, id);
  if (!key) throw new Error('There is no such key');
  return key;
}

async function rotate(id: string, graceMs: number): Promise<string> {
  const rotated = await rotateApiKey(await current(id), { graceMs }, { caller, action: 'api_key.rotated' });
  if (!rotated || rotated === 'full') throw new Error('The key is not rotated');
  return rotated.key;
}

/** Whether the secret is taken once no cache knows it as it was. */
async function works(key: string): Promise<boolean> {
  now += aWhile;
  return (await apiKeyByHash(hashOfKey(key))) !== undefined;
}

describe('a key', () => {
  it('shows its last use, written once an hour', async () => {
    const { id, key } = await newKey();
    const lastUsedAt = async () => apiKeyRecord((await current(id)).record).lastUsedAt;
    expect(await lastUsedAt()).toBeNull();
    await works(key);
    const first = now;
    expect(await lastUsedAt()).toBe(new Date(first).toISOString());
    const send = jest.spyOn(dynamodb, 'send');
    for (let use = 0; use < 5; use++) await works(key);
    expect(send.mock.calls.map(([command]) => command.constructor.name)).toEqual(Array(5).fill('GetCommand'));
    now = first + hour;
    await works(key);
    expect(await lastUsedAt()).toBe(new Date(now).toISOString());
  });

  it('is taken although its last use cannot be written', async () => {
    const { key } = await newKey();
    const send = dynamodb.send.bind(dynamodb);
    jest
      .spyOn(dynamodb, 'send')
      .mockImplementation(((command: object) =>
        command.constructor.name === 'UpdateCommand'
          ? Promise.reject(new Error('busy'))
          : send(command as never)) as never);
    expect(await works(key)).toBe(true);
  });

  it('that was made before there were roles is an owner', () => {
    expect(roleOfKey({ name: 'Old' } as ApiKey)).toBe('owner');
    expect(roleOfKey({ name: 'New', role: 'viewer' } as ApiKey)).toBe('viewer');
  });

  it('is shown without its hash, with its role and the end of its older secrets', () => {
    const record: ApiKey = {
      ...{ id: 'key_1', type: 'secret', role: 'editor', name: 'Test', prefix: 'sk_live_', lastFour: 'abcd' },
      ...{
        organizationId: 'org_1',
        environmentId: 'env_1',
        environment: 'staging',
        createdAt: '2026-02-03T04:05:06.000Z',
      },
    };
    const shown = {
      ...{ id: 'key_1', type: 'secret', role: 'editor', name: 'Test', prefix: 'sk_live_', lastFour: 'abcd' },
      ...{ environment: 'staging', hosted: false, lastUsedAt: null, createdAt: '2026-02-03T04:05:06.000Z' },
      ...{ rotatedAt: null, earlierSecretsUntil: null },
    };
    expect(apiKeyRecord(record)).toEqual(shown);
    const times = { lastUsedAt: '2026-02-04T00:00:00.000Z', rotatedAt: '2026-02-05T00:00:00.000Z' };
    const hosted = { ...record, ...times, type: 'publishable', hosted: true } as const;
    expect(apiKeyRecord(hosted)).toEqual({ ...shown, ...times, type: 'publishable', role: null, hosted: true });
    const ends = [now + 2, now + 3, now + 1, now];
    const earlier = ends.map(expiresAt => ({ sha256: 'hash', expiresAt }));
    expect(apiKeyRecord({ ...record, earlier }).earlierSecretsUntil).toBe(new Date(now + 3).toISOString());
    expect(apiKeyRecord({ ...record, earlier: earlier.slice(3) }).earlierSecretsUntil).toBeNull();
  });

  it('is found in every environment of its organization, and in no other', async () => {
    const [{ id }, other] = [await newKey(), await newCaller()];
    expect(await getApiKeyOf({ organizationId: caller.organizationId }, id)).toMatchObject({ record: { id } });
    expect(await getApiKeyOf(other, id)).toBeUndefined();
    expect(await getApiKeyOf(caller, 'key_#1')).toBeUndefined();
    expect((await current(id)).record).not.toHaveProperty('pk');
  });

  it('is found although the list still names a secret that was replaced', async () => {
    const { id, key } = await newKey();
    const row = keysOf('apiKey', { sha256: hashOfKey(key), environmentId: caller.environmentId, key: id });
    const next = await rotate(id, hour);
    await rotate(id, hour);
    const newest = await current(id);
    const { pk, sk, ...listed } = row;
    expect(hashOfKey(next)).not.toBe(newest.sha256);
    const inList = keyOf('apiKey', { sha256: newest.sha256 });
    await updateItem(inList, { remove: Object.keys(listed) });
    await updateItem({ pk, sk }, { set: listed });
    expect(await current(id)).toMatchObject({ sha256: newest.sha256, record: { id } });
    await expect(idsFrom({ order: 'asc' })).resolves.not.toContain(id);
  });

  it('is listed with the others of its environment, in both orders and from any of them on', async () => {
    const first = await idsFrom({ order: 'asc' });
    now += 1;
    const { id: second } = await newKey();
    now += 1;
    const { id: third } = await newKey();
    expect(first).toHaveLength(2);
    expect(await idsFrom({ order: 'asc' })).toEqual([...first, second, third]);
    expect(await idsFrom({ order: 'desc' })).toEqual([third, second, ...first.toReversed()]);
    expect(await idsFrom({ order: 'asc', position: second })).toEqual([third]);
    expect(await idsFrom({ order: 'desc', position: second })).toEqual(first.toReversed());
    const [listed] = await keysFrom({ order: 'desc' });
    expect(listed).toEqual((await current(third)).record);
  });

  it.each([
    ['session', 'secret', 'editor', { keyKind: 'secret, production, editor', by: 'usr_1' }],
    ['secretKey', 'publishable', undefined, { keyKind: 'publishable, production' }],
  ] as const)(
    'that a %s makes is told by mail to those who administer the organization: %s',
    async (kind, type, role, told) => {
      process.env.MAIL_FROM = 'forms@acme.example';
      const by = { ...caller, kind, id: 'usr_1' };
      const created = await createApiKey(
        { type, role, name: 'Told' },
        { caller: by, action: 'api_key.created' },
        style,
      );
      expect(created).toMatchObject({ record: { type, name: 'Told' } });
      const { organizationId } = caller;
      const mails = (await waiting('MAIL')).filter(mail => mail.organizationId === organizationId);
      expect(mails).toEqual([
        expect.objectContaining({ kind: 'keyCreated', organizationId, name: 'Told', at: now, ...told, ...style }),
      ]);
      expect(mails[0]?.by).toBe('by' in told ? told.by : undefined);
    },
  );

  it('is in an environment with 99 others at most', async () => {
    const { id } = await newKey();
    for (let count = await countApiKeys(caller.environmentId); count < quotas.apiKeys.max; count++) await newKey();
    expect(await createApiKey({ type: 'secret', name: 'One more' }, { caller, action: 'api_key.created' })).toBe(
      'full',
    );
    expect(await deleteApiKey(await current(id), { caller, action: 'api_key.deleted' })).toBe(true);
    await newKey();
    expect(await countApiKeys(caller.environmentId)).toBe(quotas.apiKeys.max);
  });
});

async function keysFrom({ order, position }: { order: Order; position?: string }): Promise<ApiKey[]> {
  const keys: ApiKey[] = [];
  for await (const key of listApiKeys(caller.environmentId, { order, position, expected: 2 })) keys.push(key);
  return keys;
}

const idsFrom = async (from: { order: Order; position?: string }) => (await keysFrom(from)).map(({ id }) => id);

describe('an older secret of a key', () => {
  it('works until its grace ends, also for a function that knows it', async () => {
    const { id, key } = await newKey();
    const next = await rotate(id, hour);
    const end = now + hour;
    expect(await works(key)).toBe(true);
    now = end - 1;
    expect(await apiKeyByHash(hashOfKey(key))).toBeDefined();
    now = end;
    expect(await apiKeyByHash(hashOfKey(key))).toBeUndefined();
    expect(await works(next)).toBe(true);
  });

  it('keeps its own end, unless a later rotation gives less', async () => {
    const { id, key: first } = await newKey();
    const second = await rotate(id, hour);
    const third = await rotate(id, 5 * hour);
    now += hour;
    expect(await works(first)).toBe(false);
    expect(await works(second)).toBe(true);
    await rotate(id, 0);
    for (const key of [second, third]) expect(await works(key)).toBe(false);
  });

  it('is one of five at most that work, unless all end', async () => {
    const { id } = await newKey();
    for (let rotations = 0; rotations < 5; rotations++) await rotate(id, hour);
    const read = await current(id);
    const made = { caller, action: 'api_key.rotated' } as const;
    expect(await rotateApiKey(read, { graceMs: 1 }, made)).toBe('full');
    expect(await current(id)).toEqual(read);
    await rotate(id, 0);
    expect((await current(id)).record.earlier).toEqual([]);
  });

  it('is not known to a request that began before its rotation', async () => {
    const { id } = await newKey();
    expect(isRotatedSince(await current(id), 0)).toBe(false);
    await rotate(id, hour);
    const rotated = await current(id);
    expect([now - 1, now, now + 1].map(time => isRotatedSince(rotated, time))).toEqual([true, true, false]);
  });

  it('goes with the key', async () => {
    const { id, key } = await newKey();
    const next = await rotate(id, hour);
    expect(await deleteApiKey(await current(id), { caller, action: 'api_key.deleted' })).toBe(true);
    for (const secret of [key, next]) expect(await works(secret)).toBe(false);
  });
});

describe('two changes of a key at once', () => {
  it('are one change', async () => {
    const { id } = await newKey();
    const read = await current(id);
    expect(await rotateApiKey(read, { graceMs: hour }, { caller, action: 'api_key.rotated' })).toBeDefined();
    expect(await rotateApiKey(read, { graceMs: hour }, { caller, action: 'api_key.rotated' })).toBeUndefined();
    expect(await deleteApiKey(read, { caller, action: 'api_key.deleted' })).toBe(false);
    expect(await deleteApiKey(await current(id), { caller, action: 'api_key.deleted' })).toBe(true);
    expect(await getApiKeyOf(caller, id)).toBeUndefined();
  });
});

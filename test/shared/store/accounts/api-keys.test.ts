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
  rotateApiKey,
} from '../../../../shared/store/accounts/api-keys.ts';
import { quotas } from '../../../../shared/store/quotas.ts';
import { dynamodb } from '../../../../shared/store/table.ts';
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

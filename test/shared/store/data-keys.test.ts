import { GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, jest } from '@jest/globals';
import { kms } from '../../../shared/aws/kms.ts';
import { newId } from '../../../shared/ids.ts';
import {
  destroyDataKeys,
  getDataKey,
  getDestroyedGeneration,
  newestDataKey,
  rotateDataKey,
} from '../../../shared/store/data-keys.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { dynamodb } from '../../../shared/store/table.ts';
import { useKms } from '../../support/table/kms.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
useKms();

const newOwner = () => ({ organizationId: newId('organization'), environmentId: newId('environment') });
type Owner = ReturnType<typeof newOwner>;

const TableName = () => process.env.DATA_KEYS_TABLE;
const keyItem = ({ organizationId: org, environmentId: environment }: Owner, generation = 1) =>
  keyOf('dataKey', { org, environment, generation: String(generation).padStart(6, '0') });

async function storedKeys({ organizationId }: Owner) {
  const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: TableName() }));
  return Items.filter(({ pk }) => String(pk).includes(organizationId));
}

/** As another execution environment sees the table: with nothing in its memory. */
function elsewhere<T>(read: () => Promise<T>): Promise<T> {
  jest.useFakeTimers({ now: Date.now() + 301_000, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
  return read().finally(() => jest.useRealTimers());
}

/** Runs two that write at once: the first waits with its write until the other has one, too. */
async function bothWriting<T>(work: () => Promise<T>): Promise<T> {
  const name = 'bothWriting';
  const second = Promise.withResolvers<void>();
  let writes = 0;
  dynamodb.middlewareStack.add(
    next => async args => {
      if ('Item' in args.input && ++writes === 2) second.resolve();
      if ('Item' in args.input) await second.promise;
      return next(args);
    },
    { name, step: 'initialize' },
  );
  return work().finally(() => dynamodb.middlewareStack.remove(name));
}

it('is made once for an environment, however many need it first', async () => {
  const owner = newOwner();
  const made = await Promise.all(Array.from({ length: 10 }, () => newestDataKey(owner)));
  for (const { generation, key } of made) expect({ generation, key }).toEqual(made[0]);
  expect(await storedKeys(owner)).toHaveLength(1);
  expect(await elsewhere(() => newestDataKey(owner))).toEqual(made[0]);
  expect(await getDataKey(owner, 1)).toEqual(made[0]?.key);
});

it('is stored wrapped, and asked of KMS once in five minutes', async () => {
  const owner = newOwner();
  const send = jest.spyOn(kms, 'send');
  const { key } = await newestDataKey(owner);
  for (let time = 0; time < 10; time++) await newestDataKey(owner);
  expect(send).toHaveBeenCalledTimes(1);
  await getDataKey(owner, 1);
  await getDataKey(owner, 1);
  expect(send).toHaveBeenCalledTimes(2);
  await elsewhere(() => newestDataKey(owner));
  expect(send).toHaveBeenCalledTimes(3);
  send.mockRestore();
  const [item] = await storedKeys(owner);
  expect(Buffer.from(item?.wrapped).includes(Buffer.from(key))).toBe(false);
});

it('opens for nobody else', async () => {
  const [owner, other] = [newOwner(), newOwner()];
  await newestDataKey(owner);
  const { Item } = await dynamodb.send(new GetCommand({ TableName: TableName(), Key: keyItem(owner) }));
  const strangers = [other, { ...owner, environmentId: other.environmentId }];
  for (const stranger of strangers) {
    await dynamodb.send(new PutCommand({ TableName: TableName(), Item: { ...Item, ...keyItem(stranger) } }));
    expect(await getDataKey(stranger, 1)).toBeUndefined();
    await expect(newestDataKey(stranger)).rejects.toThrow('damaged');
  }
});

it('is followed by another, and still opens', async () => {
  const owner = newOwner();
  const first = await newestDataKey(owner);
  const second = await rotateDataKey(owner);
  expect(second.generation).toBe(2);
  expect(second.key).not.toEqual(first.key);
  // Who has the first in memory seals with it for up to five minutes.
  expect(await newestDataKey(owner)).toEqual(first);
  expect(await elsewhere(() => newestDataKey(owner))).toEqual(second);
  expect(await getDataKey(owner, 1)).toEqual(first.key);
  expect(await getDataKey(owner, 3)).toBeUndefined();
});

it('is followed by one alone, where two rotations come at once', async () => {
  const owner = newOwner();
  await newestDataKey(owner);
  const rotated = await bothWriting(() => Promise.all([rotateDataKey(owner), rotateDataKey(owner)]));
  expect(rotated.map(({ generation }) => generation)).toEqual([2, 2]);
  expect(rotated[0]).toEqual(rotated[1]);
  expect(await storedKeys(owner)).toHaveLength(2);
});

it('goes with its organization, and that of another stays', async () => {
  const [owner, other] = [newOwner(), newOwner()];
  const second = { ...owner, environmentId: newId('environment') };
  for (const each of [owner, second, other]) await newestDataKey(each);
  await rotateDataKey(owner);
  await destroyDataKeys(owner.organizationId);
  await destroyDataKeys(owner.organizationId);
  expect(await storedKeys(owner)).toEqual([]);
  for (const each of [owner, second]) expect(await elsewhere(() => getDataKey(each, 1))).toBeUndefined();
  expect(await elsewhere(() => getDataKey(other, 1))).toHaveLength(32);
});

it('is known as destroyed where an operator noted it, up to a generation and in one environment', async () => {
  const [owner, other] = [newOwner(), newOwner()];
  expect(await getDestroyedGeneration(owner)).toBe(0);
  const note = keyOf('destroyedKeys', { org: owner.organizationId, environment: owner.environmentId });
  await dynamodb.send(new PutCommand({ TableName: TableName(), Item: { ...note, generation: 2 } }));
  expect(await getDestroyedGeneration(owner)).toBe(2);
  const keys = [1, 2, 3].map(generation => getDataKey(owner, generation));
  expect(await Promise.all(keys)).toEqual(['destroyed', 'destroyed', undefined]);
  expect(await getDestroyedGeneration({ ...owner, environmentId: other.environmentId })).toBe(0);
  expect(await getDestroyedGeneration({ ...owner, organizationId: other.organizationId })).toBe(0);
  expect(await getDataKey({ ...owner, environmentId: other.environmentId }, 1)).toBeUndefined();
});

it('is first made by a rotation where there was none, and not while KMS is away', async () => {
  const [owner, other] = [newOwner(), newOwner()];
  const { generation, key } = await rotateDataKey(owner);
  expect(generation).toBe(1);
  expect(await newestDataKey(owner)).toEqual({ generation, key });
  const id = process.env.KMS_KEY_ID;
  process.env.KMS_KEY_ID = 'deleted';
  await expect(rotateDataKey(other)).rejects.toMatchObject({ status: 503 });
  process.env.KMS_KEY_ID = id;
  expect(await storedKeys(other)).toEqual([]);
});

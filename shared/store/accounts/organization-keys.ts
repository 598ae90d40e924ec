import { type Key, keyOf, partitionOf } from '../keys.ts';
import { batchGet, deleteOnce } from '../table.ts';
import { readTimeline } from '../timeline.ts';
import { environmentsOf } from './environments.ts';

/** Deletes every key of an organization, including those that a rotation replaced. */
export async function removeKeys(organizationId: string): Promise<number> {
  const environments = await environmentsOf(organizationId);
  const removed = await Promise.all(environments.map(({ id }) => removeKeysOf(id)));
  return removed.reduce((sum, each) => sum + each, 0);
}

async function removeKeysOf(environmentId: string): Promise<number> {
  const keys = await batchGet(await rowsOf(partitionOf('apiKey', 'gsi1pk', { environmentId })));
  const replaced = keys.flatMap(({ earlier }) => (earlier ?? []) as { sha256: string }[]);
  // Only the key that replaced them names these keys, so they are deleted first.
  await deleteEach(replaced.map(({ sha256 }) => keyOf('apiKey', { sha256 })));
  await deleteEach([...keys, keyOf('hostedKey', { environmentId })]);
  return keys.length;
}

/** Deletes items one by one, because the endpoint that calls this has no permission to delete in batches. */
const deleteEach = (keys: readonly Key[]): Promise<unknown> => Promise.all(keys.map(deleteOnce));

async function rowsOf(gsi1pk: string): Promise<Key[]> {
  const rows: Key[] = [];
  for await (const { pk, sk } of readTimeline({ index: 'lists', partitions: [gsi1pk] }, { order: 'asc' })) {
    rows.push({ pk, sk });
  }
  return rows;
}

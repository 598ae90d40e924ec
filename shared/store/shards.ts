import { shardsMax } from '../ids.ts';
import { expression } from './expression.ts';
import type { Key } from './keys.ts';
import { updateItem } from './table.ts';

/** Sets the `shards` of an item to four times as many as were known, 32 at most, unless it has as many already. */
export async function raiseShards(key: Key, known: number): Promise<number> {
  const shards = Math.min(known * 4, shardsMax);
  await updateItem(key, { set: { shards }, if: expression`attribute_exists(pk) AND shards < ${shards}` });
  return shards;
}

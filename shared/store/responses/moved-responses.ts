import {
  completedSortKey,
  isCompletedSortKey,
  randomShard,
  responseAddress,
  responseId,
  shardNames,
  timeOf,
} from '../../ids.ts';
import { type Key, keyOf, partsOf, partsOfResponse } from '../keys.ts';
import { batchGet, getItem, type Item, type TransactItem } from '../table.ts';
import { deleteWrite, putWrite } from '../writes.ts';

/** Where a response of a form is stored. */
export type ResponsePlace = { readonly form: string; readonly shard: string; readonly sortKey: string };

/** Returns where a response is stored from its first save until it moves. */
export function firstPlace(id: string): ResponsePlace {
  const address = responseAddress(id);
  if (!address) throw new Error('This is not the id of a response');
  return { form: address.formId, shard: address.shard, sortKey: address.sortKey };
}

/** Returns where this item of a response of any kind is stored. */
export function placeOf({ pk, sk }: Key): ResponsePlace {
  const parts = partsOfResponse('pk', pk);
  if (!parts) throw new Error('This is not the key of a response');
  const { form, shard } = parts;
  return { form, shard, sortKey: sk };
}

/** Returns the ID of the response in this item. */
export function responseIdOf(key: Key): string {
  const { form, sortKey } = placeOf(key);
  return responseId(form, sortKey);
}

/**
 * Returns where a response moves when it is completed after its first save, at this time (ms since the epoch): to the
 * end of its shard, so that a reader walking the shard finds it. If the shard no longer takes new rows, it moves to
 * another.
 *
 * @param shards the number of shards that its form's new rows are spread over
 */
export function completedPlace(id: string, time: number, shards: number): ResponsePlace {
  const { form, shard, sortKey } = firstPlace(id);
  const isOpen = shardNames(shards).includes(shard);
  return { form, shard: isOpen ? shard : randomShard(shards), sortKey: completedSortKey(time, sortKey) };
}

/**
 * Returns where a restored or imported response is stored, by its submission time (ISO 8601). The first shard always
 * takes rows, so storing it twice leads to the same place.
 */
export function restoredPlace(id: string, submittedAt: string): ResponsePlace {
  const [first, time] = [firstPlace(id), Date.parse(submittedAt)];
  return time > timeOf(first.sortKey) ? completedPlace(id, time, 1) : first;
}

/** Returns the key of the pointer from the place in a response's ID to its new place. */
export const pointerKey = (id: string): Key => keyOf('movedResponse', firstPlace(id));

/** Returns the pointer to a place. `ttl` is when DynamoDB may remove the response, in seconds since the epoch. */
const pointerTo = (id: string, { shard, sortKey }: ResponsePlace, ttl?: number): Item => ({
  ...pointerKey(id),
  ...{ shard, to: sortKey },
  ...(ttl !== undefined && { ttl }),
});

/** Returns the place in a pointer, or undefined for another item. */
export function placeInPointer({ pk, shard, to }: Item): ResponsePlace | undefined {
  const form = partsOf('movedResponse', 'pk', pk)?.form;
  return form === undefined ? undefined : { form, shard: String(shard), sortKey: String(to) };
}

/** Returns where the response with this ID moved to, or undefined when it did not move. */
export async function movedPlaceOf(id: string): Promise<ResponsePlace | undefined> {
  const pointer = await getItem(pointerKey(id));
  return pointer && placeInPointer(pointer);
}

/** Returns the pointer to a response that moved, or none if it is where its ID says. */
export const pointersOf = (item: Key, ttl?: number): Item[] =>
  isCompletedSortKey(item.sk) ? [pointerTo(responseIdOf(item), placeOf(item), ttl)] : [];

/** Returns the writes that store the pointer. */
export const pointerWrites = (item: Key, ttl?: number): TransactItem[] =>
  pointersOf(item, ttl).map(pointer => putWrite(pointer));

/** Returns the keys of the pointers to moved responses among these items. */
export const pointersTo = (keys: readonly Key[]): Key[] =>
  keys.filter(isMoved).map(key => pointerKey(responseIdOf(key)));

const isMoved = ({ pk, sk }: Key): boolean => isCompletedSortKey(sk) && partsOfResponse('pk', pk) !== undefined;

/** Returns the write that deletes the pointer to a response, if there is one. */
export const deletePointerWrites = (item: Key): TransactItem[] => pointersTo([item]).map(key => deleteWrite(key));

/** Whether the processing of the response with this ID is restricted. */
export async function isRestricted(id: string): Promise<boolean> {
  const [found] = await batchGet([keyOf('restricted', firstPlace(id)), pointerKey(id)]);
  const place = found && placeInPointer(found);
  return place ? (await getItem(keyOf('restricted', place))) !== undefined : found !== undefined;
}

import { removalTime } from '../../domain/forms/retention.ts';
import type { SpamMark } from '../../domain/responses/response.ts';
import { changedKeys, keysOf, partsOf } from '../keys.ts';
import { getItem, type Item, type TransactItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, putNewWrite } from '../writes.ts';
import {
  asRead,
  dueKeysOf,
  itemTypeOf,
  keyOfResponse,
  keyParts,
  markChange,
  type StoredResponse,
} from './responses.ts';
import type { SealedResponse } from './sealed-answers.ts';
import { spamVisitWrite } from './visits.ts';

/**
 * Moves a response to the spam, or away from it, and tells its visit. What counted of it counts no longer, or again, by what
 * the new item says of where it was. False when somebody else changed it since it was read.
 *
 * @param writes belong to the move
 */
export async function moveResponse(
  read: StoredResponse,
  spam: SpamMark | undefined,
  { trace, writes = [] }: { trace?: string; writes?: readonly TransactItem[] } = {},
): Promise<SealedResponse | undefined> {
  const { response: before, storedForm, revision, visit } = read;
  const { environmentId } = storedForm;
  const { spam: _, ...rest } = before;
  const response: SealedResponse = { ...rest, updatedAt: new Date().toISOString(), ...(spam && { spam }) };
  const key = keyOfResponse(before);
  const stored = await getItem(key);
  if (!stored) return undefined;
  await markChange(read, response);
  const visitWrite = visit === undefined ? undefined : await spamVisitWrite(response, visit);
  const { duepk: _duepk, duesk: _duesk, ttl: _ttl, ...content } = stored;
  const { updatedAt } = response;
  const removedAt = removalTime(storedForm, Date.parse(before.submittedAt));
  const item = {
    ...content,
    ...keysOf(itemTypeOf(response), { ...keyParts(response.id), environmentId, indexShard: indexShardOf(stored) }),
    ...dueKeysOf(response, environmentId),
    ...(removedAt !== undefined && { ttl: Math.ceil(removedAt / 1000) }),
    ...{ spam, trace, was: spam ? before.status : 'spam', revision: revision + 1, updatedAt },
    ...changedKeys(updatedAt, stored.sk, environmentId),
    // A visit that has another response by now tells nothing of this one.
    visit: visitWrite && visit,
  };
  const moved = await writeIfUnchanged([
    deleteWrite(key, asRead(read)),
    putNewWrite(item),
    ...(visitWrite ? [visitWrite] : []),
    ...writes,
  ]);
  return moved ? response : undefined;
}

function indexShardOf({ gsi1pk }: Item): string {
  const index = String(gsi1pk);
  const { indexShard = '0' } = partsOf('response', 'gsi1pk', index) ?? partsOf('spam', 'gsi1pk', index) ?? {};
  return indexShard;
}

import { removalTime } from '../../domain/forms/retention.ts';
import type { SpamMark } from '../../domain/spam/spam-signals.ts';
import { changedKeys, keysOf, partsOfResponse } from '../keys.ts';
import { type Item, type TransactItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, putNewWrite } from '../writes.ts';
import { placeOf } from './moved-responses.ts';
import {
  answersMoveOf,
  asRead,
  dueKeysOf,
  itemTypeOf,
  markChange,
  type StoredResponse,
  takenBack,
} from './responses.ts';
import type { SealedResponse } from './sealed-answers.ts';
import { spamVisitWrite } from './visits.ts';

/**
 * Moves a response to spam or back, and updates its visit. The new item says where it was, so its counters are removed
 * or added again. Returns false when it has changed since it was read.
 *
 * @param writes more writes for the same transaction
 */
export async function moveResponse(
  found: StoredResponse,
  spam: SpamMark | undefined,
  { trace, writes = [] }: { trace?: string; writes?: readonly TransactItem[] } = {},
): Promise<SealedResponse | undefined> {
  const read = await takenBack(found);
  if (!read) return undefined;
  const { response: before, storedForm, revision, item: stored } = read;
  const { visit } = stored;
  const { environmentId } = storedForm;
  const { spam: _, ...rest } = before;
  const response: SealedResponse = { ...rest, updatedAt: new Date().toISOString(), ...(spam && { spam }) };
  await markChange(read, response);
  const visitWrite = visit === undefined ? undefined : await spamVisitWrite(response, visit);
  const { duepk, duesk, ttl, stamp, restoredAt, completes, ...content } = stored;
  const { updatedAt } = response;
  const removedAt = removalTime(storedForm, Date.parse(before.submittedAt));
  const item = {
    ...content,
    ...keysOf(itemTypeOf(response), { ...placeOf(stored), environmentId, indexShard: indexShardOf(stored) }),
    ...dueKeysOf(response, environmentId),
    ...answersMoveOf(storedForm),
    ...(removedAt !== undefined && { ttl: Math.ceil(removedAt / 1000) }),
    ...{ spam, trace, was: spam ? before.status : 'spam', revision: revision + 1, updatedAt },
    ...changedKeys(updatedAt, stored.sk, environmentId),
    // A visit that now has another response says nothing about this one.
    visit: visitWrite && visit,
  };
  const moved = await writeIfUnchanged([
    deleteWrite(stored, asRead(read)),
    putNewWrite(item),
    ...(visitWrite ? [visitWrite] : []),
    ...writes,
  ]);
  return moved ? response : undefined;
}

export function indexShardOf({ gsi1pk }: Item): string {
  return partsOfResponse('gsi1pk', String(gsi1pk))?.indexShard ?? '0';
}

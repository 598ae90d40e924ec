import { partialRemovalTime, removalTime } from '../../domain/forms/retention.ts';
import { changedKeys, dueKeys, keysOf } from '../keys.ts';
import { quotaUnusedCheck } from '../quotas.ts';
import { type TransactItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, putNewWrite } from '../writes.ts';
import { placeOf, pointerWrites } from './moved-responses.ts';
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
import { indexShardOf } from './spam.ts';

/**
 * Restricts the processing of a response, or lifts the restriction, in one transaction with these writes. A restricted
 * response is in partitions of its own, where no list, counter, export, receiver or retention finds it. For the
 * counters it was removed, and is then restored, so reports keep its submission, and receivers get no event.
 * Returns undefined when it has changed since it was read.
 */
export async function setRestriction(
  found: StoredResponse,
  restricts: boolean,
  writes: readonly TransactItem[],
): Promise<SealedResponse | undefined> {
  const read = await takenBack(found);
  if (!read) return undefined;
  const { storedForm, revision, item: stored } = read;
  const { restricted: _, ...before } = read.response;
  const response: SealedResponse = {
    ...before,
    updatedAt: new Date().toISOString(),
    ...(restricts && { restricted: true }),
  };
  await markChange(read, response);
  const { environmentId } = storedForm;
  const { updatedAt } = response;
  const { duepk, duesk, ttl: _ttl, stamp, trace, was, completes, ...content } = stored;
  const removal = restricts ? undefined : removalTime(storedForm, Date.parse(before.submittedAt));
  const ttl = removal && Math.ceil(removal / 1000);
  const item = {
    ...content,
    ...keysOf(itemTypeOf(response), { ...placeOf(stored), environmentId, indexShard: indexShardOf(stored) }),
    ...answersMoveOf(storedForm),
    ...{ revision: revision + 1, updatedAt },
    ...changedKeys(updatedAt, stored.sk, environmentId),
    ...(!restricts && { ...dueKeysAgain(read, response), restoredAt: updatedAt }),
    ...(ttl !== undefined && { ttl }),
  };
  const isMoved = await writeIfUnchanged([
    deleteWrite(stored, asRead(read)),
    putNewWrite(item),
    ...pointerWrites(item, ttl),
    ...writes,
    ...(restricts ? [] : [quotaUnusedCheck('dataSubjectRequests', scopeOf(read))]),
  ]);
  return isMoved ? response : undefined;
}

const scopeOf = ({ storedForm: { organizationId, form } }: StoredResponse) => ({
  organizationId,
  environment: form.environment,
});

/** Returns when there is something to do about a response that is no longer restricted. */
function dueKeysAgain({ storedForm, item }: StoredResponse, response: SealedResponse) {
  const { environmentId } = storedForm;
  if (response.status !== 'abandoned' || item.wasCompleted) return dueKeysOf(response, environmentId);
  const removal = partialRemovalTime(storedForm, Date.parse(response.updatedAt));
  return removal === undefined ? {} : dueKeys(removal, environmentId);
}

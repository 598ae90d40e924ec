import { chosenNames } from '../../domain/forms/option-limits.ts';
import { removalTime } from '../../domain/forms/retention.ts';
import type { Response } from '../../domain/responses/response.ts';
import { kindsOf } from '../../domain/summaries/answer-kinds.ts';
import { randomShard } from '../../ids.ts';
import { getCachedIndexShards } from '../accounts/environments.ts';
import type { StoredForm } from '../forms/forms.ts';
import { changedKeys } from '../keys.ts';
import { putItemIf, writeIfUnchanged } from '../table.ts';
import { isNew, putNewWrite } from '../writes.ts';
import { pointerWrites, responseIdOf, restoredPlace } from './moved-responses.ts';
import { answersMoveOf, itemOf, readItems } from './responses.ts';
import { sealAnswers } from './sealed-answers.ts';

/** Returns which of these IDs belong to responses, including spam. */
export async function takenIds(ids: readonly string[]): Promise<Set<string>> {
  return new Set((await readItems(ids)).map(responseIdOf));
}

/**
 * Stores a response that was submitted elsewhere, with its own time. Its answers are sealed like any other's. It
 * triggers no notifications, and a partial one stays partial. Returns false when a response already has its ID.
 */
export async function putImported(stored: StoredForm, response: Response): Promise<boolean> {
  const { organizationId, environmentId, form } = stored;
  const indexShards = await getCachedIndexShards({ organizationId, environment: form.environment });
  const answers = await sealAnswers(stored, response);
  const removal = removalTime(stored, Date.parse(response.submittedAt));
  const ttl = removal && Math.ceil(removal / 1000);
  const place = restoredPlace(response.id, response.submittedAt);
  const content = itemOf({ ...response, answers }, environmentId, {
    ...{ place, ttl },
    indexShard: randomShard(indexShards),
    kinds: kindsOf(stored, answers),
    chosen: chosenNames(form, answers),
    ...answersMoveOf(stored),
  });
  const { updatedAt } = response;
  const item = { ...content, updatedAt, ...changedKeys(updatedAt, content.sk, environmentId) };
  const pointers = pointerWrites(item, ttl);
  return pointers.length === 0 ? putItemIf(item, isNew) : writeIfUnchanged([putNewWrite(item), ...pointers]);
}

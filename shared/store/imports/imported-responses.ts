import { removalTime } from '../../domain/forms/retention.ts';
import type { Response } from '../../domain/responses/response.ts';
import { randomShard, responseId } from '../../ids.ts';
import { getCachedIndexShards } from '../accounts/environments.ts';
import type { StoredForm } from '../forms/forms.ts';
import { changedKeys, keyOf, partsOf } from '../keys.ts';
import { itemOf, keyParts } from '../responses/responses.ts';
import { sealAnswers } from '../responses/sealed-answers.ts';
import { batchGet, putItemIf } from '../table.ts';
import { isNew } from '../writes.ts';

/** Those of these ids that responses have, spam among them. */
export async function takenIds(ids: readonly string[]): Promise<Set<string>> {
  const keys = ids.flatMap(id => [keyOf('response', keyParts(id)), keyOf('spam', keyParts(id))]);
  const items = await batchGet(keys);
  return new Set(
    items.flatMap(({ pk, sk }) => {
      const form = (partsOf('response', 'pk', pk) ?? partsOf('spam', 'pk', pk))?.form;
      return form === undefined ? [] : [responseId(form, sk)];
    }),
  );
}

/**
 * Stores a response that was submitted elsewhere, under its own time, its answers sealed as those of any other. Nobody is told
 * of it, and a partial one is left as it is. False when there is one with its id.
 */
export async function putImported(stored: StoredForm, response: Response): Promise<boolean> {
  const { organizationId, environmentId, form } = stored;
  const indexShards = await getCachedIndexShards({ organizationId, environment: form.environment });
  const answers = await sealAnswers(stored, response);
  const removal = removalTime(stored, Date.parse(response.submittedAt));
  const item = itemOf({ ...response, answers }, environmentId, {
    indexShard: randomShard(indexShards),
    ttl: removal && Math.ceil(removal / 1000),
  });
  const { updatedAt } = response;
  return putItemIf({ ...item, updatedAt, ...changedKeys(updatedAt, item.sk, environmentId) }, isNew);
}

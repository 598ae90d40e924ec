import type { Caller } from '../../domain/accounts/caller.ts';
import { validationFailed } from '../../errors.ts';
import type { Fault } from '../../fault.ts';
import { type DataSubjectRequest, getRequestOf, getRequests } from '../../store/responses/data-subject-requests.ts';

export type StoredSearch = DataSubjectRequest & Pick<Required<DataSubjectRequest>, 'fingerprint' | 'hitsUntil'>;

export const noSuchSearch: Fault = {
  field: 'searchId',
  rule: 'unknown',
  message:
    'is not a finished search of these environments from the last 7 days; search again, or name the person by email',
};

const isReady = (request: DataSubjectRequest): request is StoredSearch =>
  request.fingerprint !== undefined && request.hitsUntil !== undefined && request.hitsUntil > new Date().toISOString();

/**
 * Returns the search that an erasure starts from: the caller's part of it, or every part if the erasure is over all
 * environments.
 */
export async function searchesOf(caller: Caller, id: string, environments: 'one' | 'all'): Promise<StoredSearch[]> {
  const own = await getRequestOf(caller, id);
  const parts = own?.parts?.map(part => part.id) ?? [];
  const read = own && environments === 'all' ? await getRequests(parts) : [own];
  const ready = read.flatMap(each => (each && isReady(each) ? [each] : []));
  // Nobody has seen the hits of a part that has failed or not ended.
  if (ready.length === 0 || ready.length < read.length) throw validationFailed([noSuchSearch]);
  return ready;
}

import { listDataSubjectRequests } from '../../shared/contracts/responses/data-subjects.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/lists/id-page.ts';
import { getRequests, requestIdsOf, requestRecords } from '../../shared/store/responses/data-subject-requests.ts';

export const handler = endpoint(listDataSubjectRequests, async ({ query, caller }) => {
  const ids = await requestIdsOf(caller.environmentId);
  return pageOfIds(ids, query, async some => requestRecords(caller, await getRequests(some)));
});

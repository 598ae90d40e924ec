import { listExports } from '../../shared/contracts/responses/exports.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/lists/id-page.ts';
import { exportRecord, exportStore } from '../../shared/store/responses/exports.ts';

export const handler = endpoint(listExports, async ({ query, caller }) => {
  const ids = await exportStore.idsOf(caller.environmentId);
  return pageOfIds(ids, query, async some => (await exportStore.getAll(some)).map(exportRecord));
});

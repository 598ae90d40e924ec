import { deleteIntegration as contract } from '../../shared/contracts/receivers/integrations.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { deleteIntegration, getIntegrationOf } from '../../shared/store/receivers/integrations.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  if (!(await getIntegrationOf(caller, params.id))) throw notFound('Integration');
  await retryOnConflict(async () => {
    const stored = await getIntegrationOf(caller, params.id);
    return !stored || (await deleteIntegration(stored, { caller, action: contract.audited })) || undefined;
  });
});

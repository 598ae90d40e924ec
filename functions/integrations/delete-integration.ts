import { deleteIntegration as contract } from '../../shared/contracts/integrations.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { deleteIntegration, getIntegrationOf } from '../../shared/store/integrations.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  if (!(await getIntegrationOf(caller, params.id))) throw notFound('Integration');
  await optimistically(async () => {
    const stored = await getIntegrationOf(caller, params.id);
    return !stored || (await deleteIntegration(stored, caller)) || undefined;
  });
});

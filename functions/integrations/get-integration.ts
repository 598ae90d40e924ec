import { getIntegration } from '../../shared/contracts/integrations.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { getIntegrationOf } from '../../shared/store/integrations.ts';

export const handler = endpoint(getIntegration, async ({ params, caller }) => {
  const stored = await getIntegrationOf(caller, params.id);
  if (!stored) throw notFound('Integration');
  return stored.integration;
});

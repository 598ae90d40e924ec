import { getIntegration } from '../../shared/contracts/receivers/integrations.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getIntegrationOf } from '../../shared/store/receivers/integrations.ts';
import { shownIntegration } from '../../shared/store/receivers/recipients.ts';

export const handler = endpoint(getIntegration, async ({ params, caller }) => {
  const stored = await getIntegrationOf(caller, params.id);
  if (!stored) throw notFound('Integration');
  return shownIntegration(stored.integration, stored.organizationId);
});

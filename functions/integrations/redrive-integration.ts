import { redriveIntegration } from '../../shared/contracts/receivers/integrations.ts';
import { redriveDead } from '../../shared/delivery/delivery-log.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getIntegrationOf } from '../../shared/store/receivers/integrations.ts';

export const handler = endpoint(redriveIntegration, async ({ params, body, caller }) => {
  const stored = await getIntegrationOf(caller, params.id);
  if (!stored) throw notFound('Integration');
  return { integrationId: params.id, ...(await redriveDead(stored, body)) };
});

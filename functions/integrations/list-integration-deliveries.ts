import { listIntegrationDeliveries } from '../../shared/contracts/integrations.ts';
import { pageOfDeliveries } from '../../shared/delivery/delivery-log.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { getIntegrationOf } from '../../shared/store/integrations.ts';

export const handler = endpoint(listIntegrationDeliveries, async ({ params, query, caller }) => {
  const stored = await getIntegrationOf(caller, params.id);
  if (!stored) throw notFound('Integration');
  return pageOfDeliveries(stored, query);
});

import { listIntegrationDeliveries } from '../../shared/contracts/receivers/integrations.ts';
import { pageOfDeliveries } from '../../shared/delivery/delivery-log.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getIntegrationOf } from '../../shared/store/receivers/integrations.ts';

export const handler = endpoint(listIntegrationDeliveries, async ({ params, query, caller }) => {
  const stored = await getIntegrationOf(caller, params.id);
  if (!stored) throw notFound('Integration');
  return pageOfDeliveries(stored, query);
});

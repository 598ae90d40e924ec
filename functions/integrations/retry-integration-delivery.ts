import { retryIntegrationDelivery } from '../../shared/contracts/receivers/integrations.ts';
import { retryNow } from '../../shared/delivery/delivery-log.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getIntegrationOf } from '../../shared/store/receivers/integrations.ts';

export const handler = endpoint(retryIntegrationDelivery, async ({ params, caller }) =>
  retryNow(() => getIntegrationOf(caller, params.id), params.deliveryId),
);

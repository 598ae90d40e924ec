import { getIntegrationDelivery } from '../../shared/contracts/receivers/integrations.ts';
import { deliveryTo } from '../../shared/delivery/delivery-log.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getIntegrationOf } from '../../shared/store/receivers/integrations.ts';

export const handler = endpoint(getIntegrationDelivery, async ({ params, caller }) =>
  deliveryTo(await getIntegrationOf(caller, params.id), params.deliveryId),
);

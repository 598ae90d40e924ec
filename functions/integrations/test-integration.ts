import { testIntegration } from '../../shared/contracts/receivers/integrations.ts';
import { sendTest } from '../../shared/delivery/delivery-log.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getIntegrationOf } from '../../shared/store/receivers/integrations.ts';

export const handler = endpoint(testIntegration, async ({ params, caller, trace }) => {
  const stored = await getIntegrationOf(caller, params.id);
  if (!stored) throw notFound('Integration');
  return sendTest(stored, { trace });
});

import type { Caller } from '../../shared/auth/caller.ts';
import { sealSecret } from '../../shared/aws/secrets.ts';
import { updateIntegration } from '../../shared/contracts/integrations.ts';
import { changedConfig } from '../../shared/domain/integration-config.ts';
import { env } from '../../shared/env.ts';
import { checkIfMatch } from '../../shared/http/answer.ts';
import { checkStaysIn } from '../../shared/http/body-environment.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound, validationFailed } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { faultsOfFormId } from '../../shared/store/forms.ts';
import { getIntegrationOf, replaceIntegration, type StoredIntegration } from '../../shared/store/integrations.ts';

type Body = Request<typeof updateIntegration>['body'];

export const handler = endpoint(updateIntegration, async ({ params, body, caller, ifMatch }) =>
  optimistically(async () => {
    const stored = await getIntegrationOf(caller, params.id);
    if (!stored) throw notFound('Integration');
    checkIfMatch(ifMatch, stored.integration);
    const changed = await changedIntegration(stored, body, caller);
    return (await replaceIntegration(stored, changed, caller)) ? changed.integration : undefined;
  }),
);

async function changedIntegration(stored: StoredIntegration, body: Body, caller: Caller): Promise<StoredIntegration> {
  const { integration, environmentId } = stored;
  const { formId = integration.formId, config: sent = {}, active = integration.active } = body;
  checkStaysIn('An integration', integration.environment, body.environment);
  const policy = { allowLoopback: env('WEBHOOK_ALLOW_LOOPBACK') === 'true' };
  const checked = changedConfig(integration.type, sent, integration.config, policy);
  const faults = [
    ...('faults' in checked ? checked.faults : []),
    ...(await faultsOfFormId(caller, body.formId ?? null)),
  ];
  if (faults.length > 0 || 'faults' in checked) throw validationFailed(faults);
  const { config, credential } = checked;
  const disabledReason = body.active === undefined ? integration.disabledReason : null;
  const updatedAt = new Date().toISOString();
  return {
    ...stored,
    integration: { ...integration, formId, config, active, disabledReason, updatedAt },
    ...(credential !== undefined && {
      secret: await sealSecret(credential, { environmentId, receiverId: integration.id }),
    }),
  };
}

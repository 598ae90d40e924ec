import { sealSecret } from '../../shared/aws/secrets.ts';
import { updateIntegration } from '../../shared/contracts/receivers/integrations.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { readConfig } from '../../shared/domain/receivers/integration-config.ts';
import { env } from '../../shared/env.ts';
import { notFound, validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { type Patched, patched } from '../../shared/http/patched.ts';
import { checkIfMatch } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { faultsOfFormId } from '../../shared/store/forms/forms.ts';
import {
  getIntegrationOf,
  replaceIntegration,
  type StoredIntegration,
} from '../../shared/store/receivers/integrations.ts';

type Change = Patched<typeof updateIntegration>;

export const handler = endpoint(updateIntegration, async ({ params, body, caller, ifMatch }) =>
  retryOnConflict(async () => {
    const stored = await getIntegrationOf(caller, params.id);
    if (!stored) throw notFound('Integration');
    checkIfMatch(ifMatch, stored.integration);
    const change = patched(updateIntegration, stored.integration, body);
    if (!change) return stored.integration;
    const changed = await changedIntegration(stored, change, caller);
    const written = await replaceIntegration(stored, changed, { caller, action: updateIntegration.audited });
    return written ? changed.integration : undefined;
  }),
);

async function changedIntegration(
  stored: StoredIntegration,
  change: Change,
  caller: Caller,
): Promise<StoredIntegration> {
  const { integration, environmentId } = stored;
  const { formId = null, active } = change;
  const policy = { allowLoopback: env('WEBHOOK_ALLOW_LOOPBACK') === 'true' };
  const checked = readConfig(integration.type, change.config, integration.config, policy);
  const faults = [
    ...('faults' in checked ? checked.faults : []),
    ...(formId === integration.formId ? [] : await faultsOfFormId(caller, formId)),
  ];
  if (faults.length > 0 || 'faults' in checked) throw validationFailed(faults);
  const { config, credential } = checked;
  const disabledReason = active ? null : integration.disabledReason;
  const updatedAt = new Date().toISOString();
  return {
    ...stored,
    integration: { ...integration, formId, config, active, disabledReason, updatedAt },
    ...(credential !== undefined && {
      secret: await sealSecret(credential, { environmentId, receiverId: integration.id }),
    }),
  };
}

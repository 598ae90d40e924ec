import { sealSecret } from '../../shared/aws/secrets.ts';
import { updateIntegration } from '../../shared/contracts/receivers/integrations.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { env } from '../../shared/env.ts';
import { notFound, validationFailed } from '../../shared/errors.ts';
import { applyPatch, type PatchedBody } from '../../shared/http/apply-patch.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { checkIfMatch } from '../../shared/http/reply.ts';
import { readConfig } from '../../shared/integrations/read-config.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { faultsOfFormId } from '../../shared/store/forms/forms.ts';
import {
  getIntegrationOf,
  replaceIntegration,
  type StoredIntegration,
} from '../../shared/store/receivers/integrations.ts';
import { endRecipientsWrite } from '../../shared/store/receivers/receiver-item.ts';
import { faultsOfRecipients } from '../../shared/store/receivers/recipient-faults.ts';
import { nameAddresses } from '../../shared/store/receivers/recipient-links.ts';
import { addressesOf, shownIntegration } from '../../shared/store/receivers/recipients.ts';

type IntegrationPatch = PatchedBody<typeof updateIntegration>;

export const handler = endpoint(updateIntegration, async ({ params, body, caller, ifMatch, baseUrl, language }) =>
  retryOnConflict(async () => {
    const stored = await getIntegrationOf(caller, params.id);
    if (!stored) throw notFound('Integration');
    const { organizationId } = stored;
    const shown = await shownIntegration(stored.integration, organizationId);
    checkIfMatch(ifMatch, shown);
    const change = applyPatch(updateIntegration, shown, body);
    if (!change) return shown;
    const changed = await changedIntegration({ ...stored, ...(stored.baseUrl && { baseUrl }) }, change, caller);
    const before = addressesOf(stored.integration.config);
    const after = addressesOf(changed.integration.config);
    const added = after.filter(address => !before.includes(address));
    const isLess = before.some(address => !after.includes(address));
    const asks = await nameAddresses(organizationId, added, { language, baseUrl });
    const written = await replaceIntegration(stored, changed, { caller, action: updateIntegration.audited }, [
      ...asks,
      ...(isLess ? [endRecipientsWrite(organizationId)] : []),
    ]);
    return written ? shownIntegration(changed.integration, organizationId) : undefined;
  }),
);

async function changedIntegration(
  stored: StoredIntegration,
  change: IntegrationPatch,
  caller: Caller,
): Promise<StoredIntegration> {
  const { integration, environmentId } = stored;
  const { formId = null, active } = change;
  const policy = { allowLoopback: env('WEBHOOK_ALLOW_LOOPBACK') === 'true' };
  const checked = readConfig(integration.type, change.config, integration.config, policy);
  const faults = [
    ...('faults' in checked ? checked.faults : []),
    ...(formId === integration.formId ? [] : await faultsOfFormId(caller, formId)),
    ...('faults' in checked ? [] : await faultsOfRecipients(caller, { formId, config: checked.config }, integration)),
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

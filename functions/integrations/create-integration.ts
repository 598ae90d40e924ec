import { sealSecret } from '../../shared/aws/secrets.ts';
import { createIntegration as contract } from '../../shared/contracts/receivers/integrations.ts';
import { env, sendsMail } from '../../shared/env.ts';
import { sendsNoMail, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { newId } from '../../shared/ids.ts';
import { readConfig } from '../../shared/integrations/read-config.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { faultsOfFormId } from '../../shared/store/forms/forms.ts';
import { quotas } from '../../shared/store/quotas.ts';
import { createIntegration } from '../../shared/store/receivers/integrations.ts';
import { faultsOfRecipients } from '../../shared/store/receivers/recipient-faults.ts';
import { nameAddresses } from '../../shared/store/receivers/recipient-links.ts';
import { addressesOf, shownIntegration } from '../../shared/store/receivers/recipients.ts';

const full: Fault = {
  field: '',
  rule: 'maxIntegrations',
  message: `The environment has ${quotas.integrations.max} integrations, the most it can have; delete one first`,
};

export const handler = endpoint(contract, async ({ body, caller, baseUrl, language }) => {
  const { type, formId = null, active } = body;
  const { organizationId, environmentId, environment } = caller;
  const policy = { allowLoopback: env('WEBHOOK_ALLOW_LOOPBACK') === 'true' };
  const checked = readConfig(type, body.config, undefined, policy);
  if (type === 'email' && !sendsMail()) throw sendsNoMail('type');
  const faults = [
    ...('faults' in checked ? checked.faults : []),
    ...(await faultsOfFormId(caller, formId)),
    ...('faults' in checked ? [] : await faultsOfRecipients(caller, { formId, config: checked.config })),
  ];
  if (faults.length > 0 || 'faults' in checked) throw validationFailed(faults);
  const { config, credential = '' } = checked;
  const id = newId('integration');
  const now = new Date().toISOString();
  const times = { createdAt: now, updatedAt: now };
  const integration = { id, type, formId, config, active, disabledReason: null, environment, ...times };
  const stored = {
    integration,
    owner: environmentId,
    organizationId,
    environmentId,
    secret: credential === '' ? '' : await sealSecret(credential, { environmentId, receiverId: id }),
    ...(type === 'email' && { baseUrl }),
    revision: 1,
    health: { failures: 0, probes: 0, slow: false },
  };
  const outcome = await retryOnConflict(async () => {
    const asks = await nameAddresses(organizationId, addressesOf(config), { language, baseUrl });
    return createIntegration(stored, { caller, action: contract.audited }, asks);
  });
  if (outcome === 'full') throw validationFailed([full]);
  return shownIntegration(integration, organizationId);
});

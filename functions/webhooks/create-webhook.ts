import { createWebhook as contract } from '../../shared/contracts/receivers/webhooks.ts';
import { newStoredWebhook } from '../../shared/delivery/form-webhooks.ts';
import { isListener } from '../../shared/domain/receivers/listener.ts';
import { faultsOfContent } from '../../shared/domain/receivers/webhook.ts';
import { newWebhookSecret } from '../../shared/domain/receivers/webhook-signature.ts';
import { validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { newWebhookId } from '../../shared/ids.ts';
import { faultsOfReceiverUrl } from '../../shared/outbound/receiver-url-faults.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { faultsOfFormId } from '../../shared/store/forms/forms.ts';
import { quotas } from '../../shared/store/quotas.ts';
import { createWebhook } from '../../shared/store/receivers/webhooks.ts';

const full: Fault = {
  field: '',
  rule: 'maxWebhooks',
  message: `The environment has ${quotas.webhooks.max} webhooks, the most it can have; delete one first`,
};

export const handler = endpoint(contract, async ({ body, caller }) => {
  const { formId = null, url, events, active, partials, includeAnswers, secret = newWebhookSecret() } = body;
  const faults = [
    ...(isListener(url) ? [] : await faultsOfReceiverUrl('url', url)),
    ...(await faultsOfFormId(caller, formId)),
    ...faultsOfContent(events, body),
  ];
  if (faults.length > 0) throw validationFailed(faults);
  const content = { id: newWebhookId(), formId, url, events, active, partials, includeAnswers };
  const stored = await newStoredWebhook(content, caller.environmentId, secret, caller);
  const outcome = await retryOnConflict(() => createWebhook(stored, { caller, action: contract.audited }));
  if (outcome === 'full') throw validationFailed([full]);
  return { ...stored.webhook, secret };
});

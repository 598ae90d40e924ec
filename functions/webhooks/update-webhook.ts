import type { Caller } from '../../shared/auth/caller.ts';
import { withSecret } from '../../shared/aws/secrets.ts';
import { updateWebhook } from '../../shared/contracts/webhooks.ts';
import { checkIfMatch } from '../../shared/http/answer.ts';
import { checkStaysIn } from '../../shared/http/body-environment.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { conflict, notFound, validationFailed } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { faultsOfReceiverUrl } from '../../shared/http/receiver-url-faults.ts';
import { isFormId } from '../../shared/ids.ts';
import { auditItem } from '../../shared/store/audit.ts';
import { faultsOfFormId } from '../../shared/store/forms.ts';
import { getWebhookOf, replaceWebhook, type StoredWebhook } from '../../shared/store/webhooks.ts';

type Body = Request<typeof updateWebhook>['body'];

export const handler = endpoint(updateWebhook, async ({ params, body, caller, ifMatch }) =>
  optimistically(async () => {
    const stored = await getWebhookOf(caller, params.id);
    if (!stored) throw notFound('Webhook');
    checkIfMatch(ifMatch, stored.webhook);
    await check(stored, body, caller);
    const changed = await changedWebhook(stored, body);
    const audit = auditItem(caller, updateWebhook.audited, params.id);
    return (await replaceWebhook(stored, changed, [audit])) ? changed.webhook : undefined;
  }),
);

async function check({ webhook, owner }: StoredWebhook, body: Body, caller: Caller): Promise<void> {
  checkStaysIn('A webhook', webhook.environment, body.environment);
  const { url, events, formId } = body;
  if (isFormId(owner) && (url !== undefined || events !== undefined || formId !== undefined)) {
    throw conflict(`This webhook is an entry of the form ${owner}; change its url or event there, in \`webhooks\`.`);
  }
  const faults = [
    ...(url === undefined ? [] : await faultsOfReceiverUrl('url', url)),
    ...(await faultsOfFormId(caller, formId ?? null)),
  ];
  if (faults.length > 0) throw validationFailed(faults);
}

async function changedWebhook(stored: StoredWebhook, { secret, environment: _, ...change }: Body) {
  const now = new Date();
  const withNew = secret === undefined ? stored : await withSecret(stored, secret, now.getTime());
  const webhook = { ...withNew.webhook, ...change, updatedAt: now.toISOString() };
  const disabledReason = change.active === undefined ? webhook.disabledReason : null;
  return { ...withNew, webhook: { ...webhook, disabledReason } };
}

import { isDeepStrictEqual } from 'node:util';
import { updateWebhook } from '../../shared/contracts/receivers/webhooks.ts';
import { withSecret } from '../../shared/delivery/secrets.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { faultsOfContent } from '../../shared/domain/receivers/webhook.ts';
import { conflict, notFound, validationFailed } from '../../shared/errors.ts';
import { applyPatch, type PatchedBody } from '../../shared/http/apply-patch.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { checkIfMatch } from '../../shared/http/reply.ts';
import { isFormId } from '../../shared/ids.ts';
import { faultsOfReceiverUrl } from '../../shared/outbound/receiver-url-faults.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { faultsOfFormId } from '../../shared/store/forms/forms.ts';
import { getWebhookOf, replaceWebhook, type StoredWebhook } from '../../shared/store/receivers/webhooks.ts';

type WebhookPatch = PatchedBody<typeof updateWebhook>;

export const handler = endpoint(updateWebhook, async ({ params, body, caller, ifMatch }) =>
  retryOnConflict(async () => {
    const stored = await getWebhookOf(caller, params.id);
    if (!stored) throw notFound('Webhook');
    checkIfMatch(ifMatch, stored.webhook);
    const change = applyPatch(updateWebhook, stored.webhook, body);
    if (!change) return stored.webhook;
    await check(stored, change, caller);
    const changed = await changedWebhook(stored, change);
    const written = await replaceWebhook(stored, changed, { caller, action: updateWebhook.audited });
    return written ? changed.webhook : undefined;
  }),
);

async function check({ webhook, owner }: StoredWebhook, change: WebhookPatch, caller: Caller): Promise<void> {
  const { url, events, formId = null } = change;
  const moves = formId !== webhook.formId;
  if (isFormId(owner) && !isDeepStrictEqual(ofEntry(change), ofEntry(webhook))) {
    throw conflict(
      `This webhook is an entry of the form ${owner}; change its url, event, partials or includeAnswers there, in \`webhooks\`.`,
    );
  }
  const faults = [
    ...(url === webhook.url ? [] : await faultsOfReceiverUrl('url', url)),
    ...(moves ? await faultsOfFormId(caller, formId) : []),
    ...faultsOfContent(events, change),
  ];
  if (faults.length > 0) throw validationFailed(faults);
}

type WebhookEntry = Omit<WebhookPatch, 'formId' | 'active'> & { formId?: string | null };

/** Returns the properties that a form has in its own entry. */
const ofEntry = ({ url, events, formId, partials = false, includeAnswers = false }: WebhookEntry) => ({
  url,
  events,
  formId: formId ?? null,
  partials,
  includeAnswers,
});

async function changedWebhook(stored: StoredWebhook, { secret, ...change }: WebhookPatch) {
  const now = new Date();
  const withNew = secret === undefined ? stored : await withSecret(stored, secret, now.getTime());
  const disabledReason = change.active ? null : stored.webhook.disabledReason;
  const webhook = {
    ...withNew.webhook,
    ...change,
    formId: change.formId ?? null,
    partials: change.partials ?? false,
    includeAnswers: change.includeAnswers ?? false,
    disabledReason,
    updatedAt: now.toISOString(),
  };
  return { ...withNew, webhook };
}

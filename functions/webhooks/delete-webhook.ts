import { deleteWebhook as contract } from '../../shared/contracts/receivers/webhooks.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { isFormId } from '../../shared/ids.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { type AuditedAction, auditWrite } from '../../shared/store/audit.ts';
import { getFormOf, replaceForm } from '../../shared/store/forms/forms.ts';
import { deleteReceiverWrites } from '../../shared/store/receivers/receiver-item.ts';
import { deleteWebhook, getWebhookOf, type StoredWebhook } from '../../shared/store/receivers/webhooks.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  if (!(await getWebhookOf(caller, params.id))) throw notFound('Webhook');
  await retryOnConflict(async () => {
    const stored = await getWebhookOf(caller, params.id);
    if (!stored) return true;
    const remove = isFormId(stored.owner) ? takeOffForm : deleteWebhook;
    return (await remove(stored, { caller, action: contract.audited })) || undefined;
  });
});

/** Also removes the form's own entry, which would otherwise name a webhook that is gone. */
async function takeOffForm(stored: StoredWebhook, { caller, action }: AuditedAction<Caller>): Promise<boolean> {
  const { owner, webhook } = stored;
  const { id, url, events } = webhook;
  const read = await getFormOf(caller, owner);
  if (!read) return true;
  const webhooks = read.form.webhooks?.filter(entry => entry.url !== url || !events.includes(entry.event));
  const form = { ...read.form, webhooks, updatedAt: new Date().toISOString() };
  return replaceForm(read, form, [...deleteReceiverWrites({ owner, receiverId: id }), auditWrite(caller, action, id)]);
}

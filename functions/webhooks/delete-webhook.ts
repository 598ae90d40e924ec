import type { Caller } from '../../shared/auth/caller.ts';
import { deleteWebhook as contract } from '../../shared/contracts/webhooks.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { isFormId } from '../../shared/ids.ts';
import { auditItem } from '../../shared/store/audit.ts';
import { getFormOf, replaceForm } from '../../shared/store/forms.ts';
import { deletionOf } from '../../shared/store/receiver-item.ts';
import type { TransactItem } from '../../shared/store/table.ts';
import { deleteWebhook, getWebhookOf, type StoredWebhook } from '../../shared/store/webhooks.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  if (!(await getWebhookOf(caller, params.id))) throw notFound('Webhook');
  await optimistically(async () => {
    const stored = await getWebhookOf(caller, params.id);
    if (!stored) return true;
    const audit = auditItem(caller, contract.audited, params.id);
    const deleted = isFormId(stored.owner)
      ? await takeOffForm(stored, caller, audit)
      : await deleteWebhook(stored, caller, [audit]);
    return deleted || undefined;
  });
});

/** A form's own entry goes with its webhook: the form would say that there is one. */
async function takeOffForm(stored: StoredWebhook, caller: Caller, audit: TransactItem): Promise<boolean> {
  const { owner, webhook } = stored;
  const { id, url, events } = webhook;
  const read = await getFormOf(caller, owner);
  if (!read) return true;
  const webhooks = read.form.webhooks?.filter(entry => entry.url !== url || !events.includes(entry.event));
  const form = { ...read.form, webhooks, updatedAt: new Date().toISOString() };
  return replaceForm(read, form, [...deletionOf({ owner, receiverId: id }), audit]);
}

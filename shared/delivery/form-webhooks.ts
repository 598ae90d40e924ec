import type { Caller } from '../domain/accounts/caller.ts';
import type { Form } from '../domain/forms/form.ts';
import { nameOfEntry } from '../domain/receivers/webhook.ts';
import { newWebhookSecret } from '../domain/receivers/webhook-signature.ts';
import { newWebhookId } from '../ids.ts';
import { auditWrite } from '../store/audit.ts';
import { deleteReceiverWrites } from '../store/receivers/receiver-item.ts';
import { putWebhookWrite, replaceWebhookWrite, type StoredWebhook } from '../store/receivers/webhooks.ts';
import type { TransactItem } from '../store/table.ts';
import { withSecret } from './secrets.ts';

type FormWebhook = NonNullable<Form['webhooks']>[number];

/** The changes that a form's sent entries make. */
export type EntryChanges = {
  /** The entries that the form stores, without secrets. */
  entries: FormWebhook[];
  /** The entries that the reply shows, with secrets that were just set. Nobody can read them again. */
  shown: FormWebhook[];
  /** Writes for the form's transaction. */
  writes: TransactItem[];
};

/**
 * Creates webhooks from a form's entries. An entry with the same event and URL as before keeps its ID, its deliveries
 * and, unless a new one was sent, its secret. Webhooks without an entry are deleted.
 */
export async function changeEntries(
  formId: string,
  sent: readonly FormWebhook[],
  before: readonly StoredWebhook[],
  caller: Caller,
): Promise<EntryChanges> {
  const known = new Map(
    before.map(stored => [nameOfEntry({ url: stored.webhook.url, event: stored.webhook.events[0] }), stored]),
  );
  const wanted = new Set(sent.map(nameOfEntry));
  const changes = await Promise.all(
    sent.map(async entry => {
      const stored = known.get(nameOfEntry(entry));
      return stored ? changeOf(stored, entry) : additionOf(formId, entry, caller);
    }),
  );
  const gone = [...known].filter(([name]) => !wanted.has(name)).map(([, stored]) => stored);
  const writes = [
    ...changes.flatMap(({ write }) => write ?? []),
    ...gone.flatMap(({ owner, webhook }) => deleteReceiverWrites({ owner, receiverId: webhook.id })),
  ];
  return {
    entries: sent.map(shownEntry),
    shown: changes.map(({ shown }) => shown),
    // One event for all entries: with one for each, a change of all 20 would not fit into a transaction.
    writes: writes.length > 0 ? [...writes, auditWrite(caller, 'form.webhooks_changed', formId)] : writes,
  };
}

/**
 * Returns a form as it is stored with its own webhooks, as the reply shows it, and the writes of the webhooks for the
 * form's transaction.
 */
export async function planWebhooks(
  form: Form,
  before: readonly StoredWebhook[],
  caller: Caller,
): Promise<{ form: Form; shown: Form; writes: TransactItem[] }> {
  const { webhooks } = form;
  const { entries, shown, writes } = await changeEntries(form.id, webhooks ?? [], before, caller);
  if (!webhooks) return { form, shown: form, writes };
  return { form: { ...form, webhooks: entries }, shown: { ...form, webhooks: shown }, writes };
}

type WebhookWrite = { shown: FormWebhook; write?: TransactItem };

/** Copies an entry’s known properties, without its secret. */
const shownEntry = ({ event, url, partials, includeAnswers }: FormWebhook): FormWebhook => ({
  ...{ event, url },
  ...(partials && { partials }),
  ...(includeAnswers && { includeAnswers }),
});

async function changeOf(stored: StoredWebhook, entry: FormWebhook): Promise<WebhookWrite> {
  const { secret, partials = false, includeAnswers = false } = entry;
  const { webhook: before } = stored;
  const shown = { ...shownEntry(entry), ...(secret !== undefined && { secret }) };
  const isSame = partials === before.partials && includeAnswers === before.includeAnswers;
  if (secret === undefined && isSame) return { shown };
  const now = new Date();
  const changed = secret === undefined ? stored : await withSecret(stored, secret, now.getTime());
  const webhook = { ...changed.webhook, partials, includeAnswers, updatedAt: now.toISOString() };
  return { shown, write: replaceWebhookWrite(stored, { ...changed, webhook }) };
}

async function additionOf(formId: string, entry: FormWebhook, caller: Caller): Promise<WebhookWrite> {
  const { event, url, partials = false, includeAnswers = false, secret = newWebhookSecret() } = entry;
  const id = newWebhookId(formId);
  const content = { id, formId, url, events: [event], active: true, partials, includeAnswers };
  const stored = await newStoredWebhook(content, formId, secret, caller);
  return { shown: { ...shownEntry(entry), secret }, write: putWebhookWrite(stored) };
}

type Record = StoredWebhook['webhook'];
type NewWebhook = Pick<Record, 'id' | 'formId' | 'url' | 'events' | 'active'> &
  Partial<Pick<Record, 'partials' | 'includeAnswers'>>;

/** Returns a webhook to store, with its sealed secret. */
export function newStoredWebhook(
  content: NewWebhook,
  owner: string,
  secret: string,
  { organizationId, environmentId, environment }: Caller,
): Promise<StoredWebhook> {
  const now = new Date();
  const created = { disabledReason: null, secretLast4: '', createdAt: now.toISOString(), updatedAt: now.toISOString() };
  const webhook = { partials: false, includeAnswers: false, ...content, environment, ...created };
  const health = { failures: 0, probes: 0, slow: false };
  return withSecret({ webhook, owner, organizationId, environmentId, revision: 1, health }, secret, now.getTime());
}

import type { Caller } from '../../domain/accounts/caller.ts';
import type { Health } from '../../domain/receivers/breaker.ts';
import type { Webhook } from '../../domain/receivers/webhook.ts';
import { webhookOwner } from '../../ids.ts';
import { type AuditedAction, auditWrite } from '../audit.ts';
import { getFormOf } from '../forms/forms.ts';
import { keysOf, partsOf } from '../keys.ts';
import { isQuotaFull, quotaWrite } from '../quotas.ts';
import { getItem, type Item, type TransactItem, writeIfUnchanged } from '../table.ts';
import { putNewWrite } from '../writes.ts';
import {
  deleteReceiverWrites,
  healthOf,
  itemsOfOwner,
  type ReceiverAddress,
  receiverKey,
  replaceReceiverWrite,
} from './receiver-item.ts';

/** A webhook as stored: the record, and what only the service needs. */
export type StoredWebhook = {
  webhook: Webhook;
  owner: string;
  organizationId: string;
  environmentId: string;
  /** The sealed secret: see aws/secrets.ts. */
  secret: string;
  /** The previous secret, which also signs until `until` (ms since the epoch). */
  previousSecret?: { sealed: string; until: number };
  /** Increases with each change by a customer. */
  revision: number;
  health: Health;
};

type WebhookItem = {
  formId?: string;
  url: string;
  events: Webhook['events'];
  active: boolean;
  partials?: boolean;
  includeAnswers?: boolean;
  environment: Webhook['environment'];
  organizationId: string;
  environmentId: string;
  secret: string;
  secretLast4: string;
  previousSecret?: string;
  previousUntil?: number;
  disabledReason?: 'gone' | 'failing';
  createdAt: string;
  updatedAt: string;
  revision: number;
} & Partial<Health>;

export function fromItem(item: Item): StoredWebhook {
  const stored = item as Item & WebhookItem;
  const { url, events, active, environment, secretLast4, createdAt, updatedAt, previousSecret, previousUntil } = stored;
  return {
    webhook: {
      id: partsOf('webhook', 'sk', item.sk)?.webhook ?? '',
      formId: stored.formId ?? null,
      url,
      events,
      active,
      partials: stored.partials ?? false,
      includeAnswers: stored.includeAnswers ?? false,
      environment,
      disabledReason: stored.disabledReason ?? null,
      secretLast4,
      createdAt,
      updatedAt,
    },
    owner: partsOf('webhook', 'pk', item.pk)?.owner ?? '',
    organizationId: stored.organizationId,
    environmentId: stored.environmentId,
    secret: stored.secret,
    ...(previousSecret && previousUntil && { previousSecret: { sealed: previousSecret, until: previousUntil } }),
    revision: stored.revision,
    health: healthOf(stored),
  };
}

function itemOf(stored: StoredWebhook): Item {
  const { webhook, previousSecret, owner, environmentId } = stored;
  const { id, formId, disabledReason, ...shown } = webhook;
  const item: WebhookItem = {
    ...shown,
    ...(formId !== null && { formId }),
    ...(disabledReason !== null && { disabledReason }),
    organizationId: stored.organizationId,
    environmentId,
    secret: stored.secret,
    ...(previousSecret && { previousSecret: previousSecret.sealed, previousUntil: previousSecret.until }),
    revision: stored.revision,
  };
  return { ...keysOf('webhook', { owner, webhook: id, environmentId }), ...item };
}

export async function getWebhook(address: ReceiverAddress): Promise<StoredWebhook | undefined> {
  const item = await getItem(receiverKey(address));
  return item && fromItem(item);
}

/**
 * Returns every webhook of an environment that is not a form's own, or every webhook of a form. The read is strongly
 * consistent.
 */
export const webhooksOf = async (owner: string): Promise<StoredWebhook[]> =>
  (await itemsOfOwner(owner, 'webhook')).map(fromItem);

/**
 * Returns the caller's webhook with this ID. Returns undefined if the caller's environment has no such webhook, or its
 * form was deleted.
 */
export async function getWebhookOf(caller: Caller, id: string): Promise<StoredWebhook | undefined> {
  const own = webhookOwner(id);
  if (own?.formId && !(await getFormOf(caller, own.formId))) return undefined;
  const stored = own && (await getWebhook({ owner: own.formId ?? caller.environmentId, receiverId: id }));
  return stored?.environmentId === caller.environmentId ? stored : undefined;
}

/**
 * Stores a new webhook of an environment. It is counted in the same transaction, so concurrent requests cannot exceed
 * the limit. Returns undefined when another request came first.
 */
export async function createWebhook(
  stored: StoredWebhook,
  { caller, action }: AuditedAction,
): Promise<'created' | 'full' | undefined> {
  const audit = auditWrite(caller, action, stored.webhook.id);
  const written = await writeIfUnchanged([putWebhookWrite(stored), quotaWrite('webhooks', caller, 1), audit]);
  if (written) return 'created';
  return (await isQuotaFull('webhooks', caller)) ? 'full' : undefined;
}

/** Deletes a webhook of an environment. Returns false when it is already gone, or another request came first. */
export function deleteWebhook(
  { owner, webhook: { id } }: StoredWebhook,
  { caller, action }: AuditedAction,
): Promise<boolean> {
  return writeIfUnchanged([
    ...deleteReceiverWrites({ owner, receiverId: id }),
    quotaWrite('webhooks', caller, -1),
    auditWrite(caller, action, id),
  ]);
}

export const putWebhookWrite = (stored: StoredWebhook): TransactItem => putNewWrite(itemOf(stored));

/** The attributes that a customer's change may leave out of the item. */
const optional = [
  'formId',
  'previousSecret',
  'previousUntil',
  'disabledReason',
] as const satisfies (keyof WebhookItem)[];

/** Returns the write that replaces the webhook that was read. */
export function replaceWebhookWrite(read: StoredWebhook, changed: StoredWebhook) {
  const resetsHealth = changed.webhook.url !== read.webhook.url || (changed.webhook.active && !read.webhook.active);
  return replaceReceiverWrite(read, itemOf(changed), { removable: optional, resetsHealth });
}

/** Replaces the webhook that was read. Returns false when it has changed since. */
export const replaceWebhook = (
  read: StoredWebhook,
  changed: StoredWebhook,
  { caller, action }: AuditedAction,
): Promise<boolean> =>
  writeIfUnchanged([replaceWebhookWrite(read, changed), auditWrite(caller, action, read.webhook.id)]);

import type { Caller } from '../../domain/accounts/caller.ts';
import type { Health } from '../../domain/receivers/breaker.ts';
import type { Integration } from '../../domain/receivers/integration.ts';
import { isIntegrationId } from '../../ids.ts';
import { type Audited, auditWrite } from '../audit.ts';
import { keysOf, partitionOf, partsOf, prefixOf } from '../keys.ts';
import type { Order, Span } from '../query.ts';
import { isQuotaFull, quotaWrite } from '../quotas.ts';
import { getItem, type Item, type TransactItem, writeIfUnchanged } from '../table.ts';
import { readTimeline, spanAfter } from '../timeline.ts';
import { putNewWrite } from '../writes.ts';
import { deleteReceiverWrites, healthOf, receiverKey, replaceReceiverWrite } from './receiver-item.ts';

/** An integration as its store knows it: the record, and what only the service needs. */
export type StoredIntegration = {
  integration: Integration;
  /** Its environment. */
  owner: string;
  organizationId: string;
  environmentId: string;
  /** The credential, sealed: see aws/secrets.ts. Empty where the type has none. */
  secret: string;
  /** Of one by e-mail: where the service was reached when it was set; the links in its mails begin so. */
  baseUrl?: string;
  /** Counts up with each change that a customer made. */
  revision: number;
  health: Health;
};

type IntegrationItem = {
  type: Integration['type'];
  formId?: string;
  /** JSON: what of it may be shown. */
  config: string;
  active: boolean;
  environment: Integration['environment'];
  organizationId: string;
  environmentId: string;
  secret: string;
  baseUrl?: string;
  disabledReason?: 'gone' | 'failing';
  createdAt: string;
  updatedAt: string;
  revision: number;
} & Partial<Health>;

export function fromItem(item: Item): StoredIntegration {
  const stored = item as Item & IntegrationItem;
  const { type, formId, config, active, disabledReason, environment, createdAt, updatedAt } = stored;
  return {
    integration: {
      id: partsOf('integration', 'sk', item.sk)?.integration ?? '',
      type,
      formId: formId ?? null,
      config: JSON.parse(config),
      active,
      disabledReason: disabledReason ?? null,
      environment,
      createdAt,
      updatedAt,
    },
    owner: partsOf('integration', 'pk', item.pk)?.owner ?? '',
    organizationId: stored.organizationId,
    environmentId: stored.environmentId,
    secret: stored.secret,
    ...(stored.baseUrl !== undefined && { baseUrl: stored.baseUrl }),
    revision: stored.revision,
    health: healthOf(stored),
  };
}

function itemOf(stored: StoredIntegration): Item {
  const { integration, owner, organizationId, environmentId, secret, baseUrl, revision } = stored;
  const { id, formId, config, disabledReason, ...shown } = integration;
  const item: IntegrationItem = {
    ...shown,
    ...(formId !== null && { formId }),
    ...(disabledReason !== null && { disabledReason }),
    config: JSON.stringify(config),
    organizationId,
    environmentId,
    secret,
    ...(baseUrl !== undefined && { baseUrl }),
    revision,
  };
  return { ...keysOf('integration', { owner, integration: id }), ...item };
}

/** The caller's integration with this id; undefined also for one of another environment. */
export async function getIntegrationOf({ environmentId }: Caller, id: string): Promise<StoredIntegration | undefined> {
  if (!isIntegrationId(id)) return undefined;
  const item = await getItem(receiverKey({ owner: environmentId, receiverId: id }));
  return item && fromItem(item);
}

/**
 * Every integration of the caller's environment in order of creation, or only those for one form. `position` is the id
 * after which to begin.
 */
export async function* readIntegrations(
  { environmentId }: Caller,
  { order, position, formId }: { order: Order; position?: string; formId?: string },
): AsyncGenerator<StoredIntegration> {
  const prefix = prefixOf('integration');
  const all: Span = { low: prefix, high: `${prefix}~` };
  const span = position === undefined ? all : spanAfter(prefix + position, order, all);
  const partitions = [partitionOf('integration', 'pk', { owner: environmentId })];
  for await (const item of readTimeline({ partitions }, { order, span })) {
    const stored = fromItem(item);
    if (formId === undefined || stored.integration.formId === formId) yield stored;
  }
}

/**
 * Stores a new integration: counted in the same transaction, so that requests at once do not pass the most there may be.
 * Undefined when another request came in between.
 */
export async function createIntegration(
  stored: StoredIntegration,
  { caller, action }: Audited,
  also: readonly TransactItem[] = [],
): Promise<'created' | 'full' | undefined> {
  const written = await writeIfUnchanged([
    putNewWrite(itemOf(stored)),
    quotaWrite('integrations', caller, 1),
    auditWrite(caller, action, stored.integration.id),
    ...also,
  ]);
  if (written) return 'created';
  return (await isQuotaFull('integrations', caller)) ? 'full' : undefined;
}

/** Stores a changed integration in place of the one that was read. False when somebody else changed it since. */
export function replaceIntegration(
  read: StoredIntegration,
  changed: StoredIntegration,
  { caller, action }: Audited,
  also: readonly TransactItem[] = [],
): Promise<boolean> {
  const { config, active } = changed.integration;
  const isOther = changed.secret !== read.secret || JSON.stringify(config) !== JSON.stringify(read.integration.config);
  const anew = isOther || (active && !read.integration.active);
  const replacement = replaceReceiverWrite(read, itemOf(changed), { removable: ['formId', 'disabledReason'], anew });
  return writeIfUnchanged([replacement, auditWrite(caller, action, read.integration.id), ...also]);
}

/** Deletes an integration. False when it is gone already, or another request came in between. */
export function deleteIntegration(
  { owner, integration: { id } }: StoredIntegration,
  { caller, action }: Audited,
): Promise<boolean> {
  return writeIfUnchanged([
    ...deleteReceiverWrites({ owner, receiverId: id }),
    quotaWrite('integrations', caller, -1),
    auditWrite(caller, action, id),
  ]);
}

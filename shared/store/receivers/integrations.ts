import type { Caller } from '../../domain/accounts/caller.ts';
import type { Health } from '../../domain/receivers/breaker.ts';
import type { Integration } from '../../domain/receivers/integration.ts';
import { isIntegrationId } from '../../ids.ts';
import { type AuditedAction, auditWrite } from '../audit.ts';
import { keysOf, partitionOf, partsOf, prefixOf } from '../keys.ts';
import type { Order, Span } from '../query.ts';
import { isQuotaFull, quotaWrite } from '../quotas.ts';
import { parseObject, reportUnreadable } from '../report-unreadable.ts';
import { getItem, type Item, type TransactItem, writeIfUnchanged } from '../table.ts';
import { readTimeline, spanAfter } from '../timeline.ts';
import { putNewWrite } from '../writes.ts';
import {
  deleteReceiverWrites,
  endRecipientsWrite,
  healthOf,
  receiverKey,
  replaceReceiverWrite,
} from './receiver-item.ts';

/** An integration as stored: the record, and what only the service needs. */
export type StoredIntegration = {
  integration: Integration;
  /** Its environment. */
  owner: string;
  organizationId: string;
  environmentId: string;
  /** The sealed credential: see aws/secrets.ts. Empty when the type has none. */
  secret: string;
  /** The service's URL when an email integration was set. The links in its mails start with it. */
  baseUrl?: string;
  /** Increases with each change by a customer. */
  revision: number;
  health: Health;
};

type IntegrationItem = {
  type: Integration['type'];
  formId?: string;
  /** The part of its settings that may be shown, as JSON. */
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

function fromItem(item: Item, onDamage = () => reportUnreadable('an integration', item)): StoredIntegration {
  const stored = item as Item & IntegrationItem;
  const { type, formId, config, active, disabledReason, environment, createdAt, updatedAt } = stored;
  const readable = parseObject<Integration['config']>(config);
  if (!readable) onDamage();
  return {
    integration: {
      id: partsOf('integration', 'sk', item.sk)?.integration ?? '',
      type,
      formId: formId ?? null,
      config: readable ?? { includePersonalData: false },
      active: active && readable !== undefined,
      disabledReason: disabledReason ?? (readable ? null : 'failing'),
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

/** Reads an integration to deliver to. Throws for a damaged one, so that its deliveries are kept and not cancelled. */
export function intactFromItem(item: Item): StoredIntegration {
  return fromItem(item, () => {
    throw new Error('The config of an integration is damaged');
  });
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

/** Returns the caller's integration with this ID, or undefined if the caller's environment has no such integration. */
export async function getIntegrationOf({ environmentId }: Caller, id: string): Promise<StoredIntegration | undefined> {
  if (!isIntegrationId(id)) return undefined;
  const item = await getItem(receiverKey({ owner: environmentId, receiverId: id }));
  return item && fromItem(item);
}

/**
 * Reads the integrations of the caller's environment in order of creation, or only those for one form. `position` is
 * the ID to start after.
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
 * Stores a new integration. It is counted in the same transaction, so concurrent requests cannot exceed the limit.
 * Returns undefined when another request came first.
 */
export async function createIntegration(
  stored: StoredIntegration,
  { caller, action }: AuditedAction,
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

/** Replaces the integration that was read. Returns false when it has changed since. */
export function replaceIntegration(
  read: StoredIntegration,
  changed: StoredIntegration,
  { caller, action }: AuditedAction,
  also: readonly TransactItem[] = [],
): Promise<boolean> {
  const { config, active } = changed.integration;
  const isOther = changed.secret !== read.secret || JSON.stringify(config) !== JSON.stringify(read.integration.config);
  const resetsHealth = isOther || (active && !read.integration.active);
  const replacement = replaceReceiverWrite(read, itemOf(changed), {
    removable: ['formId', 'disabledReason'],
    resetsHealth,
  });
  return writeIfUnchanged([replacement, auditWrite(caller, action, read.integration.id), ...also]);
}

/** Deletes an integration. Returns false when it is already gone, or another request came first. */
export function deleteIntegration(
  { owner, organizationId, integration: { id, config } }: StoredIntegration,
  { caller, action }: AuditedAction,
): Promise<boolean> {
  return writeIfUnchanged([
    ...deleteReceiverWrites({ owner, receiverId: id }),
    ...(config.recipients ? [endRecipientsWrite(organizationId)] : []),
    quotaWrite('integrations', caller, -1),
    auditWrite(caller, action, id),
  ]);
}

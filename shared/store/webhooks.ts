import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Caller } from '../auth/caller.ts';
import type { Webhook } from '../domain/webhook.ts';
import { webhookOwner } from '../ids.ts';
import { type Key, keyOf, keysOf, partitionOf, partsOf } from './keys.ts';
import { batchGet, dynamodb, type Item, tableName, whenUnchanged } from './table.ts';

/** How a receiver has been doing. Times: milliseconds since 1970. Nothing is written while it does well. */
export type Health = {
  /** Failures in a row. */
  failures: number;
  failingSince?: number;
  /** Until then no attempt is made; then one, the probe. */
  openUntil?: number;
  /** Probes that failed since the breaker opened. */
  probes: number;
  /** Its deliveries take the slow lane from the first attempt on. */
  slow: boolean;
};

/** Where a webhook is stored: under its environment, or under the form whose own entry it is. */
export type WebhookAddress = { owner: string; webhookId: string };

/** A webhook as its store knows it: the record, and what only the service needs. */
export type StoredWebhook = {
  webhook: Webhook;
  owner: string;
  organizationId: string;
  environmentId: string;
  /** Sealed: see aws/secrets.ts. */
  secret: string;
  /** Signs along until its end (milliseconds since 1970). */
  previousSecret?: { sealed: string; until: number };
  /** Counts up with each change that a customer made. */
  revision: number;
  health: Health;
};

type WebhookItem = {
  formId?: string;
  url: string;
  events: Webhook['events'];
  active: boolean;
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

export const webhookKey = ({ owner, webhookId }: WebhookAddress): Key =>
  keyOf('webhook', { owner, webhook: webhookId });

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
    health: {
      failures: stored.failures ?? 0,
      failingSince: stored.failingSince,
      openUntil: stored.openUntil,
      probes: stored.probes ?? 0,
      slow: stored.slow ?? false,
    },
  };
}

export function itemOf(stored: StoredWebhook): Item {
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

export async function getWebhook(address: WebhookAddress): Promise<StoredWebhook | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: tableName(), Key: webhookKey(address), ConsistentRead: true }),
  );
  return Item && fromItem(Item as Item);
}

/** Webhooks by their ids, strongly consistent; those that are gone are left out. */
export async function getWebhooks(addresses: readonly WebhookAddress[]): Promise<Map<string, StoredWebhook>> {
  const keys = new Map(addresses.map(address => [address.webhookId, webhookKey(address)]));
  const items = await batchGet([...keys.values()]);
  return new Map(items.map(fromItem).map(stored => [stored.webhook.id, stored]));
}

/** Every webhook of an environment that is no form's own entry, or every own entry of a form; strongly consistent. */
export async function webhooksOf(owner: string): Promise<StoredWebhook[]> {
  const stored: StoredWebhook[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamodb.send(
      new QueryCommand({
        TableName: tableName(),
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': partitionOf('webhook', 'pk', { owner }) },
        ExclusiveStartKey: from,
      }),
    );
    stored.push(...(Items as Item[]).map(fromItem));
    from = LastEvaluatedKey;
  } while (from);
  return stored;
}

/** The caller's webhook with this id; undefined also for one of another environment. */
export async function getWebhookOf(caller: Caller, id: string): Promise<StoredWebhook | undefined> {
  const own = webhookOwner(id);
  const stored = own && (await getWebhook({ owner: own.formId ?? caller.environmentId, webhookId: id }));
  return stored?.environmentId === caller.environmentId ? stored : undefined;
}

import { GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Caller } from '../auth/caller.ts';
import type { Webhook } from '../domain/webhook.ts';
import { webhookOwner } from '../ids.ts';
import { getFormOf } from './forms.ts';
import { newJobItem } from './jobs.ts';
import { type Key, keyOf, keysOf, partitionOf, partsOf } from './keys.ts';
import { batchGet, dynamodb, type Item, type TransactItem, tableName, whenUnchanged } from './table.ts';

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

/** The attributes that health is made of. Only failures, and the first success after them, write any. */
const healthAttributes = [
  'failures',
  'failingSince',
  'openUntil',
  'probes',
  'slow',
] as const satisfies (keyof Health)[];

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

/** The caller's webhook with this id; undefined also for one of another environment, and for that of a deleted form. */
export async function getWebhookOf(caller: Caller, id: string): Promise<StoredWebhook | undefined> {
  const own = webhookOwner(id);
  if (own?.formId && !(await getFormOf(caller, own.formId))) return undefined;
  const stored = own && (await getWebhook({ owner: own.formId ?? caller.environmentId, webhookId: id }));
  return stored?.environmentId === caller.environmentId ? stored : undefined;
}

/** How many an environment may have, besides the own entries of its forms. */
export const webhooksMax = 20;

/**
 * Stores a new webhook of an environment: counted in the same transaction, so that requests at once do not pass the most
 * there may be. Undefined when another request came in between.
 *
 * @param also written in the same transaction
 */
export async function createWebhook(
  stored: StoredWebhook,
  caller: Caller,
  also: readonly TransactItem[] = [],
): Promise<'created' | 'full' | undefined> {
  const environment = environmentKey(caller);
  const written = await whenUnchanged(
    new TransactWriteCommand({
      TransactItems: [
        putOf(stored),
        {
          Update: {
            TableName: tableName(),
            Key: environment,
            UpdateExpression: 'ADD webhooks :one',
            ConditionExpression: 'attribute_not_exists(webhooks) OR webhooks < :max',
            ExpressionAttributeValues: { ':one': 1, ':max': webhooksMax },
          },
        },
        ...also,
      ],
    }),
  );
  if (written) return 'created';
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: tableName(), Key: environment, ConsistentRead: true }),
  );
  return Number(Item?.webhooks ?? 0) >= webhooksMax ? 'full' : undefined;
}

/**
 * Deletes a webhook of an environment. False when it is gone already, or another
 * request came in between.
 *
 * @param also written in the same transaction
 */
export function deleteWebhook(
  { owner, webhook: { id } }: StoredWebhook,
  caller: Caller,
  also: readonly TransactItem[] = [],
): Promise<boolean> {
  return whenUnchanged(
    new TransactWriteCommand({
      TransactItems: [
        ...deletionOf({ owner, webhookId: id }),
        {
          Update: {
            TableName: tableName(),
            Key: environmentKey(caller),
            UpdateExpression: 'ADD webhooks :one',
            ExpressionAttributeValues: { ':one': -1 },
          },
        },
        ...also,
      ],
    }),
  );
}

const environmentKey = ({ organizationId, environment }: Caller): Key =>
  keyOf('environment', { org: organizationId, environment });

export const putOf = (stored: StoredWebhook) => ({
  Put: { TableName: tableName(), Item: itemOf(stored), ConditionExpression: 'attribute_not_exists(pk)' },
});

/** Deletes a webhook, and stores the job that removes its deliveries. */
export const deletionOf = (address: WebhookAddress) => [
  { Delete: { TableName: tableName(), Key: webhookKey(address), ConditionExpression: 'attribute_exists(pk)' } },
  { Put: { TableName: tableName(), Item: newJobItem({ kind: 'purgeWebhook', ...address }) } },
];

/** What a customer's change may leave out of the item. */
const optional = [
  'formId',
  'previousSecret',
  'previousUntil',
  'disabledReason',
] as const satisfies (keyof WebhookItem)[];

/**
 * The write that puts a changed webhook in the place of the one that was read. What is known of the receiver's health is
 * kept by whoever finds it out; another receiver, or one that is enabled again, begins without.
 */
export function replacementOf(read: StoredWebhook, changed: StoredWebhook) {
  const anew = changed.webhook.url !== read.webhook.url || (changed.webhook.active && !read.webhook.active);
  const { pk, sk, gsi1pk, gsi1sk, ...attributes } = itemOf({ ...changed, revision: read.revision + 1 });
  const entries = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const removed = [
    ...optional.filter(name => attributes[name] === undefined),
    ...(anew ? [...healthAttributes, 'releaseAt', 'releasePlaces'] : []),
  ];
  return {
    Update: {
      TableName: tableName(),
      Key: { pk, sk },
      UpdateExpression: `SET ${entries.map((_, index) => `#n${index} = :n${index}`).join(', ')}${removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''}`,
      ConditionExpression: 'revision = :read',
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name], index) => [`#n${index}`, name])),
      ExpressionAttributeValues: {
        ':read': read.revision,
        ...Object.fromEntries(entries.map(([, value], index) => [`:n${index}`, value])),
      },
    },
  };
}

/**
 * Stores a changed webhook in place of the one that was read. False when somebody else changed it since.
 *
 * @param also written in the same transaction
 */
export const replaceWebhook = (
  read: StoredWebhook,
  changed: StoredWebhook,
  also: readonly TransactItem[] = [],
): Promise<boolean> =>
  whenUnchanged(new TransactWriteCommand({ TransactItems: [replacementOf(read, changed), ...also] }));

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Caller } from '../../domain/accounts/caller.ts';
import { isIntegrationId } from '../../ids.ts';
import { newJobItem } from '../jobs.ts';
import { type Key, keyOf, partitionOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { dynamodb, type Item, type TransactItem, tableName } from '../table.ts';

/** Where a webhook or an integration is stored: under its environment, or under the form whose own entry it is. */
export type ReceiverAddress = { owner: string; receiverId: string };

/** How a receiver has been doing. Times: ms since the epoch. Nothing is written while it does well. */
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

/** The attributes that health is made of. Only failures, and the first success after them, write any. */
const healthAttributes = [
  'failures',
  'failingSince',
  'openUntil',
  'probes',
  'slow',
] as const satisfies (keyof Health)[];

export const receiverKey = ({ owner, receiverId }: ReceiverAddress): Key =>
  isIntegrationId(receiverId)
    ? keyOf('integration', { owner, integration: receiverId })
    : keyOf('webhook', { owner, webhook: receiverId });

export function healthOf(item: Partial<Health>): Health {
  const { failures = 0, failingSince, openUntil, probes = 0, slow = false } = item;
  return { failures, failingSince, openUntil, probes, slow };
}

/** Everything that is stored under an owner, or the one kind of it; strongly consistent. */
export function itemsOfOwner(owner: string, kind?: 'webhook' | 'integration'): Promise<Item[]> {
  return queryAll({ partition: partitionOf('webhook', 'pk', { owner }), prefix: kind && prefixOf(kind) });
}

/** Deletes a receiver, and stores the job that removes its deliveries. */
export const deleteReceiverWrites = (address: ReceiverAddress): TransactItem[] => [
  { Delete: { TableName: tableName(), Key: receiverKey(address), ConditionExpression: 'attribute_exists(pk)' } },
  { Put: { TableName: tableName(), Item: newJobItem({ kind: 'purgeReceiver', ...address }) } },
];

/**
 * The write that replaces the receiver that was read. Its health is left alone: deliveries write that.
 *
 * @param removable the attributes that a change may leave out
 * @param anew its address or credential changed, or it was enabled again: its health starts over
 */
export function replaceReceiverWrite(
  read: { revision: number },
  changed: Item,
  { removable, anew }: { removable: readonly string[]; anew: boolean },
): { Update: NonNullable<TransactItem['Update']> } {
  const { pk, sk, gsi1pk, gsi1sk, ...attributes } = { ...changed, revision: read.revision + 1 } as Item;
  const entries = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const removed = [
    ...removable.filter(name => attributes[name] === undefined),
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

/** What the item of an environment counts, so that requests at once do not make more than there may be. */
type Counter = 'webhooks' | 'integrations';

export const addToQuotaWrite = (caller: Caller, counter: Counter, max: number): TransactItem => ({
  Update: {
    TableName: tableName(),
    Key: environmentKey(caller),
    UpdateExpression: 'ADD #counter :one',
    ConditionExpression: 'attribute_not_exists(#counter) OR #counter < :max',
    ExpressionAttributeNames: { '#counter': counter },
    ExpressionAttributeValues: { ':one': 1, ':max': max },
  },
});

export const takeFromQuotaWrite = (caller: Caller, counter: Counter): TransactItem => ({
  Update: {
    TableName: tableName(),
    Key: environmentKey(caller),
    UpdateExpression: 'ADD #counter :one',
    ExpressionAttributeNames: { '#counter': counter },
    ExpressionAttributeValues: { ':one': -1 },
  },
});

/** How many the environment has, as it counts them. */
export async function readQuota(caller: Caller, counter: Counter): Promise<number> {
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: tableName(), Key: environmentKey(caller), ConsistentRead: true }),
  );
  return Number(Item?.[counter] ?? 0);
}

const environmentKey = ({ organizationId, environment }: Caller): Key =>
  keyOf('environment', { org: organizationId, environment });

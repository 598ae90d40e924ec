import type { Caller, EnvironmentName } from '../../domain/accounts/caller.ts';
import { newId } from '../../ids.ts';
import { TtlCache } from '../../ttl-cache.ts';
import { type Audited, auditWrite } from '../audit.ts';
import { type Key, keyOf, partitionOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { raiseShards, type Spread } from '../shards.ts';
import { getItem, type Item, writeIfUnchanged } from '../table.ts';
import { putNewWrite } from '../writes.ts';
import { ownerCountWrite } from './owner-count.ts';

export type Environment = { id: string; name: EnvironmentName; organizationId: string; createdAt: string };

/** What says where the item of an environment lies. */
type Place = Pick<Caller, 'organizationId' | 'environment'>;

/** A writer that knows of fewer shards than there are by now writes to those; lists read them all. */
const cacheSeconds = 60;

const indexShards = new TtlCache<number>(cacheSeconds);

/**
 * Over which partitions of the index the responses of an environment are spread; strongly consistent: no row that was
 * stored before lies in any other.
 */
export const getIndexSpread = async (place: Place): Promise<Spread> =>
  (await getSpreadEnvironment(place))?.spread ?? { shards: 1 };

/** The environment's id, with the same; undefined when it is gone. */
export async function getSpreadEnvironment(place: Place): Promise<{ id: string; spread: Spread } | undefined> {
  const item = (await getItem(environmentKey(place))) as (Item & Environment & Partial<Spread>) | undefined;
  if (!item) return undefined;
  const { id, shards = 1, shardsRaisedAt, formerShards } = item;
  return { id, spread: { shards, shardsRaisedAt, formerShards } };
}

/** How many of them take new responses. */
export const getIndexShards = async (place: Place): Promise<number> => (await getIndexSpread(place)).shards;

/** The same as it was within a minute: for the path of every submission. */
export const getCachedIndexShards = (place: Place): Promise<number> =>
  indexShards.get(cacheKey(place), () => getIndexShards(place));

/**
 * Spreads the responses of an environment over four times as many partitions of the index as were known, 32 at most; not
 * again within a minute.
 */
export async function addIndexShards(
  { organizationId, environment }: Place,
  known: number,
  now?: number,
): Promise<void> {
  const place = { organizationId, environment };
  await raiseShards(environmentKey(place), place, known, now);
  indexShards.forget(cacheKey(place));
}

export const environmentKey = ({ organizationId: org, environment }: Place): Key =>
  keyOf('environment', { org, environment });

const cacheKey = ({ organizationId, environment }: Place): string => `${organizationId}#${environment}`;

/** The item of a new environment, with so many keys; it begins with one shard. */
export function newEnvironmentItem(org: string, name: EnvironmentName, createdAt: string, apiKeys = 0) {
  return {
    ...keyOf('environment', { org, environment: name }),
    id: newId('environment'),
    name,
    shards: 1,
    apiKeys,
    createdAt,
  };
}

/** The environments of an organization, in no order; strongly consistent. */
export async function environmentsOf(org: string): Promise<Environment[]> {
  const items = await queryAll({
    partition: partitionOf('environment', 'pk', { org }),
    prefix: prefixOf('environment'),
  });
  return (items as (Item & Environment)[]).map(({ id, name, createdAt }) => ({
    id,
    name,
    organizationId: org,
    createdAt,
  }));
}

/** Stores an environment that the caller's organization lacks. Undefined when it has it, or is gone. */
export async function createEnvironment(
  name: EnvironmentName,
  { caller, action }: Audited,
): Promise<Environment | undefined> {
  const { organizationId } = caller;
  const createdAt = new Date().toISOString();
  const Item = newEnvironmentItem(organizationId, name, createdAt);
  const audit = auditWrite(caller, action, Item.id);
  const written = await writeIfUnchanged([putNewWrite(Item), ownerCountWrite(organizationId, 0), audit]);
  return written ? { id: Item.id, name, organizationId, createdAt } : undefined;
}

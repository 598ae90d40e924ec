import type { Caller, EnvironmentName } from '../../domain/accounts/caller.ts';
import { newId } from '../../ids.ts';
import { TtlCache } from '../../ttl-cache.ts';
import { type AuditedAction, auditWrite } from '../audit.ts';
import { type Key, keyOf, partitionOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { raiseShards, type Spread } from '../shards.ts';
import { getItem, type Item, writeIfUnchanged } from '../table.ts';
import { putNewWrite } from '../writes.ts';
import { ownerCountWrite } from './owner-count.ts';

export type Environment = { id: string; name: EnvironmentName; organizationId: string; createdAt: string };

/** The properties that locate an environment's item. */
type CallerTenancy = Pick<Caller, 'organizationId' | 'environment'>;

/** A writer that still knows a lower number of shards writes only to those. Lists read all shards. */
const cacheSeconds = 60;

const indexShards = new TtlCache<number>(cacheSeconds);

/**
 * Returns the index partitions that an environment's responses are spread over. The read is strongly consistent: every
 * row stored before it is in one of these partitions.
 */
export const getIndexSpread = async (place: CallerTenancy): Promise<Spread> =>
  (await getSpreadEnvironment(place))?.spread ?? { shards: 1 };

/** Returns the environment's ID and its spread, or undefined when it is gone. */
export async function getSpreadEnvironment(place: CallerTenancy): Promise<{ id: string; spread: Spread } | undefined> {
  const item = (await getItem(environmentKey(place))) as (Item & Environment & Partial<Spread>) | undefined;
  if (!item) return undefined;
  const { id, shards = 1, shardsRaisedAt, formerShards } = item;
  return { id, spread: { shards, shardsRaisedAt, formerShards } };
}

/** Returns how many index partitions take new responses. */
export const getIndexShards = async (place: CallerTenancy): Promise<number> => (await getIndexSpread(place)).shards;

/** Returns the number of index partitions that take new responses, up to a minute old. Every submission uses this. */
export const getCachedIndexShards = (place: CallerTenancy): Promise<number> =>
  indexShards.get(cacheKey(place), () => getIndexShards(place));

/**
 * Spreads an environment's responses over four times as many index partitions as were known, 32 at most. Does so at
 * most once a minute.
 */
export async function addIndexShards(
  { organizationId, environment }: CallerTenancy,
  known: number,
  now?: number,
): Promise<void> {
  const place = { organizationId, environment };
  await raiseShards(environmentKey(place), place, known, now);
  indexShards.forget(cacheKey(place));
}

export const environmentKey = ({ organizationId: org, environment }: CallerTenancy): Key =>
  keyOf('environment', { org, environment });

const cacheKey = ({ organizationId, environment }: CallerTenancy): string => `${organizationId}#${environment}`;

/** Returns the item of a new environment. It starts with one shard. */
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

/** Returns an organization's environments in no particular order. The read is strongly consistent. */
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

/**
 * Stores a new environment of the caller's organization. Returns undefined when the organization already has it, or is
 * gone.
 */
export async function createEnvironment(
  name: EnvironmentName,
  { caller, action }: AuditedAction,
): Promise<Environment | undefined> {
  const { organizationId } = caller;
  const createdAt = new Date().toISOString();
  const Item = newEnvironmentItem(organizationId, name, createdAt);
  const audit = auditWrite(caller, action, Item.id);
  const written = await writeIfUnchanged([putNewWrite(Item), ownerCountWrite(organizationId, 0), audit]);
  return written ? { id: Item.id, name, organizationId, createdAt } : undefined;
}

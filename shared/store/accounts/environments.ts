import type { Caller, EnvironmentName } from '../../domain/accounts/caller.ts';
import { newId } from '../../ids.ts';
import { type Audited, auditWrite } from '../audit.ts';
import { keyOf, partitionOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { getItem, type Item, writeIfUnchanged } from '../table.ts';
import { putNewWrite } from '../writes.ts';
import { ownerCountWrite } from './owner-count.ts';

export type Environment = { id: string; name: EnvironmentName; organizationId: string; createdAt: string };

/** Over how many partitions of the index the responses of an environment are spread: as many as its widest form has. */
export async function getEnvironmentShards({ organizationId, environment }: Caller): Promise<number> {
  const item = await getItem(keyOf('environment', { org: organizationId, environment }), { consistent: false });
  return Number(item?.shards ?? 1);
}

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

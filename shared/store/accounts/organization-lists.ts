import { keyOf, partitionOf, partsOf } from '../keys.ts';
import { batchGet } from '../table.ts';
import { readSortKeys, wholeSpan } from '../timeline.ts';
import { type OrganizationCreator, organizationOf, type StoredOrganization } from './organizations.ts';

/** Returns the organizations with these IDs that still exist. */
export async function getOrganizations(ids: readonly string[]): Promise<StoredOrganization[]> {
  const items = await batchGet(ids.map(org => keyOf('organization', { org })));
  return items.map(organizationOf).filter(organization => organization !== undefined);
}

/** Returns the IDs of a user's organizations, or of those that a secret key administers, in no particular order. */
export async function organizationsOf({ kind, id, organizationId }: OrganizationCreator): Promise<string[]> {
  if (kind === 'session') return organizationsOfUser(id);
  const creator = organizationId ?? '';
  const partition = partitionOf('organization', 'gsi1pk', { creator });
  const created: string[] = [];
  for await (const org of readSortKeys({ index: 'lists', partitions: [partition] }, partition, wholeSpan)) {
    created.push(org);
  }
  return [creator, ...created];
}

async function organizationsOfUser(user: string): Promise<string[]> {
  const partition = partitionOf('member', 'gsi1pk', { user });
  const ids: string[] = [];
  for await (const sortKey of readSortKeys({ index: 'lists', partitions: [partition] }, partition, wholeSpan)) {
    const parts = partsOf('member', 'gsi1sk', sortKey);
    if (parts) ids.push(parts.org);
  }
  // An organization that is being purged still has memberships for a while.
  return (await getOrganizations(ids)).map(({ id }) => id);
}

import { keyOf, partitionOf, partsOf } from '../../keys.ts';
import { queryAll } from '../../query.ts';
import { batchGet } from '../../table.ts';
import { organizationOf, type StoredOrganization } from '../organizations.ts';

/**
 * Returns the organizations that accept people with addresses of this domain, in order of creation. The read is
 * strongly consistent.
 */
export async function organizationsTaking(domain: string): Promise<StoredOrganization[]> {
  const items = await queryAll({ partition: partitionOf('signInDomain', 'pk', { domain }) });
  const ids = items.flatMap(({ sk }) => partsOf('signInDomain', 'sk', sk)?.org ?? []);
  const organizations = (await batchGet(ids.map(org => keyOf('organization', { org })))).map(organizationOf);
  return ids.flatMap(id => organizations.find(organization => organization?.id === id) ?? []);
}

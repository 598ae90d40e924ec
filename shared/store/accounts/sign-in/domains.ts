import { partitionOf, partsOf } from '../../keys.ts';
import { queryAll } from '../../query.ts';
import { getOrganization, type StoredOrganization } from '../organizations.ts';

/** The organizations that take people with addresses of this domain, in order of their creation; strongly consistent. */
export async function organizationsTaking(domain: string): Promise<StoredOrganization[]> {
  const items = await queryAll({ partition: partitionOf('signInDomain', 'pk', { domain }) });
  const ids = items.flatMap(({ sk }) => partsOf('signInDomain', 'sk', sk)?.org ?? []);
  const organizations = await Promise.all(ids.map(getOrganization));
  return organizations.filter(organization => organization !== undefined);
}

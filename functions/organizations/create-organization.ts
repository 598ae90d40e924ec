import { createOrganization as contract } from '../../shared/contracts/accounts/organizations.ts';
import { conflict } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { membersOf } from '../../shared/store/accounts/members.ts';
import {
  createOrganization,
  type OrganizationCreator,
  organizationRecord,
} from '../../shared/store/accounts/organizations.ts';

export const handler = endpoint(contract, async ({ body, caller }) => {
  const organization = await retryOnConflict(async () =>
    createOrganization(body, await ownerFor(caller), caller, contract.audited),
  );
  return organizationRecord(organization);
});

/** Who will own what the caller makes: the user of a session, or whoever has owned the key's organization for longest. */
async function ownerFor({ kind, id, organizationId = '' }: OrganizationCreator): Promise<string> {
  if (kind === 'session') return id;
  const owners = (await membersOf(organizationId)).filter(({ role }) => role === 'owner');
  const [first] = owners.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  if (!first) throw conflict('The organization of this key has no owner who could own the new one.');
  return first.userId;
}

import { createOrganization as contract } from '../../shared/contracts/accounts/organizations.ts';
import { conflict, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { hasFoundedAll, organizationsMax } from '../../shared/store/accounts/founders.ts';
import { membersOf } from '../../shared/store/accounts/members.ts';
import {
  createOrganization,
  type OrganizationCreator,
  organizationRecord,
} from '../../shared/store/accounts/organizations.ts';
import { getUsers } from '../../shared/store/accounts/user-changes.ts';

export const handler = endpoint(contract, async ({ body, caller }) => {
  const organization = await retryOnConflict(async () => {
    const owner = await ownerFor(caller);
    const created = await createOrganization(body, owner, { caller, action: contract.audited });
    if (!created && (await hasFoundedAll(owner))) throw validationFailed([full]);
    return created;
  });
  return organizationRecord(organization);
});

const full: Fault = {
  field: '',
  rule: 'maxOrganizations',
  message: `A user may have created ${organizationsMax} organizations; delete one first`,
};

/** Who will own what the caller makes: the user of a session, or the active owner of the key's organization for longest. */
async function ownerFor({ kind, id, organizationId = '' }: OrganizationCreator): Promise<string> {
  if (kind === 'session') return id;
  const members = (await membersOf(organizationId)).filter(({ role }) => role === 'owner');
  const users = await getUsers(members.map(({ userId }) => userId));
  const owners = members.filter(({ userId }) => users.get(userId)?.status === 'active');
  const [first] = owners.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  if (!first) throw conflict('The organization of this key has no owner who could own the new one.');
  return first.userId;
}

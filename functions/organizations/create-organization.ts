import { createOrganization as contract } from '../../shared/contracts/accounts/organizations.ts';
import { type Founders, whyNotFound } from '../../shared/domain/accounts/founders.ts';
import { env } from '../../shared/env.ts';
import { conflict, insufficientPermission, sessionExpired, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { hasFoundedAll, organizationsMax } from '../../shared/store/accounts/founders.ts';
import { membersOf } from '../../shared/store/accounts/members.ts';
import { membershipsOf } from '../../shared/store/accounts/memberships.ts';
import {
  createOrganization,
  type OrganizationCreator,
  organizationRecord,
} from '../../shared/store/accounts/organizations.ts';
import { getUser, getUsers } from '../../shared/store/accounts/users.ts';

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

/** Returns the owner: the session's user, or the longest-standing active owner of the key's organization. */
async function ownerFor({ kind, id, organizationId = '' }: OrganizationCreator): Promise<string> {
  if (kind === 'session') return checkedFounder(id);
  const members = (await membersOf(organizationId)).filter(({ role }) => role === 'owner');
  const users = await getUsers(members.map(({ userId }) => userId));
  const active = members.filter(({ userId }) => users.get(userId)?.status === 'active');
  const reasons = new Map(
    active.map(({ userId, role }) => [userId, whyNotFound(users.get(userId) ?? {}, [role], allowed())]),
  );
  const owners = active.filter(({ userId }) => reasons.get(userId) === undefined);
  const [first] = owners.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  if (first) return first.userId;
  const [reason] = reasons.values();
  throw reason === undefined
    ? conflict('The organization of this key has no owner who could own the new one.')
    : insufficientPermission(`The new organization would have an owner who may not create one. ${reason}`);
}

async function checkedFounder(id: string): Promise<string> {
  const [user, memberships] = await Promise.all([getUser(id), membershipsOf(id)]);
  if (!user) throw sessionExpired();
  const reason = whyNotFound(
    user,
    memberships.map(({ role }) => role),
    allowed(),
  );
  if (reason) throw insufficientPermission(reason);
  return id;
}

const allowed = (): Founders => env('ORGANIZATION_FOUNDERS') as Founders;

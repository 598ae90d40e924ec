import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { rolesOf } from '../../shared/auth/roles-of.ts';
import { addMember as contract } from '../../shared/contracts/accounts/organizations.ts';
import { includesRole, type Role } from '../../shared/contracts/contract.ts';
import { faultsOfAccount } from '../../shared/domain/accounts/account.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { whyNotManage } from '../../shared/domain/accounts/memberships.ts';
import { alreadyMember, conflict, insufficientPermission, validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { isIdOf } from '../../shared/ids.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { invite } from '../../shared/sign-in/invite.ts';
import { endInvitationsWrites } from '../../shared/store/accounts/links/invitations.ts';
import { addMember, getMember, memberRecord } from '../../shared/store/accounts/members.ts';
import { isMemberOfAny, memberWithEmail } from '../../shared/store/accounts/memberships.ts';
import { getUser, type StoredUser, userByEmail } from '../../shared/store/accounts/users.ts';

type MemberBody = Request<typeof contract>['body'];

export const handler = endpoint(contract, async ({ params, body, caller, baseUrl, language }) =>
  retryOnConflict(async () => {
    const named = await namedOrganization(caller, params.orgId);
    const reason = whyNotManage(named.actor, body.role);
    if (reason) throw insufficientPermission(reason);
    checkBody(body);
    if (await isMember(named.organization.id, body)) throw alreadyMember();
    const user = await administeredUser(caller, body);
    if (!user) return invite(named, { email: body.email ?? '', role: body.role }, { caller, baseUrl, language }, 202);
    return add(user, body.role, named.caller);
  }),
);

async function add(user: StoredUser, role: Role, caller: Caller) {
  if (user.status !== 'active') throw conflict('This user is disabled: enable the user first.');
  const { organizationId } = caller;
  const member = { organizationId, userId: user.id, role, createdAt: new Date().toISOString() };
  const ended = await endInvitationsWrites(organizationId, user.email);
  const added = await addMember(member, { caller, action: contract.audited }, ended);
  return added ? memberRecord(member, user) : undefined;
}

function checkBody({ userId, email }: MemberBody): void {
  if ((userId === undefined) === (email === undefined)) {
    const message = 'identify the user by either userId or email';
    throw validationFailed([{ field: 'userId', rule: 'oneOf', message }]);
  }
  const faults = faultsOfAccount({ email });
  if (faults.length > 0) throw validationFailed(faults);
}

const isMember = async (org: string, { userId, email }: MemberBody): Promise<unknown> =>
  email === undefined ? getMember(org, userId ?? '') : memberWithEmail(org, email);

/**
 * Returns the user if the caller administers one of the user's organizations. Returns undefined for any other address,
 * whether or not it has an account.
 */
async function administeredUser(caller: Caller, { userId = '', email }: MemberBody): Promise<StoredUser | undefined> {
  const user = email === undefined ? await userWithId(userId) : await userByEmail(email);
  const administered = [...(await rolesOf(caller))].filter(([, role]) => includesRole(role, 'admin'));
  if (
    await isMemberOfAny(
      administered.map(([id]) => id),
      user,
    )
  )
    return user;
  if (email !== undefined) return undefined;
  const message = 'is not a user in an organization that you administer; invite other people by email';
  throw validationFailed([{ field: 'userId', rule: 'unknown', message }]);
}

const userWithId = async (id: string) => (isIdOf('user', id) ? getUser(id) : undefined);

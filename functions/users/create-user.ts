import { createUser as contract } from '../../shared/contracts/accounts/users.ts';
import { faultsOfAccount } from '../../shared/domain/accounts/account.ts';
import { actorOf, whyNotManage } from '../../shared/domain/accounts/memberships.ts';
import { alreadyMember, insufficientPermission, notFound, validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { newId } from '../../shared/ids.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { invite } from '../../shared/sign-in/invite.ts';
import { hashPassword } from '../../shared/sign-in/password.ts';
import { endInvitationsWrites } from '../../shared/store/accounts/links/invitations.ts';
import { getMember } from '../../shared/store/accounts/members.ts';
import { getOrganization } from '../../shared/store/accounts/organizations.ts';
import { createUser } from '../../shared/store/accounts/user-changes.ts';
import { type StoredUser, userByEmail, userRecord } from '../../shared/store/accounts/users.ts';

export const handler = endpoint(contract, async ({ body, caller, baseUrl, language }) => {
  const { email, role } = body;
  const reason = whyNotManage(actorOf(caller), role);
  if (reason) throw insufficientPermission(reason);
  const faults = faultsOfAccount(body);
  if (faults.length > 0) throw validationFailed(faults);

  const user = await newUser(body);
  return retryOnConflict(async () => {
    const organization = await getOrganization(caller.organizationId);
    if (!organization) throw notFound('Organization');
    const { id: organizationId } = organization;
    // Read in this order, because an account and its membership are written together.
    const known = await userByEmail(email);
    if (known) {
      if (await getMember(organizationId, known.id)) throw alreadyMember();
      // The address has an account. Its owner must agree, and the caller learns nothing about it.
      return invite({ organization, caller }, { email, role }, { caller, baseUrl, language }, 202);
    }
    const member = { organizationId, userId: user.id, role, createdAt: user.createdAt };
    const ended = await endInvitationsWrites(organizationId, email);
    const written = await createUser({ user, member }, { caller, action: contract.audited }, ended);
    return written ? userRecord(user) : undefined;
  });
});

async function newUser({ email, name, password }: { email: string; name?: string; password?: string }) {
  const createdAt = new Date().toISOString();
  const account: StoredUser = {
    ...{ id: newId('user'), email, name, status: 'active', createdAt, updatedAt: createdAt },
    // An admin entered the address, so it may belong to someone else.
    addressUnproved: true,
  };
  if (password === undefined) return account;
  return { ...account, passwordHash: await hashPassword(password), passwordChosenByOther: true };
}

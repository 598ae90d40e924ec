import type { AuditAction } from '../contracts/audit-actions.ts';
import type { UserCaller } from '../domain/accounts/caller.ts';
import { alreadyMember, conflict, insufficientPermission, sessionExpired, validationFailed } from '../errors.ts';
import { newId } from '../ids.ts';
import { acceptAsNewUser, acceptAsUser, takeOver } from '../store/accounts/links/invitation-acceptance.ts';
import { type Invitation, isMailed } from '../store/accounts/links/invitations.ts';
import { getMember, type Member, type MemberUser } from '../store/accounts/members.ts';
import { membershipsOf } from '../store/accounts/memberships.ts';
import { getUserIn } from '../store/accounts/user-changes.ts';
import { getUser, type StoredUser, userByEmail } from '../store/accounts/users.ts';
import type { AuditedAction } from '../store/audit.ts';
import { hashPassword } from './password.ts';
import { validInvitation } from './valid-invitation.ts';

/** A request to accept an invitation: the link's token, and the data of a new account. */
export type Accepting = {
  token: string;
  name?: string;
  password?: string;
  sourceIp?: string;
  userAgent?: string;
  action: AuditAction;
};

/** Makes the user of a session a member. Returns undefined if the user or the invitation has changed meanwhile. */
export async function joinAsUser(
  { id, session }: UserCaller,
  invitation: Invitation,
  accepting: Accepting,
): Promise<MemberUser | undefined> {
  const user = await getUser(id);
  if (!user || (user.sessionEpoch ?? 0) !== session.epoch) throw sessionExpired();
  if (user.email.toLowerCase() !== invitation.email.toLowerCase()) {
    throw insufficientPermission(
      'This invitation is for another email address than your account’s. Log in with that address, or ask for another invitation.',
    );
  }
  if (await getMember(invitation.organizationId, user.id)) throw alreadyMember();
  checkChosenPassword(user, accepting);
  const { password, token } = accepting;
  const how = {
    passwordHash: password === undefined ? undefined : await hashPassword(password),
    isMailed: isMailed(invitation, token),
  };
  const joined = { user, member: memberOf(invitation, user) };
  return (await acceptAsUser(invitation, joined, how, auditOf(joined, accepting))) ? joined : undefined;
}

/** Throws if someone else knows the user's password and no new one is sent, or if a new account's data is sent. */
function checkChosenPassword({ passwordChosenByOther = false }: StoredUser, { name, password }: Accepting): void {
  if (passwordChosenByOther && password === undefined) {
    const message = 'is required: someone else set the password of this account, so choose your own';
    throw validationFailed([{ field: 'password', rule: 'required', message }]);
  }
  const unused = [...(name === undefined ? [] : ['name']), ...(passwordChosenByOther || !password ? [] : ['password'])];
  if (unused.length === 0) return;
  const message = 'is only for a new account; change your own with PUT /users/{userId}';
  throw validationFailed(unused.map(field => ({ field, rule: 'newAccount', message })));
}

/**
 * Makes the invited person a member with a new account, or with the account of this address that another organization
 * has disabled. Returns undefined if the account or the invitation has changed meanwhile.
 */
export async function joinWithNewAccount(
  invitation: Invitation,
  accepting: Accepting,
): Promise<MemberUser | undefined> {
  const { password, token } = accepting;
  if (password === undefined) {
    const message = 'is required, for a new account; or accept in the session of the account with this address';
    throw validationFailed([{ field: 'password', rule: 'required', message }]);
  }
  const known = await userByEmail(invitation.email);
  const disabled = known && (await disabledElsewhere(known, invitation, token));
  if (known && !disabled) {
    // Another request may just have accepted it and created this account.
    await validInvitation(token);
    throw conflict(
      'An account with this email address exists. Log in to it and accept in its session. If you don’t know its password, reset it with POST /auth/password-resets.',
    );
  }
  const passwordHash = await hashPassword(password);
  if (disabled) {
    const user = { ...disabled.user, status: 'active' as const };
    const joined = { user, member: memberOf(invitation, user) };
    const audit = auditOf(joined, accepting);
    return (await takeOver(invitation, joined, disabled.member, passwordHash, audit)) ? joined : undefined;
  }
  const user = newUser(invitation, accepting, passwordHash);
  const joined = { user, member: memberOf(invitation, user) };
  return (await acceptAsNewUser(invitation, joined, auditOf(joined, accepting))) ? joined : undefined;
}

function newUser(invitation: Invitation, { name, token }: Accepting, passwordHash: string) {
  const createdAt = new Date().toISOString();
  return {
    id: newId('user'),
    email: invitation.email,
    name,
    status: 'active' as const,
    passwordHash,
    // The inviter saw a link too, so only the emailed link proves the address.
    addressUnproved: !isMailed(invitation, token) || undefined,
    createdAt,
    updatedAt: createdAt,
  };
}

/**
 * Returns the account and its only membership if another organization has disabled it and the link was sent to its
 * address.
 */
async function disabledElsewhere(user: StoredUser, invitation: Invitation, token: string) {
  if (user.status !== 'disabled' || !isMailed(invitation, token)) return undefined;
  const [membership, ...others] = await membershipsOf(user.id);
  if (!membership || others.length > 0 || membership.organizationId === invitation.organizationId) return undefined;
  return getUserIn(membership.organizationId, user.id);
}

const memberOf = ({ organizationId, role }: Invitation, { id }: Pick<StoredUser, 'id'>): Member => ({
  ...{ organizationId, userId: id, role },
  createdAt: new Date().toISOString(),
});

const auditOf = (
  { member }: Pick<MemberUser, 'member'>,
  { sourceIp, userAgent, action }: Accepting,
): AuditedAction => ({
  caller: {
    ...{ kind: 'session' as const, id: member.userId, organizationId: member.organizationId },
    ...{ environment: 'production' as const, sourceIp, userAgent },
  },
  action,
});

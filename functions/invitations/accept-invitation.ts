import { hashPassword } from '../../shared/auth/password.ts';
import { validInvitation } from '../../shared/auth/valid-invitation.ts';
import { acceptInvitation as contract } from '../../shared/contracts/accounts/invitations.ts';
import { faultsOfAccount } from '../../shared/domain/accounts/account.ts';
import type { UserCaller } from '../../shared/domain/accounts/caller.ts';
import {
  alreadyMember,
  conflict,
  insufficientPermission,
  sessionExpired,
  validationFailed,
} from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { newId } from '../../shared/ids.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { acceptAsNewUser, acceptAsUser, takeOver } from '../../shared/store/accounts/links/invitation-acceptance.ts';
import { type Invitation, isMailed } from '../../shared/store/accounts/links/invitations.ts';
import { getMember, type MemberUser, memberRecord } from '../../shared/store/accounts/members.ts';
import { membershipsOf } from '../../shared/store/accounts/memberships.ts';
import { getUserIn } from '../../shared/store/accounts/user-changes.ts';
import { getUser, type StoredUser, userByEmail } from '../../shared/store/accounts/users.ts';

type Sent = Pick<Request<typeof contract>, 'params' | 'body' | 'caller' | 'sourceIp' | 'userAgent'>;

export const handler = endpoint(contract, async sent => {
  const faults = faultsOfAccount(sent.body);
  if (faults.length > 0) throw validationFailed(faults);
  return retryOnConflict(async () => {
    const { invitation } = await validInvitation(sent.params.token);
    const joined = await (sent.caller ? joinAs(sent.caller, invitation, sent) : joinWithNewAccount(invitation, sent));
    return joined && memberRecord(joined.member, joined.user);
  });
});

async function joinAs(caller: UserCaller, invitation: Invitation, sent: Sent): Promise<MemberUser | undefined> {
  const user = await getUser(caller.id);
  if (!user || (user.sessionEpoch ?? 0) !== caller.session.epoch) throw sessionExpired();
  if (user.email.toLowerCase() !== invitation.email.toLowerCase()) {
    throw insufficientPermission(
      'This invitation is for another e-mail address than that of your account. Log in with that one, or ask for another invitation.',
    );
  }
  const { organizationId } = invitation;
  if (await getMember(organizationId, user.id)) throw alreadyMember();
  checkChosenPassword(user, sent.body);
  const passwordHash = sent.body.password === undefined ? undefined : await hashPassword(sent.body.password);
  const joined = { user, member: memberBy(invitation, user) };
  const how = { passwordHash, isMailed: isMailed(invitation, sent.params.token) };
  return (await acceptAsUser(invitation, joined, how, auditOf(user, invitation, sent))) ? joined : undefined;
}

/** A user must choose a password that nobody else knows before they join. */
function checkChosenPassword({ passwordChosenByOther = false }: StoredUser, { name, password }: Sent['body']): void {
  if (passwordChosenByOther && password === undefined) {
    const message = 'is required: someone else set the password of this account, so choose your own';
    throw validationFailed([{ field: 'password', rule: 'required', message }]);
  }
  const unused = [...(name === undefined ? [] : ['name']), ...(passwordChosenByOther || !password ? [] : ['password'])];
  if (unused.length === 0) return;
  const message = 'is of a new account; change that of your own with PUT /users/{userId}';
  throw validationFailed(unused.map(field => ({ field, rule: 'newAccount', message })));
}

async function joinWithNewAccount(invitation: Invitation, sent: Sent): Promise<MemberUser | undefined> {
  const { name, password } = sent.body;
  if (password === undefined) {
    const message = 'is required, for a new account; or accept in the session of the account with this address';
    throw validationFailed([{ field: 'password', rule: 'required', message }]);
  }
  const { email } = invitation;
  const known = await userByEmail(email);
  const disabled = known && (await disabledElsewhere(known, invitation, sent.params.token));
  if (known && !disabled) {
    // Another request may just have accepted it, and made this account.
    await validInvitation(sent.params.token);
    throw conflict(
      'There is an account with this e-mail address. Log in to it, and accept in its session. If you do not know its password, ask for a new one with POST /auth/password-resets.',
    );
  }
  const passwordHash = await hashPassword(password);
  if (disabled) {
    const user = { ...disabled.user, status: 'active' as const };
    const joined = { user, member: memberBy(invitation, user) };
    const audit = auditOf(user, invitation, sent);
    return (await takeOver(invitation, joined, disabled.member, passwordHash, audit)) ? joined : undefined;
  }
  const createdAt = new Date().toISOString();
  const user = {
    id: newId('user'),
    email,
    name,
    status: 'active' as const,
    passwordHash,
    // The inviter saw a link too, so only the emailed link proves the address.
    addressUnproved: !isMailed(invitation, sent.params.token) || undefined,
    createdAt,
    updatedAt: createdAt,
  };
  const joined = { user, member: memberBy(invitation, user) };
  return (await acceptAsNewUser(invitation, joined, auditOf(user, invitation, sent))) ? joined : undefined;
}

/** The account and its only membership, where another organization has disabled it and the link came to its own mailbox. */
async function disabledElsewhere(user: StoredUser, invitation: Invitation, token: string) {
  if (user.status !== 'disabled' || !isMailed(invitation, token)) return undefined;
  const [membership, ...others] = await membershipsOf(user.id);
  if (!membership || others.length > 0 || membership.organizationId === invitation.organizationId) return undefined;
  return getUserIn(membership.organizationId, user.id);
}

const memberBy = ({ organizationId, role }: Invitation, { id }: StoredUser) => ({
  ...{ organizationId, userId: id, role },
  createdAt: new Date().toISOString(),
});

const auditOf = ({ id }: StoredUser, { organizationId }: Invitation, { sourceIp, userAgent }: Sent) => ({
  caller: { kind: 'session' as const, id, organizationId, environment: 'production' as const, sourceIp, userAgent },
  action: contract.audited,
});

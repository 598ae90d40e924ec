import { type Audited, auditWrite } from '../../audit.ts';
import { allOf, isOr } from '../../expression.ts';
import { keyOf } from '../../keys.ts';
import { writeIfUnchanged } from '../../table.ts';
import { unchanged, updateWrite } from '../../writes.ts';
import {
  deleteMemberWrite,
  hasStatusOf,
  type Member,
  type MemberUser,
  oneMoreMembership,
  putMemberWrite,
} from '../members.ts';
import { ownerCountWrite } from '../owner-count.ts';
import { unbinding } from '../unbinding.ts';
import { type ChangingUser, newUserWrites } from '../user-changes.ts';
import { type Invitation, useInvitationWrite } from './invitations.ts';

/** How an invitation is accepted. */
type Acceptance = {
  /** Of a password that the user has chosen in place of one that somebody else had. */
  passwordHash?: string;
  /** Whether the link came in a mail, so that whoever has it reads what is sent to the address. */
  isMailed: boolean;
};

/**
 * Makes the user of a session a member, and uses the invitation up: all of it or nothing. Where somebody else may have had
 * the account, and a mailed link or a new password shows that it is the user's from now on, nothing gets in with it that was
 * bound before, and every session ends. False when the invitation was used, the user is a member already, or the user was
 * changed since it was read: whoever has set another password must not get in by what the session has begun.
 */
export function acceptAsUser(
  invitation: Invitation,
  { user, member }: MemberUser & { user: ChangingUser },
  { passwordHash, isMailed }: Acceptance,
  { caller, action }: Audited,
): Promise<boolean> {
  const isTaken = passwordHash !== undefined || (isMailed && user.addressUnproved === true);
  const unbound = isTaken ? unbinding(user) : undefined;
  const join = updateWrite(keyOf('user', { user: user.id }), {
    ...(unbound && takenChange(unbound, isMailed)),
    set: { ...unbound?.set, memberships: oneMoreMembership, passwordHash },
    if: allOf(
      ...[hasStatusOf({ status: 'active' }), isOr('sessionEpoch', user.sessionEpoch ?? 0, 0)],
      unbound && unchanged(user),
    ),
  });
  return writeIfUnchanged([
    useInvitationWrite(invitation),
    putMemberWrite(member),
    join,
    ownerCountWrite(member.organizationId, member.role === 'owner' ? 1 : 0),
    ...(unbound?.writes ?? []),
    auditWrite(caller, action, user.id),
  ]);
}

/** A link that was shown to whoever made the invitation says nothing of the address. */
const takenChange = ({ remove }: ReturnType<typeof unbinding>, isMailed: boolean) => ({
  add: { revision: 1, sessionEpoch: 1 },
  remove: ['passwordChosenByOther', ...remove.filter(name => isMailed || name !== 'addressUnproved')],
});

/**
 * Takes an account over that another organization has disabled, and with it the address: whoever was mailed the invitation
 * owns the mailbox, and would be kept out of every organization otherwise. The account leaves the other organization and
 * keeps nothing of what it had there. False when anything was changed since it was read.
 */
export function takeOver(
  invitation: Invitation,
  { user, member }: MemberUser & { user: ChangingUser },
  left: Member,
  passwordHash: string,
  { caller, action }: Audited,
): Promise<boolean> {
  const unbound = unbinding(user);
  return writeIfUnchanged([
    useInvitationWrite(invitation),
    deleteMemberWrite(left),
    putMemberWrite(member),
    updateWrite(keyOf('user', { user: user.id }), {
      set: { ...unbound.set, passwordHash, status: 'active', updatedAt: member.createdAt },
      add: { revision: 1, sessionEpoch: 1 },
      remove: [...unbound.remove, 'passwordChosenByOther'],
      if: allOf(hasStatusOf({ status: 'disabled' }), isOr('memberships', 1, 1), unchanged(user)),
    }),
    ...unbound.writes,
    ownerCountWrite(member.organizationId, member.role === 'owner' ? 1 : 0),
    auditWrite({ ...caller, organizationId: left.organizationId }, 'member.removed', user.id),
    auditWrite(caller, action, user.id),
  ]);
}

/** Makes a new user who is a member, and uses the invitation up. False when it was used, or the address has a user. */
export const acceptAsNewUser = (
  invitation: Invitation,
  { user, member }: MemberUser,
  { caller, action }: Audited,
): Promise<boolean> =>
  writeIfUnchanged([
    useInvitationWrite(invitation),
    ...newUserWrites({ user, member }),
    auditWrite(caller, action, user.id),
  ]);

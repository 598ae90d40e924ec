import { type AuditedAction, auditWrite } from '../../audit.ts';
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
  /** The hash of the user's new password, where it replaces one that someone else knew. */
  passwordHash?: string;
  /** Whether the link came by mail, which proves that its holder reads the mailbox. */
  isMailed: boolean;
};

/**
 * Makes the user of a session a member and uses up the invitation, in one transaction. When someone else may have had
 * the account, and a mailed link or a new password proves that it is now the user's, everything bound to it before is
 * removed and every session ends. Returns false when the invitation was used, the user is already a member, or the user
 * has changed since it was read: after a password change elsewhere, this session must not get in.
 */
export function acceptAsUser(
  invitation: Invitation,
  { user, member }: MemberUser & { user: ChangingUser },
  { passwordHash, isMailed }: Acceptance,
  { caller, action }: AuditedAction,
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

/** A link that the inviter was shown proves nothing about the address. */
const takenChange = ({ remove }: ReturnType<typeof unbinding>, isMailed: boolean) => ({
  add: { revision: 1, sessionEpoch: 1 },
  remove: ['passwordChosenByOther', ...remove.filter(name => isMailed || name !== 'addressUnproved')],
});

/**
 * Takes over an account that another organization has disabled, together with its address. The person who got the
 * invitation owns the mailbox, and could otherwise join no organization. The account leaves the other organization and
 * loses everything it had there. Returns false when anything has changed since it was read.
 */
export function takeOver(
  invitation: Invitation,
  { user, member }: MemberUser & { user: ChangingUser },
  left: Member,
  passwordHash: string,
  { caller, action }: AuditedAction,
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

/**
 * Creates a user who is a member, and uses up the invitation. Returns false when it was used, or the address already
 * has a user.
 */
export const acceptAsNewUser = (
  invitation: Invitation,
  { user, member }: MemberUser,
  { caller, action }: AuditedAction,
): Promise<boolean> =>
  writeIfUnchanged([
    useInvitationWrite(invitation),
    ...newUserWrites({ user, member }),
    auditWrite(caller, action, user.id),
  ]);

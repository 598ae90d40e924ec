import { type Audited, auditWrite } from '../../audit.ts';
import { allOf, isOr } from '../../expression.ts';
import { keyOf } from '../../keys.ts';
import { writeIfUnchanged } from '../../table.ts';
import { updateWrite } from '../../writes.ts';
import { hasStatusOf, type MemberUser, oneMoreMembership, putMemberWrite } from '../members.ts';
import { ownerCountWrite } from '../owner-count.ts';
import { newUserWrites } from '../user-changes.ts';
import { type Invitation, useInvitationWrite } from './invitations.ts';

/**
 * Makes the user of a session a member, and uses the invitation up: all of it or nothing. False when the invitation was
 * used, the user is a member already, or anything ended the sessions of the user since it was read: whoever has set
 * another password must not get in by what the session has begun.
 *
 * @param passwordHash of a password that the user has chosen in place of one that somebody else had
 */
export function acceptAsUser(
  invitation: Invitation,
  { user, member }: MemberUser,
  passwordHash: string | undefined,
  { caller, action }: Audited,
): Promise<boolean> {
  const join = updateWrite(keyOf('user', { user: user.id }), {
    set: { memberships: oneMoreMembership, passwordHash },
    add: passwordHash === undefined ? {} : { revision: 1, sessionEpoch: 1 },
    remove: passwordHash === undefined ? [] : ['passwordChosenByOther'],
    if: allOf(hasStatusOf({ status: 'active' }), isOr('sessionEpoch', user.sessionEpoch ?? 0, 0)),
  });
  return writeIfUnchanged([
    useInvitationWrite(invitation),
    putMemberWrite(member),
    join,
    ownerCountWrite(member.organizationId, member.role === 'owner' ? 1 : 0),
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

import { createHash } from 'node:crypto';
import type { Role } from '../../../contracts/contract.ts';
import type { Identity } from '../../../domain/accounts/verified-identity.ts';
import { newId } from '../../../ids.ts';
import { type AuditActor, auditWrite } from '../../audit.ts';
import { allOf, expression } from '../../expression.ts';
import { keyOf } from '../../keys.ts';
import { deleteOnce, getItem, type TransactItem, writeIfUnchanged } from '../../table.ts';
import { putNewWrite, unchanged, updateWrite } from '../../writes.ts';
import { type Invitation, useInvitationWrite } from '../links/invitations.ts';
import { hasStatusOf } from '../members.ts';
import type { Origin } from '../sessions.ts';
import { type ChangingUser, newUserWrites } from '../user-changes.ts';
import { getUser, type StoredUser } from '../users.ts';

/** An organization that somebody new becomes a member of: as they were invited, or as everybody new does. */
export type Joining = { organizationId: string; role: Role; invitation?: Invitation };

const referenceTo = ({ issuer, subject }: Identity) => ({
  issuer,
  sha256: createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex'),
});

/** Whose identity it has been since they first signed in by it; it goes with its user. */
export async function userOfIdentity(identity: Identity): Promise<StoredUser | undefined> {
  const key = keyOf('identity', referenceTo(identity));
  const known = await getItem(key);
  const user = known && (await getUser(String(known.userId)));
  // Bound in the very moment in which its user was deleted: it is nobody's.
  if (known && !user) await deleteOnce(key);
  return user;
}

const identityWrite = (identity: Identity, userId: string): TransactItem =>
  putNewWrite({ ...keyOf('identity', referenceTo(identity)), userId });

const auditedIn = (organizationId: string, { id }: StoredUser, { sourceIp, userAgent }: Origin): AuditActor => ({
  ...{ kind: 'session', id, organizationId, environment: 'production', sourceIp, userAgent },
});

/**
 * Makes an identity that of an account with its address. Whoever else may know the password of the account, because they
 * have set it, or because they gave the account an address that they did not show to be theirs, is out with it.
 * False when the account was changed since it was read.
 */
export function bindIdentity(
  user: ChangingUser,
  identity: Identity,
  organizationIds: readonly string[],
  from: Origin,
): Promise<boolean> {
  const { passwordChosenByOther = false, addressUnproved = false, identities = [] } = user;
  const known = passwordChosenByOther || addressUnproved;
  const bound = updateWrite(keyOf('user', { user: user.id }), {
    set: { identities: [...identities, referenceTo(identity)] },
    add: { revision: 1, ...(known && { sessionEpoch: 1 }) },
    remove: known ? ['passwordHash', 'passwordChosenByOther', 'addressUnproved'] : [],
    if: allOf(expression`email = ${user.email}`, hasStatusOf({ status: 'active' }), unchanged(user)),
  });
  const audits = organizationIds.map(id => auditWrite(auditedIn(id, user, from), 'user.identity_bound', user.id));
  return writeIfUnchanged([identityWrite(identity, user.id), bound, ...audits]);
}

/** Makes an account of an identity that is new here, a member of these organizations. False when something came in between. */
export async function createUserOf(
  identity: Identity,
  joinings: readonly [Joining, ...Joining[]],
  from: Origin,
): Promise<StoredUser | undefined> {
  const createdAt = new Date().toISOString();
  const { email, name } = identity;
  const user: StoredUser = {
    ...{ id: newId('user'), email, name, status: 'active', identities: [referenceTo(identity)] },
    ...{ createdAt, updatedAt: createdAt },
  };
  const memberIn = ({ organizationId, role }: Joining) => ({ organizationId, userId: user.id, role, createdAt });
  const [first, ...others] = joinings;
  const written = await writeIfUnchanged([
    ...newUserWrites({ user, member: memberIn(first) }, others.map(memberIn)),
    identityWrite(identity, user.id),
    ...joinings.flatMap(({ invitation }) => (invitation ? [useInvitationWrite(invitation)] : [])),
    ...joinings.map(({ organizationId }) =>
      auditWrite(auditedIn(organizationId, user, from), 'member.joined', user.id),
    ),
  ]);
  return written ? user : undefined;
}

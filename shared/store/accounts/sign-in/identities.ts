import { createHash } from 'node:crypto';
import type { Role } from '../../../contracts/contract.ts';
import type { Identity } from '../../../domain/accounts/verified-identity.ts';
import { newId } from '../../../ids.ts';
import { type AuditActor, auditWrite } from '../../audit.ts';
import { allOf, expression } from '../../expression.ts';
import { keyOf } from '../../keys.ts';
import { getItem, type TransactItem, updateItem, writeIfUnchanged } from '../../table.ts';
import { deleteWrite, exists, putNewWrite, unchanged, updateWrite } from '../../writes.ts';
import { type Invitation, useInvitationWrite } from '../links/invitations.ts';
import { hasStatusOf } from '../members.ts';
import type { Origin } from '../sessions.ts';
import { unbinding } from '../unbinding.ts';
import { type ChangingUser, newUserWrites } from '../user-changes.ts';
import { type BoundIdentity, getUser, isSameAddress, isUsersAlone, type StoredUser } from '../users.ts';

/** An organization that a new user joins, by invitation or because it accepts all new users. */
export type Joining = { organizationId: string; role: Role; invitation?: Invitation };

const referenceTo = ({ issuer, subject, email }: Identity): BoundIdentity => ({
  issuer,
  sha256: createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex'),
  email: email.toLowerCase(),
});

/**
 * Returns the user who first signed in with this identity. The identity is deleted with its user. `counts` is true
 * while the address that it was bound to is still the user's.
 */
export async function userOfIdentity(identity: Identity): Promise<{ user: ChangingUser; counts: boolean } | undefined> {
  const reference = referenceTo(identity);
  const key = keyOf('identity', reference);
  const known = await getItem(key);
  if (!known) return undefined;
  const user: ChangingUser | undefined = await getUser(String(known.userId));
  const bound = user?.identities?.find(({ sha256 }) => sha256 === reference.sha256);
  if (user && bound) return { user, counts: countsFor(user, bound, identity) };
  // The identity was bound while its user was being deleted, so nobody owns it.
  await writeIfUnchanged([deleteWrite(key, expression`userId = ${known.userId}`)]);
  return undefined;
}

/**
 * Whether an identity counts for the user. If it was bound before addresses were stored, it is unknown who had the
 * account then. It then counts when the provider vouches for the account's current address.
 */
const countsFor = (user: StoredUser, { email }: BoundIdentity, identity: Identity): boolean =>
  isSameAddress(email ?? identity.email, user.email);

/**
 * Stores the address of an identity that was bound before addresses were stored. Returns false when the user has
 * changed.
 */
export async function rememberAddress(user: ChangingUser, identity: Identity): Promise<boolean> {
  const { sha256, email } = referenceTo(identity);
  const isOld = (each: BoundIdentity) => each.sha256 === sha256 && each.email === undefined;
  if (!user.identities?.some(isOld)) return true;
  const identities = user.identities.map(each => (isOld(each) ? { ...each, email } : each));
  return updateItem(keyOf('user', { user: user.id }), {
    set: { identities },
    add: { revision: 1 },
    if: allOf(exists, unchanged(user)),
  });
}

const identityWrite = (identity: Identity, userId: string): TransactItem =>
  putNewWrite({ ...keyOf('identity', referenceTo(identity)), userId });

const auditedIn = (organizationId: string, { id }: StoredUser, { sourceIp, userAgent }: Origin): AuditActor => ({
  ...{ kind: 'session', id, organizationId, environment: 'production', sourceIp, userAgent },
});

/**
 * Binds an identity to the account with its address. Someone else may have had the account: they set its password, or
 * gave it an unproved address. Then the password and everything bound before stop counting. Returns false when the
 * account has changed since it was read.
 */
export function bindIdentity(
  user: ChangingUser,
  identity: Identity,
  organizationIds: readonly string[],
  from: Origin,
): Promise<boolean> {
  const unbound = isUsersAlone(user) ? undefined : unbinding(user);
  const kept = unbound ? [] : (user.identities ?? []);
  const bound = updateWrite(keyOf('user', { user: user.id }), {
    set: { ...unbound?.set, identities: [...kept, referenceTo(identity)] },
    add: { revision: 1, ...(unbound && { sessionEpoch: 1 }) },
    remove: unbound
      ? ['passwordHash', 'passwordChosenByOther', ...unbound.remove.filter(name => name !== 'identities')]
      : [],
    if: allOf(expression`email = ${user.email}`, hasStatusOf({ status: 'active' }), unchanged(user)),
  });
  const audits = organizationIds.map(id => auditWrite(auditedIn(id, user, from), 'user.identity_bound', user.id));
  return writeIfUnchanged([identityWrite(identity, user.id), bound, ...(unbound?.writes ?? []), ...audits]);
}

/**
 * Creates an account for a new identity, as a member of these organizations. Returns false when another change came
 * first.
 */
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

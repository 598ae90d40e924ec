import type { Provider } from '../domain/accounts/providers.ts';
import type { Identity } from '../domain/accounts/verified-identity.ts';
import { signInRefused } from '../errors.ts';
import { log } from '../log.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { noteOnAccount } from '../store/accounts/links/account-notes.ts';
import { invitationsOf } from '../store/accounts/links/invitations.ts';
import { membershipsAmong } from '../store/accounts/memberships.ts';
import type { StoredOrganization } from '../store/accounts/organizations.ts';
import type { Origin } from '../store/accounts/sessions.ts';
import { organizationsTaking } from '../store/accounts/sign-in/domains.ts';
import {
  bindIdentity,
  createUserOf,
  type Joining,
  rememberAddress,
  userOfIdentity,
} from '../store/accounts/sign-in/identities.ts';
import type { ChangingUser } from '../store/accounts/user-changes.ts';
import { isUsersAlone, type StoredUser, userByEmail } from '../store/accounts/users.ts';
import { trailsMax } from '../store/audit.ts';
import { mayUse } from './providers.ts';
import { isStillValid } from './valid-invitation.ts';

/** The organizations that a new user joins at once, which must fit into a transaction. */
const joiningsMax = 20;

type SignIn = { identity: Identity; provider: Provider; from: Origin };

/**
 * Finds the account of a verified identity: the one that the identity is bound to, otherwise a member's account with
 * the same address, otherwise a new one. Throws the same refusal for every reason, so that it does not reveal who has
 * an account.
 */
export function accountOfIdentity(signIn: SignIn): Promise<StoredUser> {
  const { identity, provider } = signIn;
  return retryOnConflict(async () => {
    const taking = await organizationsTaking(identity.domain);
    const organizations = taking.filter(({ id }) => mayUse(provider, id));
    const bound = await userOfIdentity(identity);
    if (bound) return userOf(bound, organizations, signIn);
    const known: ChangingUser | undefined = await userByEmail(identity.email);
    if (!known) return newMember(organizations, signIn);
    return bind(known, organizations, signIn);
  });
}

/** Returns the user that an identity is bound to. Throws if the user's address isn't the one it was bound with. */
async function userOf(
  { user, counts }: { user: ChangingUser; counts: boolean },
  organizations: readonly StoredOrganization[],
  signIn: SignIn,
): Promise<StoredUser | undefined> {
  if (!counts) throw await refusal('the identity was bound to another address than the account has', signIn, user);
  await organizationsOf(user, organizations, signIn);
  return (await rememberAddress(user, signIn.identity)) ? user : undefined;
}

/** Returns those of the organizations that the user is a member of. Throws if there are none. */
async function organizationsOf(
  user: StoredUser,
  organizations: readonly StoredOrganization[],
  signIn: SignIn,
): Promise<string[]> {
  if (user.status !== 'active') throw await refusal('the user is disabled', signIn, user);
  const theirs = await membershipsAmong(
    organizations.map(({ id }) => id),
    user,
  );
  if (theirs.length > 0) return theirs;
  throw await refusal('no organization that takes the domain has the user', signIn, user);
}

/** Binds an identity to an account, once for each issuer, since another person may have had the address before. */
async function bind(
  user: ChangingUser,
  organizations: readonly StoredOrganization[],
  signIn: SignIn,
): Promise<StoredUser | undefined> {
  const { identity, from } = signIn;
  const theirs = await organizationsOf(user, organizations, signIn);
  if (isUsersAlone(user) && user.identities?.some(({ issuer }) => issuer === identity.issuer)) {
    throw await refusal('the account has another identity of this issuer', signIn, user);
  }
  const bound = await bindIdentity(user, identity, theirs.slice(0, trailsMax), from);
  // Read the user again to get the new epoch.
  return bound ? (await userOfIdentity(identity))?.user : undefined;
}

async function newMember(
  organizations: readonly StoredOrganization[],
  signIn: SignIn,
): Promise<StoredUser | undefined> {
  const { identity, from } = signIn;
  const joinings = (await Promise.all(organizations.map(each => joining(each, identity)))).flat();
  const [first, ...others] = joinings.slice(0, joiningsMax);
  if (!first) throw await refusal('no organization lets anybody new in', signIn);
  return createUserOf(identity, [first, ...others], from);
}

/** Returns how a new user joins an organization. An invited user joins with the invited role. */
async function joining(organization: StoredOrganization, { email }: Identity): Promise<Joining[]> {
  const { id: organizationId, singleSignOn } = organization;
  const open = await invitationsOf(organizationId);
  const invitation = open.find(each => each.email.toLowerCase() === email.toLowerCase());
  if (invitation && (await isStillValid(invitation, organization))) {
    return [{ organizationId, role: invitation.role, invitation }];
  }
  return singleSignOn?.defaultRole ? [{ organizationId, role: singleSignOn.defaultRole }] : [];
}

async function refusal(why: string, { identity, provider, from }: SignIn, user?: StoredUser) {
  log.warn('a sign-in was refused', { provider: provider.id, why, userId: user?.id });
  if (user) await noteOnAccount('user.sign_in_refused', user.email, from);
  return signInRefused(
    `${provider.name} knows you as ${identity.email}, but no organization here accepts that address. Ask your admin to invite it. If you already have an account here, sign in with its password and accept the invitation.`,
  );
}

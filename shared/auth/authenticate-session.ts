import type { Contract, Role } from '../contracts/contract.ts';
import { hashOfKey } from '../domain/accounts/api-key.ts';
import type { Caller, EnvironmentName, UserCaller } from '../domain/accounts/caller.ts';
import { inWords, remedyOfFactor, whyNotEnter } from '../domain/accounts/entry-policy.ts';
import { actorOf } from '../domain/accounts/memberships.ts';
import { isSessionToken } from '../domain/accounts/session-token.ts';
import {
  insufficientPermission,
  invalidParameter,
  notFound,
  sessionExpired,
  singleSignOnRequired,
  twoFactorRequired,
  unauthorized,
} from '../errors.ts';
import { isIdOf } from '../ids.ts';
import { type Entrance, membershipsOf, userInOrganization } from '../store/accounts/memberships.ts';
import { endOf, getSession, isOver, type Session, touchSession } from '../store/accounts/sessions.ts';
import type { StoredUser } from '../store/accounts/users.ts';
import { checkRole } from './check-role.ts';
import { environmentsNamed, organizationNamed, type ScopeRequest } from './requested-scope.ts';
import { tenancyOfRecord } from './tenancy-of-record.ts';

/**
 * Identifies the caller of a session token, with organization and environment. User, membership and role are read for each
 * request.
 *
 * @param instead the credential to name where the operation takes no sessions
 */
export async function callerOfSession(
  contract: Contract,
  token: string,
  sent: ScopeRequest,
  instead: string,
): Promise<Caller | UserCaller> {
  // Check before reading anything: a function whose operation accepts no sessions may not read them.
  checkKind(contract, instead);
  const session = await knownSession(token);
  const forItself = contract.scope === 'user';
  const named = organizationNamed(contract, sent);
  const environments = environmentsNamed(contract, sent);
  const place =
    forItself || environments.length > 0 ? undefined : await tenancyOfRecord(contract, sent, session, named);
  const { user, entrance, isDefault } = await entering(session, { forItself, named, environments, place });
  const now = Date.now();
  if (!user || isOver(session, user, now)) throw sessionExpired();
  const from = { sourceIp: sent.sourceIp, userAgent: sent.headers['user-agent'] };
  const who = { kind: 'session', id: user.id, name: user.email, ...from } as const;
  if (forItself) return { ...who, session: await ownSession(session, now) };
  refuseContradiction(environments);
  const found = entrance ?? (isDefault ? await firstEntrance(session, environments[0] ?? 'production') : undefined);
  if (!found) throw notFound('Organization');
  const { tenancy, policy } = found;
  checkEntry({ session, user, role: tenancy.role }, policy);
  checkRole(actorOf({ ...who, role: tenancy.role }), contract.role);
  await touchSession(session, isDefault ? tenancy.organizationId : undefined, now);
  return { ...who, ...tenancy, provider: session.provider };
}

type WantedScope = {
  forItself: boolean;
  named: string | undefined;
  environments: readonly EnvironmentName[];
  place: Awaited<ReturnType<typeof tenancyOfRecord>>;
};

/**
 * Returns the organization and environment of a session: those that the request names, otherwise those of its record if
 * the user is a member there, otherwise the first organization and production.
 */
async function entering({ userId, organizationId: first }: Session, wanted: WantedScope) {
  const { forItself, named, environments, place } = wanted;
  if (place && (named === undefined || named === place.org)) {
    const there = await userInOrganization(userId, place);
    if (there.entrance) return { ...there, isDefault: named === undefined && place.org === first };
  }
  const org = organizationId(forItself ? undefined : (named ?? first));
  const environment = environments[0] ?? 'production';
  return { ...(await userInOrganization(userId, { org, environment })), isDefault: named === undefined };
}

/** Returns the session for operations on the user's own account, which may end it. */
async function ownSession(session: Session, now: number): Promise<UserCaller['session']> {
  const expiresAt = new Date(endOf(await touchSession(session, undefined, now))).toISOString();
  const { id, sha256, epoch, provider } = session;
  return { id, sha256, expiresAt, epoch, ...(provider && { provider }) };
}

async function knownSession(token: string): Promise<Session> {
  const session = isSessionToken(token) ? await getSession(hashOfKey(token)) : undefined;
  if (session) return session;
  throw unauthorized('this session token is malformed or unknown. Get one with POST /auth/login.');
}

/** Only a valid ID may become part of a key. */
const organizationId = (text: string | undefined): string | undefined =>
  text !== undefined && isIdOf('organization', text) ? text : undefined;

/** Throws unless the organization accepts the way this session signed in. */
function checkEntry({ session, user, role }: Entering, policy: Entrance['policy']): void {
  const { provider } = session;
  const reason = whyNotEnter(policy, { role, provider });
  if (reason) throw singleSignOnRequired(reason);
  const remedy = remedyOfFactor(policy, { provider, hasTwoFactor: user.twoFactor !== undefined });
  if (!remedy) return;
  throw twoFactorRequired(`This organization requires two-factor sign-in. ${inWords[remedy]}`);
}

type Entering = { session: Session; user: StoredUser; role: Role };

/** Returns the organization of a request that names none: the one that the user joined first. */
async function firstEntrance({ userId }: Session, environment: EnvironmentName): Promise<Entrance | undefined> {
  const [first] = await membershipsOf(userId);
  if (!first) {
    throw insufficientPermission('You are not a member of an organization. Create one, or ask an admin to add you.');
  }
  return (await userInOrganization(userId, { org: first.organizationId, environment })).entrance;
}

function refuseContradiction(environments: readonly EnvironmentName[]): void {
  if (environments.length < 2) return;
  const message = `names ${environments.join(' and ')}: name one environment, in x-environment, in the query or in the body`;
  throw invalidParameter([{ field: 'environment', rule: 'contradiction', message }]);
}

function checkKind({ auth }: Contract, instead: string): void {
  if (!auth.includes('session')) throw insufficientPermission(`A session does not permit this. Send ${instead}.`);
}

import type { Contract, Credential } from '../contracts/contract.ts';
import { hashOfKey, keyTypeOf } from '../domain/accounts/api-key.ts';
import type { Caller, UserCaller } from '../domain/accounts/caller.ts';
import { actorOf } from '../domain/accounts/memberships.ts';
import { howToSendCookie, isOfOwnPage, tokenInCookie } from '../domain/accounts/session-cookie.ts';
import { claimsToBeSession } from '../domain/accounts/session-token.ts';
import { environmentMismatch, insufficientPermission, notFound, unauthorized } from '../errors.ts';
import { apiKeyByHash, roleOfKey } from '../store/accounts/api-key-lookup.ts';
import { callerOfSession } from './authenticate-session.ts';
import { checkRole } from './check-role.ts';
import { environmentsNamed, type ScopeRequest } from './requested-scope.ts';

const howToSend: Readonly<Record<Credential, string>> = {
  publishableKey: 'a publishable key in the x-publishable-key header',
  secretKey: 'a secret key as "Authorization: Bearer sk_..."',
  session: 'a session token, which POST /auth/login gives, as "Authorization: Bearer ses_..."',
};

/** Returns the caller, by the accepted credentials. Throws a 401, 403 or 404 that says what to send. */
export async function authenticate(contract: Contract, sent: ScopeRequest): Promise<Caller | UserCaller | undefined> {
  if (contract.auth.length === 0) return undefined;
  const { authorization } = sent.headers;
  const bearer = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1];
  const publishable = sent.headers['x-publishable-key'] ?? (contract.transport?.beacon ? sent.query.key : undefined);
  const wanted = contract.auth.map(kind => howToSend[kind]).join(', or ');
  if (authorization === undefined && publishable === undefined) return callerOfCookie(contract, sent, wanted);
  if (bearer !== undefined && claimsToBeSession(bearer)) return callerOfSession(contract, bearer, sent, wanted);
  const caller = await (authorization === undefined
    ? callerOfKey(publishable, 'publishable', sent)
    : callerOfKey(bearer, 'secret', sent));
  if (!caller) throw unauthorized(`${faultOfKey(authorization, bearer, publishable)}. Send ${wanted}.`);
  checkKind(caller, contract, wanted);
  checkScope(caller, contract, sent);
  checkPermission(caller, contract);
  return caller;
}

function faultOfKey(authorization: string | undefined, bearer = '', publishable = ''): string {
  if (authorization !== undefined && bearer === '') return 'the Authorization header is not "Bearer" and one token';
  if (keyTypeOf(bearer) === 'publishable') return 'this is a publishable key, sent as a Bearer token';
  return keyTypeOf(publishable) === 'secret'
    ? 'this is a secret key, sent as a publishable one; it must never be in a web page'
    : 'this one is malformed, unknown or revoked';
}

/**
 * Returns the caller of the dashboard's session cookie. It counts only without other credentials, and from the
 * service's own pages.
 */
function callerOfCookie(
  contract: Contract,
  sent: ScopeRequest,
  wanted: string,
): Promise<Caller | UserCaller> | undefined {
  const token = tokenInCookie(sent.headers);
  const isOwn = isOfOwnPage(sent.headers);
  if (token !== undefined && isOwn) return callerOfSession(contract, token, sent, wanted);
  if (contract.credentialOptional) return undefined;
  if (token === undefined) throw unauthorized(`none was sent. Send ${wanted}.`);
  throw unauthorized(`the session in the cookie counts only with ${howToSendCookie}. Send that as well, or ${wanted}.`);
}

async function callerOfKey(
  key: string | undefined,
  type: 'publishable' | 'secret',
  { headers, sourceIp }: ScopeRequest,
): Promise<Caller | undefined> {
  if (key === undefined || keyTypeOf(key) !== type) return undefined;
  const record = await apiKeyByHash(hashOfKey(key));
  if (!record) return undefined;
  return {
    kind: type === 'secret' ? 'secretKey' : 'publishableKey',
    id: record.id,
    name: record.name,
    ...(type === 'secret' && { role: roleOfKey(record) }),
    organizationId: record.organizationId,
    environmentId: record.environmentId,
    environment: record.environment,
    sourceIp,
    userAgent: headers['user-agent'],
  };
}

function checkKind({ kind }: Caller, { auth }: Contract, wanted: string): void {
  if (auth.includes(kind)) return;
  const permits =
    kind === 'publishableKey'
      ? 'A publishable key can only submit, sign uploads and send events'
      : 'No key can do this';
  throw insufficientPermission(`${permits}. Send ${wanted}.`);
}

/** Checks that a request names only the environment and organization of its key. */
function checkScope(caller: Caller, contract: Contract, sent: ScopeRequest): void {
  const other = environmentsNamed(contract, sent).find(name => name !== caller.environment);
  if (other) {
    throw environmentMismatch(
      `This key is for ${caller.environment}, but the request names ${other}. Use a key of ${other}, or leave the environment out.`,
    );
  }
  // The handler checks an organization in the path, because a key may administer organizations besides its own.
  const organizationId = contract.scope === 'user' ? undefined : sent.headers['x-organization-id'];
  if (organizationId !== undefined && organizationId !== caller.organizationId) throw notFound('Organization');
}

function checkPermission(caller: Caller, { role, roleOverOthers = role, liveKeysOnly }: Contract): void {
  if (caller.kind !== 'secretKey') return;
  if (liveKeysOnly && caller.environment !== 'production') {
    throw insufficientPermission(
      `No key of ${caller.environment} may do this. Send a secret key of production, or a session token.`,
    );
  }
  checkRole(actorOf(caller), roleOverOthers);
}

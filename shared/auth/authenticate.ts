import type { Contract, Credential } from '../contracts/contract.ts';
import { environmentMismatch, insufficientPermission, unauthorized } from '../http/errors.ts';
import { apiKeyByHash } from '../store/api-keys.ts';
import { hashOfKey, keyTypeOf } from './api-key.ts';
import { type Caller, environmentNames } from './caller.ts';

type Named = Readonly<Record<string, string | undefined>>;

const howToSend: Readonly<Record<Credential, string>> = {
  publishableKey: 'a publishable key in the x-publishable-key header',
  secretKey: 'a secret key as "Authorization: Bearer sk_..."',
  session: 'a session token as "Authorization: Bearer ..."',
};

/** Who calls, by the credentials that the contract takes. Throws the 401 or 403 that says what to send instead. */
export async function authenticate(contract: Contract, headers: Named, query: Named): Promise<Caller | undefined> {
  if (contract.auth.length === 0) return undefined;
  const bearer = /^Bearer +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
  const publishable = headers['x-publishable-key'] ?? (contract.beacon ? query.key : undefined);
  const wanted = contract.auth.map(kind => howToSend[kind]).join(', or ');
  if (headers.authorization === undefined && publishable === undefined) {
    throw unauthorized(`The API key is missing. Send ${wanted}.`);
  }
  const caller = await (headers.authorization === undefined
    ? callerOfKey(publishable, 'publishable')
    : callerOfKey(bearer, 'secret'));
  if (!caller) throw unauthorized(`The API key is invalid: malformed, unknown or revoked. Send ${wanted}.`);
  if (!contract.auth.includes(caller.kind)) {
    throw insufficientPermission(`A publishable key permits submitting only. Send ${wanted}.`);
  }
  checkEnvironment(caller, headers['x-environment'] ?? query.environment);
  return caller;
}

async function callerOfKey(key: string | undefined, type: 'publishable' | 'secret'): Promise<Caller | undefined> {
  if (key === undefined || keyTypeOf(key) !== type) return undefined;
  const record = await apiKeyByHash(hashOfKey(key));
  if (!record) return undefined;
  return {
    kind: type === 'secret' ? 'secretKey' : 'publishableKey',
    id: record.id,
    organizationId: record.organizationId,
    environmentId: record.environmentId,
    environment: record.environment,
  };
}

function checkEnvironment(caller: Caller, named: string | undefined): void {
  // A name that is no environment at all is a bad parameter, which the checks after this one say.
  if (environmentNames.some(name => name === named) && named !== caller.environment) {
    throw environmentMismatch(
      `This key belongs to ${caller.environment}, and the request names ${named}. Use a key of that environment.`,
    );
  }
}

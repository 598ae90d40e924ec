import type { Contract, Credential } from '../../../shared/contracts/contract.ts';
import { api } from '../../../shared/contracts/index.ts';
import { eventually } from '../eventually.ts';
import { signedIn } from './calls/accounts.ts';
import { askedAddress } from './calls/receivers.ts';
import { validCall } from './calls/valid-calls.ts';
import { type Call, type Client, clientOf, type Operation } from './client.ts';
import { mailsTo } from './mail.ts';
import { type EnvironmentName, keyHeader, type Service } from './service.ts';

/** Whether an operation accepts a kind of credential. An operation that needs none accepts any. */
export const takes = (kind: Credential, { auth }: Contract): boolean => auth.length === 0 || auth.includes(kind);

/** Whether an operation accepts a secret key of this environment. */
const takesKeyOf = (environment: EnvironmentName, contract: Contract): boolean =>
  takes('secretKey', contract) && (environment === 'production' || !contract.liveKeysOnly);

/** Whether an operation can be called without a credential. It accepts only a few kinds. */
const takesNone = ({ credentialOptional }: Contract): boolean => credentialOptional === true;

/** Returns ways to call every operation: with a secret key or, where keys aren't accepted, in an owner's session. */
export function fullAccess(service: Service) {
  const fullIn =
    (environment: EnvironmentName = 'production'): Client =>
    (operation, call) =>
      takesNone(api[operation])
        ? service.client()(operation, call)
        : takesKeyOf(environment, api[operation])
          ? service.client('secretKey', environment)(operation, call)
          : service.session('owner', environment)(operation, call);

  let elsewhere: Promise<Client> | undefined;
  let headers: Promise<Record<string, string>> | undefined;

  return {
    full: fullIn(),
    fullIn,

    /** Returns the headers for full access, for requests that no client can make. */
    fullHeaders: async (contract: Contract): Promise<Record<string, string>> => {
      if (takesNone(contract)) return {};
      if (takes('secretKey', contract)) return keyHeader('secretKey', service.key('secretKey'));
      headers ??= service.newSession(service.credentials().owner).then(token => ({ authorization: `Bearer ${token}` }));
      return headers;
    },

    /** Returns full access in another organization, on a local cloud only. */
    fullElsewhere: (): Promise<Client> => {
      elsewhere ??= ownerElsewhere(service);
      return elsewhere;
    },

    /**
     * Returns a call that succeeds on a new record of this client. Logins and calls on another session use the existing
     * owner.
     */
    validCall: async (operation: Operation, client: Client): Promise<Call> => {
      if (operation === 'endSession') await service.newSession(service.credentials().owner);
      if (operation === 'getMailLink') return { params: { token: await mailedToken(service) } };
      if (operation === 'confirmAddress') return confirmationCall(service, client);
      const call = await validCall(operation, client, service.newSession);
      return operation === 'login' ? { ...call, body: service.credentials().owner } : call;
    },
  };
}

/** Returns the token in a mail that confirms an address, on a local cloud only. */
async function mailedToken(service: Service): Promise<string> {
  const { address } = await askedAddress(service.client('secretKey'));
  return mailedTo(service, address, /\/mails\/([\w-]+)/);
}

const mailedTo = (service: Service, address: string, link: RegExp): Promise<string> =>
  eventually(async () => {
    const [mail] = mailsTo(service.cloud(), address);
    const [, token] = link.exec(mail?.text ?? '') ?? [];
    if (token === undefined) throw new Error(`There is no mail to ${address} yet`);
    return token;
  });

/** Returns a call by a new user who hasn't confirmed the address yet, on a local cloud only. */
async function confirmationCall(service: Service, client: Client): Promise<Call> {
  const { headers, email } = await signedIn(client, service.newSession);
  await client('requestAddressConfirmation', { headers });
  const token = await mailedTo(service, email, /\/address-confirmations\/([\w-]+)/);
  return { headers, params: { token } };
}

async function ownerElsewhere(service: Service): Promise<Client> {
  const { owner, environments } = await service.newOrganization();
  // Two sessions, so that one can be ended.
  const [token] = [await service.newSession(owner), await service.newSession(owner)];
  return (operation, call) => {
    if (takesNone(api[operation])) return service.client()(operation, call);
    const bearer = takes('secretKey', api[operation]) ? environments.production.secretKey : token;
    const headers = { authorization: `Bearer ${bearer}` };
    return clientOf(() => ({ baseUrl: service.cloud().baseUrl, headers }))(operation, call);
  };
}

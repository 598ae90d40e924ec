import { randomUUID } from 'node:crypto';
import { totpCode, totpStep } from '../../../../shared/domain/accounts/totp.ts';
import type { Call, Client } from '../client.ts';
import type { Json } from '../http.ts';
import { makeRoomForKeys } from './make-room.ts';
import { created, exampleBody, type NewSession, type Resource, type ResourceCalls, ulid } from './resource.ts';

export const newAddress = (): string => `${randomUUID()}@example.com`;

/** Returns the token at the end of an answer's link. */
export const tokenOf = ({ url }: Json): string => new URL(url).pathname.split('/').at(-1) ?? '';

async function apiKeyCall(client: Client): Promise<Call> {
  await makeRoomForKeys(client);
  return { body: exampleBody('createApiKey') };
}

const apiKey: Resource = {
  create: async client => {
    const { body } = await apiKeyCall(client);
    const { environment: _, ...ofTheClient } = body as Record<string, string>;
    return (await created(client, 'createApiKey', { body: ofTheClient })).id;
  },
  unknownId: `key_${ulid}`,
};

/** Returns the example user with an unused address. */
const newUser = (): object => ({ ...exampleBody('createUser'), email: newAddress() });

export const user: Resource = {
  create: async client => {
    // A password would cost 0.2 s of CPU.
    const { password: _, ...body } = newUser() as { password: string };
    return (await created(client, 'createUser', { body })).id;
  },
  unknownId: `usr_${ulid}`,
};

/** Another session of the client's user, if there is one; otherwise the client's own. */
const session: Resource = {
  create: async client => {
    const { items } = (await client('listSessions')).body;
    return (items.find(({ current }: Json) => !current) ?? items[0]).id;
  },
  unknownId: `sess_${ulid}`,
};

const passwordReset: Resource = {
  create: async client => {
    const userId = await user.create(client);
    return tokenOf(await created(client, 'createPasswordReset', { params: { userId } }));
  },
  unknownId: `rst_${'A'.repeat(43)}`,
};

/** The token is only in a mail, where `fullAccess` reads it. */
const addressConfirmation: Resource = {
  create: async () => addressConfirmation.unknownId,
  unknownId: `adr_${'A'.repeat(43)}`,
};

type Headers = Readonly<Record<string, string>>;

const password = 'correct horse battery';

/** Creates a user, as an admin does, and signs them in. */
export async function signedIn(
  client: Client,
  newSession: NewSession,
): Promise<{ id: string; email: string; headers: Headers }> {
  const { id, email } = await created(client, 'createUser', { body: { ...newUser(), password } });
  return { id, email, headers: { authorization: `Bearer ${await newSession({ email, password })}` } };
}

/** Creates a user in a session, with an unconfirmed authenticator and the call that confirms it. */
async function withAuthenticator(client: Client, newSession: NewSession) {
  const { headers, ...person } = await signedIn(client, newSession);
  const { secret } = await created(client, 'beginTwoFactor', { headers, body: { currentPassword: password } });
  return { ...person, headers, enabling: { headers, body: { code: totpCode(secret, totpStep(Date.now())) } } };
}

/**
 * Creates a user with a second factor, in a session that has confirmed the password again. Each recovery code works
 * once.
 */
async function withTwoFactor(
  client: Client,
  newSession: NewSession,
): Promise<{ id: string; email: string; headers: Headers; code: string }> {
  const { enabling, ...person } = await withAuthenticator(client, newSession);
  const { body } = await client('enableTwoFactor', enabling);
  return { ...person, code: body.recoveryCodes[0] };
}

async function recoveryCodeCall(client: Client, newSession: NewSession): Promise<Call> {
  const { headers, code } = await withTwoFactor(client, newSession);
  return { headers, body: { currentPassword: password, code } };
}

export const accountCalls: ResourceCalls = {
  resources: {
    '/api-keys/{id}': apiKey,
    '/users/{userId}': user,
    '/auth/sessions/{id}': session,
    '/auth/password-resets/{token}': passwordReset,
    '/auth/address-confirmations/{token}': addressConfirmation,
  },
  calls: {
    createApiKey: apiKeyCall,
    createUser: async () => ({ body: newUser() }),
    beginTwoFactor: async (client, newSession) => ({
      headers: (await signedIn(client, newSession)).headers,
      body: { currentPassword: password },
    }),
    enableTwoFactor: async (client, newSession) => (await withAuthenticator(client, newSession)).enabling,
    disableTwoFactor: recoveryCodeCall,
    renewRecoveryCodes: recoveryCodeCall,
    resetTwoFactor: async (client, newSession) => ({
      params: { userId: (await withAuthenticator(client, newSession)).id },
    }),
    loginWithCode: async (client, newSession) => {
      const { email, code } = await withTwoFactor(client, newSession);
      const { loginToken } = (await client('login', { body: { email, password } })).body;
      return { body: { loginToken, code } };
    },
    requestAddressConfirmation: async (client, newSession) => ({
      headers: (await signedIn(client, newSession)).headers,
    }),
    cancelAddressChange: async (client, newSession) => {
      const { headers } = await signedIn(client, newSession);
      await client('requestAddressConfirmation', { headers });
      return { headers };
    },
  },
};

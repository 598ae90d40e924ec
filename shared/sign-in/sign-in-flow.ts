import { hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { newSecret } from '../domain/accounts/account-token.ts';
import type { Provider } from '../domain/accounts/providers.ts';
import type { Secrets } from '../outbound/openid-provider.ts';

/** A sign-in in progress. The browser keeps it until it returns from the provider. */
export type SignInFlow = Secrets & {
  /** The requested page of the dashboard: `/forms`. */
  readonly next: string;
};

/** The time a user has to sign in at the provider. */
export const flowSeconds = 600;

export const newFlow = (next: string): SignInFlow => ({
  ...{ state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() },
  next,
});

/** Derives the key from the client secret, which the browser does not know. */
const keyFrom = (clientSecret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', clientSecret, '', 'formline sign-in flow', 32));

/** Seals a flow for one provider, so that nobody else can read or forge it. */
export const sealFlow = (flow: SignInFlow, { id }: Provider, clientSecret: string): Promise<string> =>
  new EncryptJWT({ ...flow })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience(id)
    .setExpirationTime(`${flowSeconds}s`)
    .encrypt(keyFrom(clientSecret));

/**
 * Returns the flow in a sealed text. Returns undefined if it is too old, belongs to another provider, or is any other
 * text.
 */
export async function openFlow(
  sealed: string,
  { id }: Provider,
  clientSecret: string,
): Promise<SignInFlow | undefined> {
  const algorithms = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
  try {
    const { payload } = await jwtDecrypt<SignInFlow>(sealed, keyFrom(clientSecret), {
      ...algorithms,
      audience: id,
      requiredClaims: ['exp'],
    });
    return payload;
  } catch {
    return undefined;
  }
}

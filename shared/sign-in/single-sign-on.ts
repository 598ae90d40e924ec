import { openSecret } from '../aws/secrets.ts';
import type { AuditAction } from '../contracts/audit-actions.ts';
import type { Provider } from '../domain/accounts/providers.ts';
import { type Claims, type Identity, identityIn } from '../domain/accounts/verified-identity.ts';
import { notFound, providerUnavailable, signInRefused } from '../errors.ts';
import { log } from '../log.ts';
import { authorizationUrl, BadAnswer, claimsOf, NotSignedIn, ProviderSilent } from '../outbound/openid-provider.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import type { Origin } from '../store/accounts/sessions.ts';
import { useState } from '../store/accounts/sign-in/sign-in-states.ts';
import { getDeploymentSecret } from '../store/deployment-secrets.ts';
import type { MailStyle } from '../store/mails/mail-items.ts';
import { accountOfIdentity } from './account-of-identity.ts';
import { beginSession } from './begin-session.ts';
import { providerWith } from './providers.ts';
import { newFlow, openFlow, type SignInFlow, sealFlow } from './sign-in-flow.ts';

/** A provider of the deployment, with the service's credentials as its client. */
export type ProviderClient = { provider: Provider; clientSecret: string; redirectUri: string };

/** The data that the browser brings back: its sealed flow, and the provider's parameters in the URL. */
type BroughtBack = { sealed: string; parameters: URLSearchParams };

type SignIn = { action: AuditAction; from: Omit<Origin, 'provider'> & MailStyle };

/** Returns the client of a provider. Throws if the deployment has no such provider, or no secret for it. */
export async function clientOf(id: string, baseUrl: string): Promise<ProviderClient> {
  const provider = providerWith(id);
  if (!provider) throw notFound('Provider');
  const sealed = await getDeploymentSecret({ provider: id });
  if (sealed === undefined) {
    throw signInRefused(
      `${provider.name} is not set up yet. Ask this service’s operator to store its client secret (npm run oidc-secret -- ${id}).`,
    );
  }
  const clientSecret = await openSecret(sealed, { provider: id });
  return { provider, clientSecret, redirectUri: `${baseUrl}/auth/oidc/${id}/callback` };
}

/** Begins a sign-in: returns where the browser goes, and the sealed flow that it brings back. */
export async function beginFlow({ provider, clientSecret, redirectUri }: ProviderClient, next: string) {
  const flow = newFlow(next);
  const location = await authorizationUrl(provider, flow, redirectUri).catch(refuse(provider));
  return { location, sealed: await sealFlow(flow, provider, clientSecret) };
}

/** Completes a sign-in: checks what the browser brought back, and begins a session of the account of that identity. */
export async function completeFlow(
  client: ProviderClient,
  broughtBack: BroughtBack,
  { action, from }: SignIn,
): Promise<{ token: string; next: string }> {
  const { provider, clientSecret } = client;
  const flow = await openFlow(broughtBack.sealed, provider, clientSecret);
  if (!flow) throw stale();
  const identity = await identityOf(client, flow, broughtBack);
  const origin = { ...from, provider: { id: provider.id, domain: identity.domain } };
  const { token } = await retryOnConflict(async () =>
    beginSession(await accountOfIdentity({ identity, provider, from: origin }), { action, from: origin }),
  );
  return { token, next: flow.next };
}

async function identityOf(
  client: ProviderClient,
  flow: SignInFlow,
  { parameters }: Pick<BroughtBack, 'parameters'>,
): Promise<Identity> {
  const whenOurs = async () => {
    if (!(await useState(flow.state))) throw stale();
  };
  const answer = { ...client, secrets: flow, parameters, whenOurs };
  const claims: Claims = await claimsOf(answer).catch(refuse(client.provider));
  const identity = identityIn(claims, client.provider);
  if ('refusal' in identity) throw signInRefused(identity.refusal);
  return identity;
}

const stale = () =>
  signInRefused(
    'This sign-in began in another browser or tab or more than ten minutes ago, or was already used. Start again.',
  );

/** Returns a function that turns a provider's error into one for the user. It logs the details. */
const refuse =
  ({ id, name }: Provider) =>
  (error: unknown): never => {
    if (error instanceof ProviderSilent) throw providerUnavailable(name, error);
    if (error instanceof NotSignedIn) throw signInRefused(`${name} has not signed you in. Begin again.`);
    if (!(error instanceof BadAnswer)) throw error;
    log.warn('the answer of a provider was refused', { provider: id, why: error.message });
    throw signInRefused(
      `The reply from ${name} can’t be trusted or is too old. Try again. If it happens again, tell this service’s operator.`,
    );
  };

import * as oauth from 'oauth4webapi';
import type { Provider } from '../domain/accounts/providers.ts';
import type { Claims } from '../domain/accounts/verified-identity.ts';
import { env } from '../env.ts';
import { TtlCache } from '../ttl-cache.ts';
import { callReceiver } from './call-receiver.ts';
import { dnsLookup } from './resolve-name.ts';

/** The time for each request to a provider. A sign-in makes at most five. */
const deadlineMs = 3000;
/** The maximum size of a provider's response. The largest known ones have about 20 KB. */
const bytesMax = 256 * 1024;
/** The tolerated difference between the two clocks. */
const toleranceSeconds = 30;

/** The secrets that a sign-in began with. Only its browser brings them back. */
export type Secrets = { readonly state: string; readonly nonce: string; readonly codeVerifier: string };

/** Thrown if the provider can't be reached, is too slow or sends too much. */
export class ProviderSilent extends Error {}

/** Thrown for an unexpected reply. Its message is for the log, and contains no secret. */
export class BadAnswer extends Error {}

/** Thrown if the provider reports that the user did not sign in, such as `access_denied` after Cancel. */
export class NotSignedIn extends Error {}

const lookup = dnsLookup();
const isLocal = (): boolean => env('WEBHOOK_ALLOW_LOOPBACK') === 'true';

/** Fetches like calls to receivers: only public addresses, no redirects, with limits for time and size. */
async function fetchBounded(url: string, init: oauth.CustomFetchOptions<string, URLSearchParams | undefined>) {
  const { status, bodyStart, error } = await callReceiver({
    method: init.method === 'POST' ? 'POST' : 'GET',
    url,
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(init.body && { body: init.body.toString() }),
    deadlineMs,
    policy: { allowLoopback: isLocal() },
    lookup,
    responseBytesMax: bytesMax,
  });
  if (status === undefined || status >= 500) throw new ProviderSilent(`${new URL(url).host}: ${error ?? status}`);
  // Text that is not JSON is refused when it is parsed.
  return new Response(bodyStart, { status, headers: { 'content-type': 'application/json' } });
}

const http = () => ({ [oauth.customFetch]: fetchBounded, [oauth.allowInsecureRequests]: isLocal() });

/** The library caches the keys with the document, also for five minutes. */
const documents = new TtlCache<oauth.AuthorizationServer>(300, { sizeMax: 50 });

const documentOf = ({ id, issuer }: Provider): Promise<oauth.AuthorizationServer> =>
  documents.get(id, async () => {
    const url = new URL(issuer);
    const response = await oauth.discoveryRequest(url, http());
    return oauth.processDiscoveryResponse(url, response);
  });

/** Returns the URL where a browser goes to sign in. Throws a `ProviderSilent` or `BadAnswer`. */
export async function authorizationUrl(provider: Provider, secrets: Secrets, redirectUri: string): Promise<string> {
  const server = await answered(() => documentOf(provider));
  const url = URL.parse(server.authorization_endpoint ?? '');
  if (!url || (url.protocol !== 'https:' && !isLocal())) throw new BadAnswer('no authorization_endpoint over https');
  const parameters = {
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(secrets.codeVerifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

export type ProviderCallback = {
  readonly provider: Provider;
  readonly clientSecret: string;
  readonly secrets: Secrets;
  readonly redirectUri: string;
  /** The parameters that the browser brought back. */
  readonly parameters: URLSearchParams;
  /** Called when the answer belongs to this sign-in, and before it is used. Throws if it was used already. */
  readonly whenOurs: () => Promise<void>;
};

/**
 * Returns what the provider says about the person. Checks state and issuer of the answer, and signature, issuer,
 * audience, nonce and times of the token. Throws a `ProviderSilent`, `NotSignedIn` or `BadAnswer`.
 */
export async function claimsOf(answer: ProviderCallback): Promise<Claims> {
  const { provider, parameters, secrets } = answer;
  const client: oauth.Client = { client_id: provider.clientId, [oauth.clockTolerance]: toleranceSeconds };
  const server = await answered(() => documentOf(provider));
  const { tokens, claims } = await answered(async () => {
    const checked = validated(server, client, parameters, secrets.state);
    await answer.whenOurs();
    if (checked instanceof NotSignedIn) throw checked;
    return exchanged(server, client, checked, answer);
  });
  if (claims.email !== undefined || !server.userinfo_endpoint) return claims;
  return answered(async () => {
    const response = await oauth.userInfoRequest(server, client, tokens.access_token, http());
    return { ...claims, ...(await oauth.processUserInfoResponse(server, client, claims.sub, response)) };
  });
}

function validated(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  parameters: URLSearchParams,
  state: string,
): URLSearchParams | NotSignedIn {
  try {
    return oauth.validateAuthResponse(server, client, parameters, state);
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError)) throw error;
    return new NotSignedIn(error.error);
  }
}

async function exchanged(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  parameters: URLSearchParams,
  { provider, clientSecret, redirectUri, secrets }: ProviderCallback,
) {
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication(server, clientSecret),
    parameters,
    redirectUri,
    secrets.codeVerifier,
    http(),
  );
  const expected = { expectedNonce: secrets.nonce, requireIdToken: true };
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected);
  await checkSignature(provider, server, response);
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  if (!claims) throw new BadAnswer('no id_token');
  return { tokens, claims };
}

/** Sends the secret in the body if the provider allows it, because not all decode a header as RFC 6749 (2.3.1) says. */
const authentication = (
  { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer,
  secret: string,
) => (methods?.includes('client_secret_post') ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret));

/**
 * Checks the signature. Loads the keys once more for an unknown one, because the provider may just have changed them.
 */
async function checkSignature(
  provider: Provider,
  server: oauth.AuthorizationServer,
  response: Response,
): Promise<void> {
  try {
    await oauth.validateApplicationLevelSignature(server, response, http());
  } catch (error) {
    if ((error as { code?: unknown }).code !== oauth.KEY_SELECTION) throw error;
    documents.forget(provider.id);
    await oauth.validateApplicationLevelSignature(await documentOf(provider), response, http());
  }
}

/** Turns all errors of the library into one kind, which quotes no token. */
async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOurs = [ProviderSilent, NotSignedIn, BadAnswer].some(kind => error instanceof kind);
    if (isOurs || !isOfLibrary(error)) throw error;
    throw new BadAnswer(`${error.code}: ${error.message}`);
  }
}

const isOfLibrary = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('OAUTH_');

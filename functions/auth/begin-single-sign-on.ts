import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { accountOfIdentity } from '../../shared/auth/account-of-identity.ts';
import { beginSession } from '../../shared/auth/begin-session.ts';
import { providerWith } from '../../shared/auth/providers.ts';
import { flowSeconds, newFlow, openFlow, sealFlow } from '../../shared/auth/sign-in-flow.ts';
import { openSecret } from '../../shared/aws/secrets.ts';
import { beginSingleSignOn, completeSingleSignOn } from '../../shared/contracts/accounts/single-sign-on.ts';
import { accountLink } from '../../shared/domain/accounts/account-link.ts';
import type { Provider } from '../../shared/domain/accounts/providers.ts';
import { flowInCookie, signInCookie } from '../../shared/domain/accounts/session-cookie.ts';
import { identityIn } from '../../shared/domain/accounts/verified-identity.ts';
import { notFound, providerUnavailable, signInRefused } from '../../shared/errors.ts';
import { pageEndpoint } from '../../shared/http/pages/page-endpoint.ts';
import { headersOf } from '../../shared/http/read-request.ts';
import { Reply } from '../../shared/http/reply.ts';
import { cookieOf } from '../../shared/http/sign-in/login-reply.ts';
import { log } from '../../shared/log.ts';
import {
  authorizationUrl,
  BadAnswer,
  claimsOf,
  NotSignedIn,
  ProviderSilent,
} from '../../shared/outbound/openid-provider.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { useState } from '../../shared/store/accounts/sign-in/sign-in-states.ts';
import { getDeploymentSecret } from '../../shared/store/deployment-secrets.ts';

const refused = { title: 'You are not signed in', next: { path: 'app/login', label: 'Back to sign-in' } };

const begin = pageEndpoint(
  beginSingleSignOn,
  async ({ params, query, baseUrl }) => {
    const { provider, clientSecret } = await clientAt(params.provider);
    const flow = newFlow(pageIn(query.next));
    const location = await authorizationUrl(provider, flow, redirectUri(baseUrl, provider)).catch(told(provider));
    const cookie = signInCookie(await sealFlow(flow, provider, clientSecret), flowSeconds);
    return new Reply(undefined, { headers: { location, 'set-cookie': cookie } });
  },
  refused,
);

const complete = pageEndpoint(
  completeSingleSignOn,
  async ({ params, event, baseUrl, language, sourceIp, userAgent }) => {
    const { provider, clientSecret } = await clientAt(params.provider);
    const flow = await openFlow(flowInCookie(headersOf(event)) ?? '', provider, clientSecret);
    if (!flow) throw stale();
    const claims = await claimsOf({
      ...{ provider, clientSecret, secrets: flow, redirectUri: redirectUri(baseUrl, provider) },
      parameters: parametersOf(event),
      whenOurs: async () => {
        if (!(await useState(flow.state))) throw stale();
      },
    }).catch(told(provider));
    const identity = identityIn(claims, provider);
    if ('refusal' in identity) throw signInRefused(identity.refusal);
    const from = { sourceIp, userAgent, baseUrl, language, provider: { id: provider.id, domain: identity.domain } };
    const action = completeSingleSignOn.audited;
    const { token } = await retryOnConflict(async () =>
      beginSession(await accountOfIdentity({ identity, provider, from }), { action, from }),
    );
    const location = accountLink(baseUrl, flow.next);
    return new Reply(undefined, { headers: { location, 'set-cookie': cookieOf(token) } });
  },
  refused,
);

/** By the paths of their contracts. */
export const handler = (event: APIGatewayProxyEvent, context: Context) =>
  (event.resource === completeSingleSignOn.path ? complete : begin)(event, context);

async function clientAt(id: string): Promise<{ provider: Provider; clientSecret: string }> {
  const provider = providerWith(id);
  if (!provider) throw notFound('Provider');
  const sealed = await getDeploymentSecret({ provider: id });
  if (sealed !== undefined) return { provider, clientSecret: await openSecret(sealed, { provider: id }) };
  throw signInRefused(
    `${provider.name} is not set up yet. Ask this service’s operator to store its client secret (npm run oidc-secret -- ${id}).`,
  );
}

const redirectUri = (baseUrl: string, { id }: Provider): string => `${baseUrl}/auth/oidc/${id}/callback`;

/** A page of the dashboard, never another site that a crafted URL names. */
const pageIn = (next = ''): string => (/^\/(?![/\\])[\x21-\x7e]{0,1000}$/.test(next) ? next : '/forms');

function parametersOf({ multiValueQueryStringParameters }: APIGatewayProxyEvent): URLSearchParams {
  const given = Object.entries(multiValueQueryStringParameters ?? {});
  return new URLSearchParams(
    given.flatMap(([name, values]) => (values ?? []).map(value => [name, value] as [string, string])),
  );
}

const stale = () =>
  signInRefused(
    'This sign-in was begun in another browser or tab, or more than ten minutes ago, or has been used already. Begin again.',
  );

/** Describes a provider's error for the user; the details go to the log. */
const told =
  ({ id, name }: Provider) =>
  (error: unknown): never => {
    if (error instanceof ProviderSilent) throw providerUnavailable(name, error);
    if (error instanceof NotSignedIn) throw signInRefused(`${name} has not signed you in. Begin again.`);
    if (!(error instanceof BadAnswer)) throw error;
    log.warn('the answer of a provider was refused', { provider: id, why: error.message });
    throw signInRefused(
      `What came back from ${name} cannot be trusted or is too old. Try again. If it happens again, tell this service’s operator.`,
    );
  };

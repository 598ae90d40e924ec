import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { beginSingleSignOn, completeSingleSignOn } from '../../shared/contracts/accounts/single-sign-on.ts';
import { accountLink } from '../../shared/domain/accounts/account-link.ts';
import { flowInCookie, signInCookie } from '../../shared/domain/accounts/session-cookie.ts';
import { pageEndpoint } from '../../shared/http/pages/page-endpoint.ts';
import { headersOf } from '../../shared/http/read-request.ts';
import { Reply } from '../../shared/http/reply.ts';
import { cookieOf } from '../../shared/sign-in/login-reply.ts';
import { flowSeconds } from '../../shared/sign-in/sign-in-flow.ts';
import { beginFlow, clientOf, completeFlow } from '../../shared/sign-in/single-sign-on.ts';

const refused = { title: 'You are not signed in', next: { path: 'app/login', label: 'Back to sign-in' } };

const begin = pageEndpoint(
  beginSingleSignOn,
  async ({ params, query, baseUrl }) => {
    const client = await clientOf(params.provider, baseUrl);
    const { location, sealed } = await beginFlow(client, pageIn(query.next));
    return redirect(location, signInCookie(sealed, flowSeconds));
  },
  refused,
);

const complete = pageEndpoint(
  completeSingleSignOn,
  async ({ params, event, baseUrl, language, sourceIp, userAgent }) => {
    const client = await clientOf(params.provider, baseUrl);
    const broughtBack = { sealed: flowInCookie(headersOf(event)) ?? '', parameters: parametersOf(event) };
    const from = { sourceIp, userAgent, baseUrl, language };
    const { token, next } = await completeFlow(client, broughtBack, { action: completeSingleSignOn.audited, from });
    return redirect(accountLink(baseUrl, next), cookieOf(token));
  },
  refused,
);

/** Serves both operations, by the paths of their contracts. */
export const handler = (event: APIGatewayProxyEvent, context: Context) =>
  (event.resource === completeSingleSignOn.path ? complete : begin)(event, context);

const redirect = (location: string, cookie: string): Reply =>
  new Reply(undefined, { headers: { location, 'set-cookie': cookie } });

/** Returns a page of the dashboard, and never another site that a crafted URL names. */
const pageIn = (next = ''): string => (/^\/(?![/\\])[\x21-\x7e]{0,1000}$/.test(next) ? next : '/forms');

function parametersOf({ multiValueQueryStringParameters }: APIGatewayProxyEvent): URLSearchParams {
  const given = Object.entries(multiValueQueryStringParameters ?? {});
  return new URLSearchParams(
    given.flatMap(([name, values]) => (values ?? []).map(value => [name, value] as [string, string])),
  );
}

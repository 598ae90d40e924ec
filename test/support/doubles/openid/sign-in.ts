import { expect } from '@jest/globals';
import { type Client, clientOf } from '../../cloud/client.ts';
import type { Reply } from '../../cloud/http.ts';
import type { Service } from '../../cloud/service.ts';
import type { AuthorizationRequest, IssuerDouble, Person } from './issuer.ts';

/** A sign-in that has started in a browser. */
export type Begun = { asked: AuthorizationRequest; location: URL; cookie: string };

/** Returns the cookie that a browser sends back. */
export const cookieOf = ({ headers }: Reply): string => headers['set-cookie']?.[0]?.split(';')[0] ?? '';

/** Returns a browser that uses the service. */
export function browserAt(service: Service) {
  const client: Client = clientOf(() => ({ baseUrl: service.baseUrl(), headers: { accept: 'application/json' } }));

  async function begin(provider: string, next?: string): Promise<Begun> {
    const reply = await client('beginSingleSignOn', { params: { provider }, ...(next && { query: { next } }) });
    expect({ status: reply.status, body: reply.body }).toEqual({ status: 303, body: undefined });
    const location = new URL(reply.headers.location ?? '');
    const value = (name: string) => location.searchParams.get(name) ?? '';
    const asked = { state: value('state'), nonce: value('nonce'), challenge: value('code_challenge') };
    return { asked: { ...asked, redirectUri: value('redirect_uri') }, location, cookie: cookieOf(reply) };
  }

  const complete = (provider: string, query: Record<string, string>, cookie: string): Promise<Reply> =>
    client('completeSingleSignOn', { params: { provider }, query, headers: { cookie } });

  /** Runs a whole sign-in of a person at a double. */
  async function signIn(provider: string, double: IssuerDouble, person: Person): Promise<Reply> {
    const { asked, cookie } = await begin(provider);
    return complete(provider, { code: double.code(asked, person), state: asked.state, iss: double.issuer }, cookie);
  }

  /** Returns a client with the session that a sign-in has created. */
  function signedIn(reply: Reply): Client {
    expect({ status: reply.status, body: reply.body }).toEqual({ status: 303, body: undefined });
    const headers = { cookie: cookieOf(reply), 'x-formline-request': '1' };
    return clientOf(() => ({ baseUrl: service.baseUrl(), headers }));
  }

  return { client, begin, complete, signIn, signedIn };
}

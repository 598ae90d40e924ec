import { describe, expect, it } from '@jest/globals';
import { hashOfKey } from '../../shared/domain/accounts/api-key.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { type Client, clientOf } from '../support/cloud/client.ts';
import type { Reply } from '../support/cloud/http.ts';
import { keyHeader, startedService } from '../support/cloud/service.ts';
import { changeItem } from '../support/cloud/stored-items.ts';
import { newForm } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const ownPage = { 'x-formline-request': '1' };

const withHeaders = (headers: Record<string, string>): Client =>
  clientOf(() => ({ baseUrl: service.credentials().baseUrl, headers }));

type User = { email: string; password: string };

const logIn = ({ email, password }: User, headers: Record<string, string> = ownPage): Promise<Reply> =>
  withHeaders(headers)('login', { body: { email, password, cookie: true } });

/** What a browser sends back: `__Host-formline=ses_…`. */
const cookieOf = ({ headers }: Reply): string => headers['set-cookie']?.[0]?.split(';')[0] ?? '';

const cookieFor = async (user: User): Promise<string> => cookieOf(await logIn(user));

describe('a session in a cookie', () => {
  it('is not told to the page, and no other host and no script gets it', async () => {
    const reply = await logIn(service.credentials().owner);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ expiresAt: expect.any(String), user: expect.objectContaining({ status: 'active' }) });
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-formline=ses_[\w-]{43}; Max-Age=604800; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('acts as a token does, in the organization and environment that a request names', async () => {
    const cookie = await cookieFor(service.credentials().owner);
    const client = withHeaders({ ...ownPage, cookie: `theme=dark; ${cookie}; lang=en`, 'x-environment': 'staging' });
    expect((await newForm(client)).environment).toBe('staging');
    expect((await client('getMe')).body.user.email).toBe(service.credentials().owner.email);
  });

  it.each([
    ['without the header', {}],
    ['with another value', { 'x-formline-request': 'true' }],
    ['with an empty one', { 'x-formline-request': '' }],
    ['whatever origin it names', { origin: 'http://127.0.0.1:3000', referer: 'http://127.0.0.1:3000/app' }],
  ])('does not count %s, and is told why', async (_, headers) => {
    const cookie = await cookieFor(service.credentials().owner);
    for (const operation of ['getMe', 'listForms', 'logout'] as const) {
      const reply = await withHeaders({ cookie, ...headers })(operation);
      expectRefusal(reply, 401, 'invalid_api_key');
      expect(reply.body.message).toContain('counts only with the header x-formline-request: 1');
      expect(reply.headers).not.toHaveProperty('set-cookie');
    }
    expect((await withHeaders({ cookie, ...ownPage })('getMe')).status).toBe(200);
  });

  it('cannot be used by a page of another origin: the preflight does not allow the header, nor any answer the cookie', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-headers': 'x-formline-request' };
    const preflight = await service.send({ method: 'OPTIONS', path: '/forms', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toMatch(/authorization/);
    expect(preflight.headers['access-control-allow-headers']).not.toMatch(/x-formline-request|\*/);
    const cookie = await cookieFor(service.credentials().owner);
    const read = await withHeaders({ ...ownPage, cookie, origin: 'https://evil.example' })('listForms');
    for (const reply of [preflight, read]) {
      expect(reply.headers['access-control-allow-origin']).toBe('*');
      expect(reply.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('is ignored where a request has a key, or a token, whatever that is worth', async () => {
    const cookie = await cookieFor(service.credentials().owner);
    const sent = { cookie, ...ownPage };
    const publishable = keyHeader('publishableKey', service.key('publishableKey'));
    expectRefusal(await withHeaders({ ...sent, ...publishable })('listForms'), 403, 'insufficient_permission');
    expectRefusal(await withHeaders({ ...sent, authorization: 'Bearer ses_x' })('listForms'), 401, 'invalid_api_key');
    const viewer = await service.login(await service.newUser({ role: 'viewer' }));
    const refused = await withHeaders({ ...sent, authorization: `Bearer ${viewer}` })('createForm', {
      body: { title: 'T', fields: [] },
    });
    expectRefusal(refused, 403, 'insufficient_permission');
    const secret = keyHeader('secretKey', service.key('secretKey'));
    expectRefusal(await withHeaders({ ...sent, ...secret })('getMe'), 403, 'insufficient_permission');
  });

  it('is never read where a credential is optional and the header is missing', async () => {
    const { owner, organization } = service.credentials();
    const colleague = await service.newUser();
    const { body } = await service.session('owner')('createInvitation', {
      params: { orgId: organization.id },
      body: { email: colleague.email, role: 'viewer' },
    });
    const accept = { params: { token: body.url.split('/').at(-1) }, body: {} };
    const cookie = await cookieFor(owner);
    // Nobody, so a new account is asked for.
    expect((await withHeaders({ cookie })('acceptInvitation', accept)).body.details).toEqual([
      expect.objectContaining({ field: 'password', rule: 'required' }),
    ]);
    expectRefusal(
      await withHeaders({ cookie, ...ownPage })('acceptInvitation', accept),
      403,
      'insufficient_permission',
    );
    const own = await cookieFor(colleague);
    expect((await withHeaders({ cookie: own, ...ownPage })('acceptInvitation', accept)).status).toBe(201);
  });
});

describe('logging in for a cookie', () => {
  it('takes the header, before any password is looked at: nobody is logged in to an account of others', async () => {
    const user = await service.newUser();
    for (let attempt = 0; attempt < 6; attempt++) {
      const reply = await logIn({ ...user, password: 'wrong' }, { origin: 'https://evil.example' });
      expectRefusal(reply, 401, 'invalid_api_key');
      expect(reply.body.message).toContain('x-formline-request: 1');
      expect(reply.headers).not.toHaveProperty('set-cookie');
    }
    expect((await logIn(user)).status).toBe(200);
  });

  it('sets no cookie where the password is wrong, or none was asked for', async () => {
    const user = await service.newUser();
    const refused = await logIn({ ...user, password: 'wrong' });
    expectRefusal(refused, 401, 'invalid_api_key');
    const { email, password } = user;
    const token = await withHeaders(ownPage)('login', { body: { email, password } });
    expect(token.body.token).toMatch(/^ses_/);
    for (const { headers } of [refused, token]) expect(headers).not.toHaveProperty('set-cookie');
  });
});

describe('the end of a session in a cookie', () => {
  it('is its logout, which clears it', async () => {
    const cookie = await cookieFor(service.credentials().owner);
    const client = withHeaders({ cookie, ...ownPage });
    const reply = await client('logout');
    expect({ status: reply.status, cookie: reply.headers['set-cookie'] }).toEqual({
      status: 204,
      cookie: ['__Host-formline=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Strict'],
    });
    expectRefusal(await client('getMe'), 401, 'session_expired');
  });

  it('is not that of a token, whose logout leaves the cookie alone', async () => {
    const { owner } = service.credentials();
    const cookie = await cookieFor(owner);
    const token = await service.login(owner);
    const reply = await withHeaders({ cookie, ...ownPage, authorization: `Bearer ${token}` })('logout');
    expect(reply.status).toBe(204);
    expect(reply.headers).not.toHaveProperty('set-cookie');
    expect((await withHeaders({ cookie, ...ownPage })('getMe')).status).toBe(200);
  });

  it('comes after a day without use, as that of a token does', async () => {
    const cookie = await cookieFor(service.credentials().owner);
    const sha256 = hashOfKey(cookie.split('=')[1] ?? '');
    await changeItem(service.cloud(), keyOf('session', { sha256 }), { lastUsedAt: Date.now() - 25 * 3_600_000 });
    expectRefusal(await withHeaders({ cookie, ...ownPage })('getMe'), 401, 'session_expired');
  });

  it('is not told from a cookie that never was one', async () => {
    for (const value of ['', 'ses_x', `ses_${'a'.repeat(43)}`, '%00', 'ses_é']) {
      const reply = await withHeaders({ cookie: `__Host-formline=${encodeURI(value)}`, ...ownPage })('getMe');
      expectRefusal(reply, 401, 'invalid_api_key');
    }
  });
});

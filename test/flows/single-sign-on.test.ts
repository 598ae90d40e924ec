import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { keyOf } from '../../shared/store/keys.ts';
import { type Client, clientOf } from '../support/cloud/client.ts';
import { setSecret } from '../support/cloud/deployment-secret.ts';
import type { Json, Reply } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { changeItem } from '../support/cloud/stored-items.ts';
import { addresses } from '../support/doubles/addresses.ts';
import { IssuerDouble, type Person } from '../support/doubles/openid/issuer.ts';
import { browserAt, cookieOf } from '../support/doubles/openid/sign-in.ts';
import { itInAll } from '../support/in-all.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const secretOf = { acme: 'the-secret-of-acme', other: 'the-secret-of-other' };
const acme = new IssuerDouble(secretOf.acme);
const other = new IssuerDouble(secretOf.other);

beforeAll(() => Promise.all([acme.start(addresses.acme), other.start(addresses.other)]));
const service = startedService();
const browser = browserAt(service);
beforeAll(async () => {
  await Promise.all(
    Object.entries(secretOf).map(([id, secret]) => setSecret(service, 'oidc-secret', `${secret}\n`, id)),
  );
  await changed({ domains: ['acme.example', 'other.example'], defaultRole: 'editor' });
});
afterAll(() => Promise.all([acme.close(), other.close()]));
beforeEach(() => {
  acme.mode = 'answers';
  acme.metadata = {};
});

const inOrganization = () => ({ params: { orgId: service.credentials().organization.id } });
const setSingleSignOn = (body: object, client = service.session('owner')): Promise<Reply> =>
  client('updateSingleSignOn', { ...inOrganization(), body });

async function changed(body: object, client?: Client): Promise<void> {
  const reply = await setSingleSignOn(body, client);
  expect({ status: reply.status, body: reply.body }).toMatchObject({ status: 200, body });
}

const setAddress = (userId: string, email: string): Promise<Reply> =>
  service.session('owner')('updateUser', { params: { userId }, body: { email } });

const newAddress = (domain = 'acme.example'): string => `${randomUUID()}@${domain}`;
const person = (email: string, claims: object = {}): Person => ({ claims: { email, ...claims } });
const signIn = (email: string, claims?: object) => browser.signIn('acme', acme, person(email, claims));
const byPassword = async (user: { email: string; password: string }): Promise<Client> => {
  const token = await service.login(user);
  return clientOf(() => ({ baseUrl: service.baseUrl(), headers: { authorization: `Bearer ${token}` } }));
};
const audited = async (userId: string): Promise<string[]> => {
  const { body } = await service.session('owner')('listAuditEvents', { query: { subject_id: userId } });
  return body.items.map(({ action }: Json) => action);
};

const expectRefused = (reply: Reply, why: RegExp) => {
  expectRefusedPage(reply);
  expect(reply.body.message).toMatch(why);
};
/** It sets no cookie, and is no redirect. */
function expectRefusedPage({ status, body, headers }: Reply): void {
  expect({ status, code: body?.code, cookie: headers['set-cookie'], location: headers.location }).toEqual({
    ...{ status: 403, code: 'sign_in_refused' },
    ...{ cookie: undefined, location: undefined },
  });
}

describe('signing in by a provider', () => {
  it('asks it for a code with all that binds the answer to this browser', async () => {
    const { location, asked, cookie } = await browser.begin('acme', '/forms/form_1?x=1');
    expect(location.origin + location.pathname).toBe(`${acme.issuer}/authorize`);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      ...{ tenant: '1', client_id: 'formline', response_type: 'code', scope: 'openid email profile' },
      ...{ state: expect.stringMatching(/^[\w-]{43}$/), nonce: expect.stringMatching(/^[\w-]{43}$/) },
      ...{ code_challenge: expect.stringMatching(/^[\w-]{43}$/), code_challenge_method: 'S256' },
      redirect_uri: `${service.baseUrl()}/auth/oidc/acme/callback`,
    });
    expect(cookie).not.toContain(asked.state);
    const { headers } = await browser.client('beginSingleSignOn', { params: { provider: 'acme' } });
    expect(headers['set-cookie']?.[0]).toMatch(
      /^__Host-formline-sign-in=[\w.-]+; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
  });

  it('makes an account of somebody new, with the default role, and leads to the page that was asked for', async () => {
    const email = newAddress();
    const { asked, cookie } = await browser.begin('acme', '/forms/form_1?x=1');
    const code = acme.code(asked, person(email, { name: 'Ada' }));
    const reply = await browser.complete('acme', { code, state: asked.state, iss: acme.issuer }, cookie);
    expect(reply.headers.location).toBe(`${service.baseUrl()}/app/forms/form_1?x=1`);
    expect(reply.headers['set-cookie']?.[0]).toMatch(/^__Host-formline=ses_.*SameSite=Strict$/);
    const { body } = await browser.signedIn(reply)('getMe');
    expect(body.user).toMatchObject({ email, name: 'Ada', status: 'active' });
    expect(body.memberships).toMatchObject([{ organizationId: service.credentials().organization.id, role: 'editor' }]);
    expect(await audited(body.user.id)).toEqual(['user.signed_in_by_provider', 'member.joined']);
    expect((await browser.signedIn(reply)('listForms')).status).toBe(200);
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'forms', '/a b', `/${'a'.repeat(1001)}`])(
    'leads to no address of others: %s',
    async next => {
      const { asked, cookie } = await browser.begin('acme', next);
      const code = acme.code(asked, person(newAddress()));
      const reply = await browser.complete('acme', { code, state: asked.state, iss: acme.issuer }, cookie);
      expect(reply.headers.location).toBe(`${service.baseUrl()}/app/forms`);
    },
  );

  it('finds the account again by the identity, whatever address it has by then', async () => {
    const [first, second] = [newAddress(), newAddress()];
    const subject = { sub: randomUUID() };
    const { body: begun } = await browser.signedIn(await signIn(first, subject))('getMe');
    const owner = await service.newUser({ email: second, role: 'admin' });
    const { body: again } = await browser.signedIn(await signIn(second, subject))('getMe');
    expect(again.user).toEqual(begun.user);
    expect(again.user.id).not.toBe(owner.id);
  });

  itInAll('makes one account of two sign-ins at once', async () => {
    const email = newAddress();
    const replies = await Promise.all([signIn(email), signIn(email), signIn(email)]);
    const users = await Promise.all(replies.map(async reply => (await browser.signedIn(reply)('getMe')).body.user.id));
    expect(new Set(users).size).toBe(1);
  });
});

describe('an account that is there', () => {
  it('is signed in to by its verified address, and keeps the password that is its own', async () => {
    const user = await service.newUser({ email: newAddress(), role: 'viewer' });
    const { body } = await browser.signedIn(await signIn(user.email.toUpperCase()))('getMe');
    expect(body.user.id).toBe(user.id);
    expect(await audited(user.id)).toEqual(['user.signed_in_by_provider', 'user.identity_bound']);
    expect(await service.login(user)).toMatch(/^ses_/);
  });

  it('is found by an organization that takes the domain, however many others do; and so is who is new', async () => {
    const domain = 'crowd.example';
    const take = (org: string) => changeItem(service.cloud(), keyOf('signInDomain', { domain, org }), {});
    for (let number = 0; number < 20; number++) {
      const id = `org_00000000000000000000000${String(number).padStart(3, '0')}`;
      await changeItem(service.cloud(), keyOf('organization', { org: id }), { id, name: 'One of the crowd' });
      await take(id);
    }
    await take(service.credentials().organization.id);
    const user = await service.newUser({ email: newAddress(domain), role: 'viewer' });
    for (const _ of ['first', 'again']) {
      const { body } = await browser.signedIn(await signIn(user.email, { sub: user.email }))('getMe');
      expect(body.user.id).toBe(user.id);
    }
    expect((await signIn(newAddress(domain))).status).toBe(303);
  });

  it('is out of reach of whoever else has set its password', async () => {
    const [email, password] = [newAddress(), 'known to the admin'];
    const { body: user } = await service.session('owner')('createUser', { body: { email, password, role: 'viewer' } });
    const before = await service.login({ email, password });
    const { body } = await browser.signedIn(await signIn(email))('getMe');
    expect(body.user.id).toBe(user.id);
    const headers = { authorization: `Bearer ${before}` };
    expectRefusal(await clientOf(() => ({ baseUrl: service.baseUrl(), headers }))('getMe'), 401, 'session_expired');
    await expect(service.login({ email, password })).rejects.toThrow('401');
  });

  it('is out of reach of whoever was shown the link of its invitation', async () => {
    const [email, password] = [newAddress(), 'known to the inviter'];
    const invitation = { ...inOrganization(), body: { email, role: 'viewer' } };
    const { url } = (await service.session('owner')('createInvitation', invitation)).body;
    const accept = { params: { token: url.split('/').at(-1) }, body: { password } };
    expect((await service.client()('acceptInvitation', accept)).status).toBe(201);
    expect(await service.login({ email, password })).toMatch(/^ses_/);
    expect((await signIn(email)).status).toBe(303);
    await expect(service.login({ email, password })).rejects.toThrow('401');
  });

  it('is out of reach of whoever gave it the address of somebody else', async () => {
    const [insider, victim] = [await service.newUser({ role: 'editor' }), newAddress()];
    expect((await setAddress(insider.id, victim)).status).toBe(200);
    expect((await signIn(victim)).status).toBe(303);
    await expect(service.login({ email: victim, password: insider.password })).rejects.toThrow('401');
  });

  it('is out of reach of whoever had it by a provider before it got the address of somebody else', async () => {
    const [before, victim, subject] = [newAddress(), newAddress(), { sub: randomUUID() }];
    const session = browser.signedIn(await signIn(before, subject));
    const { id } = (await session('getMe')).body.user;
    expect((await setAddress(id, victim)).status).toBe(200);
    expectRefusal(await session('getMe'), 401, 'session_expired');
    const again = await browser.signedIn(await signIn(before, subject))('getMe');
    expect(again.body.user.id).not.toBe(id);
    const theirs = await browser.signedIn(await signIn(victim))('getMe');
    expect(theirs.body.user).toMatchObject({ id, email: victim, emailConfirmed: true });
  });

  describe('whose identity was bound before addresses were stored with them', () => {
    /** As it is stored by a version before: of somebody who may have another address by now. */
    async function boundBefore(email: string): Promise<{ id: string; subject: { sub: string } }> {
      const subject = { sub: randomUUID() };
      const { id } = (await browser.signedIn(await signIn(email, subject))('getMe')).body.user;
      const sha256 = createHash('sha256')
        .update(JSON.stringify([acme.issuer, subject.sub]))
        .digest('hex');
      await changeItem(service.cloud(), keyOf('user', { user: id }), { identities: [{ issuer: acme.issuer, sha256 }] });
      return { id, subject };
    }

    it('is signed in to where the provider vouches for the address that it has, and from then on', async () => {
      const email = newAddress();
      const { id, subject } = await boundBefore(email);
      for (const vouched of [email.toUpperCase(), newAddress()]) {
        expect((await browser.signedIn(await signIn(vouched, subject))('getMe')).body.user.id).toBe(id);
      }
    });

    it('is out of reach where its address was changed since', async () => {
      const [before, victim] = [newAddress(), newAddress()];
      const { id, subject } = await boundBefore(before);
      await changeItem(service.cloud(), keyOf('user', { user: id }), { email: victim });
      await changeItem(service.cloud(), keyOf('emailAddress', { email: victim }), { userId: id });
      expectRefused(await signIn(before, subject), /no organization here accepts that address/);
    });
  });

  it('is bound to one identity of an issuer: a later holder of the address is refused', async () => {
    const email = newAddress();
    expect((await signIn(email, { sub: randomUUID() })).status).toBe(303);
    expectRefused(await signIn(email, { sub: randomUUID() }), /no organization here accepts that address/);
  });

  it('tells nobody whether it is there: disabled, elsewhere, or nowhere', async () => {
    const disabled = await service.newUser({ email: newAddress(), role: 'editor', status: 'disabled' });
    const elsewhere = await service.newUser({ email: newAddress() });
    await changed({ defaultRole: null });
    const replies = await Promise.all([disabled.email, elsewhere.email, newAddress()].map(email => signIn(email)));
    await changed({ defaultRole: 'editor' });
    const texts = replies.map(reply => {
      expectRefusedPage(reply);
      return reply.body.message.replace(/\S+@acme\.example/, 'ADDRESS');
    });
    expect(new Set(texts).size).toBe(1);
  });

  it('joins as it was invited, also where nobody joins uninvited', async () => {
    const email = newAddress();
    const owner = service.session('owner');
    await owner('createInvitation', { ...inOrganization(), body: { email, role: 'admin' } });
    await changed({ defaultRole: null });
    const reply = await signIn(email);
    await changed({ defaultRole: 'editor' });
    const { body } = await browser.signedIn(reply)('getMe');
    expect(body.memberships).toMatchObject([{ role: 'admin' }]);
    const { body: open } = await owner('listInvitations', inOrganization());
    expect(open.items.map((invitation: Json) => invitation.email)).not.toContain(email);
  });
});

describe('an address that is not enough', () => {
  const of = (domain: string) => newAddress(domain);
  it.each([
    ['no address', { email: undefined }, /does not share your email address/],
    ['an address that is not verified', { email_verified: false }, /has not verified/],
    ['one of which nothing is said', { email_verified: undefined }, /has not verified/],
    ['a word in place of true', { email_verified: 'true' }, /has not verified/],
    ['a domain of nobody here', { email: of('elsewhere.example') }, /with an address at elsewhere\.example/],
    ['a domain that no organization takes', { email: of('free.example') }, /no organization here accepts that address/],
    ['the domain of another provider', { email: of('other.example') }, /with an address at other\.example/],
    ['a domain below', { email: of('mail.acme.example') }, /with an address at mail\.acme\.example/],
    ['a domain that ends alike', { email: of('notacme.example') }, /with an address at notacme\.example/],
    ['a domain that begins alike', { email: of('acme.example.evil.example') }, /evil\.example/],
    ['a letter that looks alike', { email: of('\u0430cme.example') }, /does not share your email address/],
    ['such a letter as DNS has it', { email: of('xn--cme-7cd.example') }, /xn--cme-7cd\.example/],
    ['two addresses', { email: `a@evil.example,${of('acme.example')}` }, /does not share your email address/],
    ['two signs', { email: 'a@acme.example@evil.example' }, /does not share your email address/],
    ['another application', { email: of('acme.example'), azp: 'another' }, /another application/],
  ])('signs nobody in: %s', async (_, claims, why) => {
    expectRefused(await signIn(newAddress(), { sub: randomUUID(), ...claims }), why);
  });

  it('counts whatever its case', async () => {
    const email = newAddress();
    const { body: one } = await browser.signedIn(await signIn(email.toUpperCase()))('getMe');
    const { body: two } = await browser.signedIn(await signIn(email, { sub: email.toUpperCase() }))('getMe');
    expect(two.user.id).toBe(one.user.id);
  });
});

describe('an answer that is not of the provider, or not for this', () => {
  const now = Math.floor(Date.now() / 1000);
  const untrusted = /can’t be trusted/;
  const broken: readonly [string, Person][] = [
    ['without a signature', { sign: 'none' }],
    ['signed by another key', { sign: 'foreign' }],
    ['signed by a key that is unknown', { header: { kid: 'unknown' } }],
    ['signed by the secret of the client', { header: { alg: 'HS256' } }],
    ['for another client', { claims: { aud: 'another' } }],
    ['for several clients, and authorized for another', { claims: { aud: ['formline', 'another'], azp: 'another' } }],
    ['of another issuer', { claims: { iss: 'https://accounts.google.com' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['that has expired', { claims: { exp: now - 3600, iat: now - 7200 } }],
    ['that is not valid yet', { claims: { nbf: now + 3600 } }],
    ['that never expires', { claims: { exp: undefined } }],
    ['that was issued at no time', { claims: { iat: undefined } }],
    ['of nobody', { claims: { sub: undefined } }],
  ];
  it.each(broken.filter(([name]) => !name.includes('by the secret')))('is refused: a token %s', async (_, how) => {
    const answer = { ...how, claims: { email: newAddress(), ...how.claims } };
    expectRefused(await browser.signIn('acme', acme, answer), untrusted);
  });

  it('is taken where the clocks are seconds apart', async () => {
    const times = { iat: now + 20, nbf: Math.floor(Date.now() / 1000) + 20 };
    expect((await signIn(newAddress(), times)).status).toBe(303);
  });

  it('is refused where the state is of another browser, of none, or another', async () => {
    const [mine, theirs] = [await browser.begin('acme'), await browser.begin('acme')];
    const code = acme.code(theirs.asked, person(newAddress()));
    const answer = { code, state: theirs.asked.state, iss: acme.issuer };
    expectRefused(await browser.complete('acme', answer, mine.cookie), untrusted);
    expectRefused(await browser.complete('acme', answer, ''), /began in another browser/);
    expectRefused(await browser.complete('acme', answer, `${theirs.cookie}x`), /began in another browser/);
    expectRefused(await browser.complete('acme', { code, iss: acme.issuer }, theirs.cookie), untrusted);
    expect((await browser.complete('acme', answer, theirs.cookie)).status).toBe(303);
  });

  it('is taken once: neither state nor code begin another session', async () => {
    const { asked, cookie } = await browser.begin('acme');
    const code = acme.code(asked, person(newAddress()));
    const answer = { code, state: asked.state, iss: acme.issuer };
    const all = await Promise.all([1, 2, 3].map(() => browser.complete('acme', answer, cookie)));
    expect(all.map(({ status }) => status).sort()).toEqual([303, 403, 403]);
    expectRefused(await browser.complete('acme', answer, cookie), /already used/);
    const next = await browser.begin('acme');
    expectRefused(await browser.complete('acme', { ...answer, state: next.asked.state }, next.cookie), untrusted);
  });

  it('is refused where a code of somebody else is put in its place', async () => {
    const [mine, theirs] = [await browser.begin('acme'), await browser.begin('acme')];
    const code = acme.code(theirs.asked, person(newAddress()));
    const answer = { code, state: mine.asked.state, iss: acme.issuer };
    expectRefused(await browser.complete('acme', answer, mine.cookie), untrusted);
  });

  it('is refused where it is mixed up with another provider', async () => {
    const begun = await browser.begin('acme');
    const { state } = begun.asked;
    const code = other.code(begun.asked, person(newAddress('other.example')));
    const before = [acme.requests.length, other.requests.length];
    expectRefused(await browser.complete('acme', { code, state, iss: other.issuer }, begun.cookie), untrusted);
    expectRefused(await browser.complete('acme', { code, state }, begun.cookie), untrusted);
    expectRefused(await browser.complete('other', { code, state, iss: other.issuer }, begun.cookie), /another browser/);
    // No code was sent to anybody.
    expect([...acme.requests.slice(before[0]), ...other.requests.slice(before[1])]).not.toContain('/token');
  });

  it('is told where somebody has pressed Cancel', async () => {
    const { asked, cookie } = await browser.begin('acme');
    const answer = { error: 'access_denied', state: asked.state, iss: acme.issuer };
    expectRefused(await browser.complete('acme', answer, cookie), /Acme has not signed you in/);
  });

  it('is taken when the provider has changed its keys', async () => {
    expect((await signIn(newAddress())).status).toBe(303);
    await acme.rotate();
    expect((await signIn(newAddress())).status).toBe(303);
  });
});

describe('a provider that does not do its part', () => {
  itInAll.each(['hangs', 'floods', 'broken'] as const)('ends in an answer within seconds: it %s', async mode => {
    acme.mode = mode;
    const reply = await signIn(newAddress());
    expect([403, 503]).toContain(reply.status);
    expect(reply.headers).not.toHaveProperty('set-cookie');
  });

  it('is not there, is not set up, or is asked with a page for people', async () => {
    const unknown = await browser.client('beginSingleSignOn', { params: { provider: 'nobody' } });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const closed = await browser.client('beginSingleSignOn', { params: { provider: 'closed' } });
    expectRefused(closed, /npm run oidc-secret -- closed/);
    const page = await service.send({ method: 'GET', path: '/auth/oidc/closed/callback?code=1&state=1' });
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.text).toMatch(
      /<h1>You are not signed in<\/h1>[\s\S]*<a href="\.\.\/\.\.\/\.\.\/app\/login">Back to sign-in/,
    );
  });
});

describe('how people sign in to an organization', () => {
  it('is chosen among what the operator has set for it', async () => {
    const { body } = await service.session('owner')('getSingleSignOn', inOrganization());
    expect(body.available).toEqual([
      { domain: 'acme.example', provider: { id: 'acme', name: 'Acme' } },
      { domain: 'free.example', provider: { id: 'acme', name: 'Acme' } },
      { domain: 'crowd.example', provider: { id: 'acme', name: 'Acme' } },
      { domain: 'other.example', provider: { id: 'other', name: 'Other' } },
    ]);
    for (const domain of ['closed.example', 'gmail.com', 'ACME.example', 'example']) {
      const refused = await setSingleSignOn({ domains: [domain] });
      expect(expectRefusal(refused, 400, 'validation_failed')).toMatchObject([
        { field: 'domains[0]', rule: 'available' },
      ]);
    }
    const owner = await setSingleSignOn({ defaultRole: 'owner' });
    expect(expectRefusal(owner, 400, 'validation_failed')).toMatchObject([{ field: 'defaultRole' }]);
    const empty = await setSingleSignOn({ domains: [], required: true });
    expect(expectRefusal(empty, 400, 'validation_failed')).toMatchObject([{ field: 'required', rule: 'domains' }]);
  });

  it('is single sign-on alone only by an owner who has signed in so', async () => {
    expectRefusal(await setSingleSignOn({ required: true }), 409, 'conflict');
    const admin = browser.signedIn(await signIn(newAddress()));
    expectRefusal(await setSingleSignOn({ required: true }, admin), 403, 'insufficient_permission');
    expectRefusal(
      await service.client('secretKey')('updateSingleSignOn', { ...inOrganization(), body: { required: false } }),
      403,
      'insufficient_permission',
    );
  });

  it('is no second factor elsewhere: where one is required, another way to sign in is told', async () => {
    const user = await service.newUser({ email: newAddress(), role: 'viewer' });
    const bySingleSignOn = browser.signedIn(await signIn(user.email));
    const org = (await bySingleSignOn('createOrganization', { body: { name: 'Elsewhere' } })).body.id;
    const refused = await bySingleSignOn('updateOrganization', {
      ...{ params: { orgId: org }, body: { requireTwoFactor: true } },
    });
    const [fault] = expectRefusal(refused, 400, 'validation_failed');
    expect(fault).toMatchObject({ rule: 'ownTwoFactor', message: expect.stringContaining('your password and a code') });
    await changeItem(service.cloud(), keyOf('organization', { org }), { requireTwoFactor: true });
    const { body, status } = await bySingleSignOn('listForms', { headers: { 'x-organization-id': org } });
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'two_factor_required' });
    expect(body.message).toMatch(/[Ss]ign out, and sign in with your password and a code, or with a provider/);
    const asked = async (client: Client): Promise<string[]> =>
      (await client('getMe')).body.memberships.map(({ requires }: Json) => requires);
    expect(await asked(bySingleSignOn)).toEqual([null, 'other_sign_in']);
    expect(await asked(await byPassword(user))).toEqual([null, 'two_factor']);
  });

  it('keeps out every session that began by a password, but those of owners', async () => {
    const user = await service.newUser({ email: newAddress(), role: 'owner' });
    const bySingleSignOn = browser.signedIn(await signIn(user.email));
    const editor = service.session('editor');
    expect((await editor('listForms')).status).toBe(200);
    await changed({ required: true }, bySingleSignOn);
    try {
      const refused = await editor('listForms');
      expectRefusal(refused, 403, 'single_sign_on_required');
      expect(refused.body.message).toMatch(/an address of acme\.example or other\.example.*begun by a password/);
      expectRefusal(await editor('listMembers', inOrganization()), 403, 'single_sign_on_required');
      expect((await editor('getMe')).status).toBe(200);
      expect((await service.session('owner')('listForms')).status).toBe(200);
      expect((await service.client('secretKey')('listForms')).status).toBe(200);
      expect((await browser.signedIn(await signIn(newAddress()))('listForms')).status).toBe(200);
    } finally {
      await changed({ required: false });
    }
    expect((await editor('listForms')).status).toBe(200);
    const { id } = service.credentials().organization;
    expect(await audited(id)).toContain('organization.single_sign_on_changed');
  });

  it('is not changed by an owner who would be shut out, or has not signed in so', async () => {
    const user = await service.newUser({ email: newAddress() });
    const password = await byPassword(user);
    const orgId = (await password('createOrganization', { body: { name: 'Strict' } })).body.id;
    const set = (body: object, client: Client) => client('updateSingleSignOn', { params: { orgId }, body });
    const strict = { params: { orgId }, body: { requireTwoFactor: true } };
    const here = { headers: { 'x-organization-id': orgId } };
    expect((await set({ domains: ['acme.example'] }, password)).status).toBe(200);
    const bySingleSignOn = browser.signedIn(await signIn(user.email));
    expect((await set({ required: true }, bySingleSignOn)).status).toBe(200);
    for (const domains of [['other.example'], ['acme.example', 'other.example']]) {
      expectRefusal(await set({ domains }, password), 409, 'conflict');
    }
    expectRefusal(await set({ domains: ['other.example'] }, bySingleSignOn), 409, 'conflict');
    for (const defaultRole of ['viewer', null]) expect((await set({ defaultRole }, password)).status).toBe(200);

    expectFaults(await password('updateOrganization', strict), 'requireTwoFactor ownTwoFactor');
    expect((await bySingleSignOn('updateOrganization', strict)).status).toBe(200);
    expect((await set({ required: false }, bySingleSignOn)).status).toBe(200);
    for (const domains of [[], ['other.example']]) {
      expectFaults(await set({ domains }, bySingleSignOn), 'domains ownTwoFactor');
    }
    expect((await bySingleSignOn('listForms', here)).status).toBe(200);
  });

  it('ends with the domain: whoever has signed in by it does not any more', async () => {
    const email = newAddress();
    const session = browser.signedIn(await signIn(email));
    await changed({ domains: ['other.example'] });
    const refused = await signIn(email);
    await changed({ domains: ['acme.example', 'other.example'] });
    expectRefused(refused, /no organization here accepts that address/);
    expect((await signIn(email)).status).toBe(303);
    expect((await session('getMe')).status).toBe(200);
  });

  it('goes with a user: whoever was deleted and comes back is somebody new', async () => {
    const email = newAddress();
    const { body } = await browser.signedIn(await signIn(email))('getMe');
    const owner = service.session('owner');
    expect((await owner('deleteUser', { params: { userId: body.user.id } })).status).toBe(204);
    const again = await browser.signedIn(await signIn(email))('getMe');
    expect(again.body.user.id).not.toBe(body.user.id);
  });
});

it('sets no session where a browser keeps the cookie of a sign-in alone', async () => {
  const { cookie } = await browser.begin('acme');
  const headers = { cookie: cookie.replace('-sign-in', ''), 'x-formline-request': '1' };
  const reply = await clientOf(() => ({ baseUrl: service.baseUrl(), headers }))('getMe');
  expectRefusal(reply, 401, 'invalid_api_key');
  expect(cookieOf(reply)).toBe('');
});

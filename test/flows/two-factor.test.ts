import { describe, expect, it } from '@jest/globals';
import { totpCode, totpStep } from '../../shared/domain/accounts/totp.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { type Client, clientOf } from '../support/cloud/client.ts';
import type { Json, Reply } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { changeItem, itemsThatName } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const anonymous = service.client();
const owner = service.session('owner');

type User = Awaited<ReturnType<typeof service.newUser>>;
type EnrolledUser = {
  user: User;
  token: string;
  secret: string;
  recoveryCodes: string[];
  /** A code after that of the enrolment, which is good although a step may end on the way. No third one is good at once. */
  next: string;
};

const bearer = (token: string): Client =>
  clientOf(() => ({ baseUrl: service.cloud().baseUrl, headers: { authorization: `Bearer ${token}` } }));

const logIn = ({ email, password }: User) => anonymous('login', { body: { email, password } });

const stepNow = (): number => totpStep(Date.now());

/** The code that an app shows so many steps from now. */
const codeOf = (secret: string, steps = 0): string => totpCode(secret, stepNow() + steps);

/** One that the app shows at no time near this one. */
function wrongCode(secret: string): string {
  const shown = Array.from({ length: 11 }, (_, index) => codeOf(secret, index - 5));
  return (
    ['000000', '000001', ...shown.map((_, index) => `11111${index % 10}`)].find(code => !shown.includes(code)) ?? ''
  );
}

const begin = (token: string, { password }: User) =>
  bearer(token)('beginTwoFactor', { body: { currentPassword: password } });

async function enrol(token: string, user: User): Promise<EnrolledUser> {
  const { secret } = (await begin(token, user)).body;
  const step = stepNow();
  const { status, body } = await bearer(token)('enableTwoFactor', { body: { code: totpCode(secret, step) } });
  expect({ status, body }).toMatchObject({ status: 200 });
  const next = totpCode(secret, Math.max(step + 1, stepNow()));
  return { user, token, secret, recoveryCodes: body.recoveryCodes, next };
}

const enrolled = async (user: User): Promise<EnrolledUser> => enrol(await service.login(user), user);

const newEnrolled = async (): Promise<EnrolledUser> => enrolled(await service.newUser({ role: 'viewer' }));

const withCode = (loginToken: string, code: string): Promise<Reply> =>
  anonymous('loginWithCode', { body: { loginToken, code } });

const firstStep = async (user: User): Promise<string> => (await logIn(user)).body.loginToken;

const wrong = (reply: Reply) => expectFaults(reply, 'code match');

const told = async ({ id }: User, action: string): Promise<Json> =>
  (await owner('listAuditEvents', { query: { action, subject_id: id } })).body;

const stored = async ({ id }: User): Promise<string> => JSON.stringify(await itemsThatName(service.cloud(), id));

describe('turning two-factor sign-in on', () => {
  it('takes the password and a first code, and ends the other sessions', async () => {
    const user = await service.newUser({ role: 'viewer' });
    const [token, other] = [await service.login(user), await service.login(user)];
    expectFaults(await begin(token, { ...user, password: 'not this one' }), 'currentPassword match');
    const { status, body } = await begin(token, user);
    expect({ status, url: body.url }).toEqual({ status: 201, url: expect.stringContaining(`secret=${body.secret}`) });
    expect((await logIn(user)).status).toBe(200);
    wrong(await bearer(token)('enableTwoFactor', { body: { code: wrongCode(body.secret) } }));
    const enabled = await bearer(token)('enableTwoFactor', { body: { code: codeOf(body.secret) } });
    expect(enabled.status).toBe(200);
    expect(enabled.body.recoveryCodes).toHaveLength(10);
    expect((await bearer(token)('getMe')).body.twoFactor).toEqual({
      enabledAt: expect.any(String),
      recoveryCodesLeft: 10,
    });
    expectRefusal(await bearer(other)('getMe'), 401, 'session_expired');
    expect((await told(user, 'user.two_factor_enabled')).total).toBe(1);
    const item = await stored(user);
    for (const secret of [body.secret, enabled.body.recoveryCodes[0]]) expect(item).not.toContain(secret);
    expectRefusal(await begin(token, user), 409, 'conflict');
    expectRefusal(await bearer(token)('enableTwoFactor', { body: { code: '123456' } }), 409, 'conflict');
  });

  it('is over for a secret that nobody has confirmed in time, or that was replaced', async () => {
    const user = await service.newUser();
    const token = await service.login(user);
    const first = (await begin(token, user)).body.secret;
    const { secret } = (await begin(token, user)).body;
    wrong(await bearer(token)('enableTwoFactor', { body: { code: codeOf(first) } }));
    const key = keyOf('user', { user: user.id });
    await changeItem(service.cloud(), key, { pendingTwoFactor: { sealed: 'x', expiresAt: Date.now() - 1 } as never });
    expectRefusal(await bearer(token)('enableTwoFactor', { body: { code: codeOf(secret) } }), 409, 'conflict');
  });

  it('happens once, of two that confirm it at once', async () => {
    const user = await service.newUser();
    const token = await service.login(user);
    const { secret } = (await begin(token, user)).body;
    const call = { body: { code: codeOf(secret) } };
    const replies = await Promise.all([1, 2].map(() => bearer(token)('enableTwoFactor', call)));
    // The second is told of the conflict, or that its session has ended if it comes that much later.
    const [first, second] = replies.map(({ status }) => status).sort();
    expect([first, [401, 409].includes(Number(second))]).toEqual([200, true]);
  });
});

describe('logging in with a code', () => {
  it('takes two steps, and tells of a second factor only to who knows the password', async () => {
    const { user, secret, next } = await newEnrolled();
    expectRefusal(await logIn({ ...user, password: 'wrong' }), 401, 'invalid_api_key');
    const first = await logIn(user);
    expect({ status: first.status, body: first.body }).toEqual({
      status: 202,
      body: { loginToken: expect.stringMatching(/^lgn_[\w-]{43}$/), expiresAt: expect.any(String) },
    });
    expect(first.headers).not.toHaveProperty('set-cookie');
    expectRefusal(await bearer(first.body.loginToken)('getMe'), 401, 'invalid_api_key');
    wrong(await withCode(first.body.loginToken, wrongCode(secret)));
    const { status, body } = await withCode(first.body.loginToken, next);
    expect({ status, email: body.user.email }).toEqual({ status: 200, email: user.email });
    expect((await bearer(body.token)('listForms')).status).toBe(200);
    expect((await told(user, 'user.logged_in')).total).toBe(2);
  });

  itInAll('takes each code once, by whichever login', async () => {
    const { user, next, recoveryCodes } = await newEnrolled();
    const login = await firstStep(user);
    expect((await withCode(login, next)).status).toBe(200);
    expectRefusal(await withCode(login, recoveryCodes[0] ?? ''), 401, 'invalid_api_key');
    const again = await firstStep(user);
    wrong(await withCode(again, next));
    expect((await withCode(again, recoveryCodes[0] ?? '')).status).toBe(200);
  });

  itInAll('begins one session with a code that two logins send at once', async () => {
    const { user, next } = await newEnrolled();
    const logins = [await firstStep(user), await firstStep(user)];
    const replies = await Promise.all(logins.map(login => withCode(login, next)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('takes a clock that is half a minute off, and no more', async () => {
    const { user, secret } = await newEnrolled();
    const login = await firstStep(user);
    for (const steps of [-3, 3]) wrong(await withCode(login, codeOf(secret, steps)));
    expect((await withCode(login, codeOf(secret, 1))).status).toBe(200);
  });

  it('has to wait after five wrong codes, of however many logins, and tells the trail', async () => {
    const { user, secret } = await newEnrolled();
    const logins = [await firstStep(user), await firstStep(user)] as const;
    for (let attempt = 0; attempt < 5; attempt++) wrong(await withCode(logins[attempt % 2 ? 0 : 1], wrongCode(secret)));
    const reply = await withCode(logins[0], codeOf(secret));
    expectRefusal(reply, 429, 'rate_limited');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(5);
    await eventually(async () => expect((await told(user, 'user.code_failed')).total).toBeGreaterThan(0));
  });

  itInAll('counts guesses that come at once', async () => {
    const { user, secret } = await newEnrolled();
    const login = await firstStep(user);
    const replies = await Promise.all(Array.from({ length: 12 }, () => withCode(login, wrongCode(secret))));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter(status => status === 400).length).toBeLessThanOrEqual(5);
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
  });

  itInAll('takes no login that is strange, or of before a change of the account', async () => {
    const { user, token, next } = await newEnrolled();
    for (const strange of ['x', 'lgn_', `lgn_${'A'.repeat(43)}`, 'lgn_#', token]) {
      expectRefusal(await withCode(strange, next), 401, 'invalid_api_key');
    }
    const login = await firstStep(user);
    expect((await bearer(token)('endOtherSessions')).status).toBe(204);
    expectRefusal(await withCode(login, next), 401, 'invalid_api_key');
  });

  it('sets a cookie for pages of this origin alone', async () => {
    const { user, next } = await newEnrolled();
    const body = { loginToken: await firstStep(user), code: next, cookie: true };
    expectRefusal(await anonymous('loginWithCode', { body }), 401, 'invalid_api_key');
    const reply = await anonymous('loginWithCode', { body, headers: { 'x-formline-request': '1' } });
    expect({ status: reply.status, token: reply.body.token }).toEqual({ status: 200, token: undefined });
    expect(reply.headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-formline=ses_/)]);
  });
});

describe('recovery codes', () => {
  it('are good once each, in place of the app', async () => {
    const { user, recoveryCodes } = await newEnrolled();
    const [code = '', next = ''] = recoveryCodes;
    const { status, body } = await withCode(await firstStep(user), code.toUpperCase().replaceAll('-', ' '));
    expect(status).toBe(200);
    expect((await bearer(body.token)('getMe')).body.twoFactor.recoveryCodesLeft).toBe(9);
    const login = await firstStep(user);
    wrong(await withCode(login, code));
    expect((await withCode(login, next)).status).toBe(200);
    expect((await told(user, 'user.recovery_code_used')).total).toBe(2);
  });

  itInAll('begin one session, of two that send the same at once', async () => {
    const { user, recoveryCodes } = await newEnrolled();
    const logins = [await firstStep(user), await firstStep(user)];
    const replies = await Promise.all(logins.map(login => withCode(login, recoveryCodes[0] ?? '')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('are replaced with password and code', async () => {
    const { user, token, secret, next, recoveryCodes } = await newEnrolled();
    const renew = (currentPassword: string, code: string) =>
      bearer(token)('renewRecoveryCodes', { body: { currentPassword, code } });
    expectFaults(await renew('wrong', next), 'currentPassword match');
    wrong(await renew(user.password, wrongCode(secret)));
    const { status, body } = await renew(user.password, next);
    expect({ status, count: body.recoveryCodes.length }).toEqual({ status: 201, count: 10 });
    const login = await firstStep(user);
    wrong(await withCode(login, recoveryCodes[0] ?? ''));
    expect((await withCode(login, body.recoveryCodes[0])).status).toBe(200);
  });
});

describe('turning two-factor sign-in off', () => {
  it('takes password and code', async () => {
    const { user, token, secret, next } = await newEnrolled();
    const disable = (currentPassword: string, code: string) =>
      bearer(token)('disableTwoFactor', { body: { currentPassword, code } });
    expectFaults(await disable('wrong', next), 'currentPassword match');
    wrong(await disable(user.password, wrongCode(secret)));
    expect((await disable(user.password, next)).status).toBe(204);
    expect((await logIn(user)).status).toBe(200);
    expectRefusal(await disable(user.password, next), 409, 'conflict');
    expect((await told(user, 'user.two_factor_disabled')).total).toBe(1);
  });

  itInAll('is what no other way of changing an account does', async () => {
    const { user } = await newEnrolled();
    const params = { userId: user.id };
    await owner('updateUser', { params, body: { password: 'set by an owner' } });
    expect((await logIn({ ...user, password: 'set by an owner' })).status).toBe(202);
    const { url } = (await owner('createPasswordReset', { params })).body;
    const link = { params: { token: url.split('/').at(-1) }, body: { password: 'set by a link' } };
    expect((await anonymous('resetPassword', link)).status).toBe(204);
    expect((await logIn({ ...user, password: 'set by a link' })).status).toBe(202);
  });

  it('can be done by an owner of every organization for somebody else, whose sessions end', async () => {
    const { user, token } = await newEnrolled();
    const params = { userId: user.id };
    expectRefusal(await service.session('admin')('resetTwoFactor', { params }), 403, 'insufficient_permission');
    expect((await owner('resetTwoFactor', { params })).status).toBe(204);
    expectRefusal(await bearer(token)('getMe'), 401, 'session_expired');
    expect((await logIn(user)).status).toBe(200);
    expect((await told(user, 'user.two_factor_reset')).items[0].actor.id).not.toBe(user.id);
    const own = { params: { userId: (await owner('getMe')).body.user.id } };
    expectRefusal(await owner('resetTwoFactor', own), 403, 'insufficient_permission');
  });

  it('is nothing for somebody who has none: neither sessions end, nor is it told', async () => {
    const user = await service.newUser({ role: 'viewer' });
    const token = await service.login(user);
    expect((await owner('resetTwoFactor', { params: { userId: user.id } })).status).toBe(204);
    expect((await bearer(token)('getMe')).status).toBe(200);
    expect((await told(user, 'user.two_factor_reset')).total).toBe(0);
  });

  itInAll('is nothing that an owner of one organization does for a user of two', async () => {
    const { user, token } = await newEnrolled();
    expect((await bearer(token)('createOrganization', { body: { name: 'Another' } })).status).toBe(201);
    const reset = await owner('resetTwoFactor', { params: { userId: user.id } });
    expectRefusal(reset, 403, 'insufficient_permission');
    expect((await logIn(user)).status).toBe(202);
  });
});

describe('an organization that requires a second factor', () => {
  it('is closed to members without one, but for turning it on', async () => {
    const member = await service.newUser();
    const founder = await enrolled(await service.newUser());
    const org = (await bearer(founder.token)('createOrganization', { body: { name: 'Strict' } })).body.id;
    const invite = { params: { orgId: org }, body: { email: member.email, role: 'admin' } };
    const { url } = (await bearer(founder.token)('createInvitation', invite)).body;
    const token = await service.login(member);
    const accept = { params: { token: url.split('/').at(-1) }, body: {} };
    expect((await bearer(token)('acceptInvitation', accept)).status).toBe(201);
    const require = { params: { orgId: org }, body: { requireTwoFactor: true } };
    const changed = await bearer(founder.token)('updateOrganization', require);
    expect({ status: changed.status, body: changed.body }).toMatchObject({
      status: 200,
      body: { requireTwoFactor: true },
    });

    const refused = await bearer(token)('listForms');
    expectRefusal(refused, 403, 'two_factor_required');
    expect(refused.body.message).toContain('POST /auth/two-factor');
    const here = { headers: { 'x-organization-id': org } };
    for (const operation of ['createForm', 'listMembers', 'getOrganization', 'createApiKey'] as const) {
      const call = { ...here, params: { orgId: org }, body: {} };
      expectRefusal(await bearer(token)(operation, call), 403, 'two_factor_required');
    }
    const me = async () => (await bearer(token)('getMe')).body.memberships[0];
    expect(await me()).toMatchObject({ organizationId: org, requires: 'two_factor' });
    // A role that the session may not use here does not count elsewhere.
    const own = (await bearer(token)('createOrganization', { body: { name: 'Own' } })).body.id;
    const add = () =>
      bearer(token)('addMember', { params: { orgId: own }, body: { userId: founder.user.id, role: 'viewer' } });
    expectFaults(await add(), 'userId unknown');
    const { next } = await enrol(token, member);
    expect((await add()).status).toBe(201);
    expect((await bearer(token)('listForms')).status).toBe(200);
    expect(await me()).toMatchObject({ requires: null });
    const members = (await bearer(founder.token)('listMembers', { params: { orgId: org } })).body.items;
    expect(members.map((each: Json) => each.twoFactor)).toEqual([true, true]);

    const off = { body: { currentPassword: member.password, code: next } };
    expect((await bearer(token)('disableTwoFactor', off)).status).toBe(204);
    expectRefusal(await bearer(token)('listForms'), 403, 'two_factor_required');
  });

  it('is not made one by somebody who would be shut out', async () => {
    const founder = await service.newUser();
    const token = await service.login(founder);
    const org = (await bearer(token)('createOrganization', { body: { name: 'Careless' } })).body.id;
    const require = { params: { orgId: org }, body: { requireTwoFactor: true } };
    expectFaults(await bearer(token)('updateOrganization', require), 'requireTwoFactor ownTwoFactor');
  });

  it('shows to viewers nothing of who has one', async () => {
    const { id } = service.credentials().organization;
    const { items } = (await service.session('viewer')('listMembers', { params: { orgId: id } })).body;
    expect(items.some((each: Json) => 'twoFactor' in each)).toBe(false);
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { hashOfSecret } from '../../shared/domain/accounts/account-token.ts';
import { totpCode, totpStep } from '../../shared/domain/accounts/totp.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { type Client, clientOf } from '../support/cloud/client.ts';
import type { Json, Reply } from '../support/cloud/http.ts';
import { type ArrivedMail, mailsTo } from '../support/cloud/mail.ts';
import { startedService } from '../support/cloud/service.ts';
import { changeItem } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const anonymous = service.client();
const owner = service.session('owner');
const password = 'a good password';

type User = { id: string; email: string; password: string };

const newAddress = () => `${randomUUID()}@example.com`;
const bearer = (token: string): Client =>
  clientOf(() => ({ baseUrl: service.cloud().baseUrl, headers: { authorization: `Bearer ${token}` } }));
const session = async (user: Pick<User, 'email' | 'password'>) => bearer(await service.login(user));
const logIn = ({ email }: Pick<User, 'email'>, secret = password) =>
  anonymous('login', { body: { email, password: secret } });

const change = (client: Client, user: User, body: object): Promise<Reply> =>
  client('updateUser', { params: { userId: user.id }, body: { currentPassword: password, ...body } });

async function changed(client: Client, user: User, body: object): Promise<Json> {
  const reply = await change(client, user, body);
  expect({ status: reply.status, body: reply.body }).toMatchObject({ status: 200 });
  return reply.body;
}

const arrived = (address: string, count = 1): Promise<ArrivedMail[]> =>
  eventually(async () => {
    const mails = mailsTo(service.cloud(), address);
    expect(mails).toHaveLength(count);
    return mails;
  });

const paths = {
  address: /\/address-confirmations\/(\w[\w-]+)/,
  invitation: /\/invitations\/(\w[\w-]+)/,
  reset: /\/password-resets\/(\w[\w-]+)/,
};

/** The token in the latest of so many mails with such a link; other mails arrive there as well. */
const tokenTo = (address: string, kind: keyof typeof paths = 'address', count = 1): Promise<string> =>
  eventually(async () => {
    const tokens = mailsTo(service.cloud(), address).flatMap(({ text }) => paths[kind].exec(text)?.[1] ?? []);
    expect(tokens).toHaveLength(count);
    return tokens.at(-1) ?? '';
  });

const confirm = (client: Client, token: string): Promise<Reply> => client('confirmAddress', { params: { token } });
const me = async (client: Client): Promise<Json> => (await client('getMe')).body.user;

/** Turns two-factor sign-in on; with a code that is still good. */
async function enrolled(client: Client, currentPassword = password): Promise<string[]> {
  const { secret } = (await client('beginTwoFactor', { body: { currentPassword } })).body;
  const reply = await client('enableTwoFactor', { body: { code: totpCode(secret, totpStep(Date.now())) } });
  expect(reply.status).toBe(200);
  return reply.body.recoveryCodes;
}

/** An account with an address of a stranger, whose password the admin knows who made it. */
async function squatted(by: Client = owner): Promise<User> {
  const email = newAddress();
  const { status, body } = await by('createUser', { body: { email, password, role: 'editor' } });
  expect({ status, body }).toMatchObject({ status: 201, body: { emailConfirmed: false } });
  return { id: body.id, email, password };
}

async function resetByMail(email: string, secret: string, count = 1): Promise<void> {
  await anonymous('requestPasswordReset', { body: { email } });
  const reply = await anonymous('resetPassword', {
    params: { token: await tokenTo(email, 'reset', count) },
    body: { password: secret },
  });
  expect(reply.status).toBe(204);
}

describe('a new address of your own', () => {
  it('counts once the link was followed that was mailed to it, and ends every session', async () => {
    const user = await service.newUser({ role: 'viewer' });
    const [client, other] = [await session(user), await session(user)];
    const email = newAddress();
    expect(await changed(client, user, { email })).toMatchObject({ email: user.email, pendingEmail: email });
    expect(await me(other)).toMatchObject({ email: user.email, pendingEmail: email, emailConfirmed: true });
    expect((await logIn({ email })).status).toBe(401);
    const [mail] = await arrived(email);
    expect(mail?.subject).toBe('Confirm your address for Formline');
    const token = await tokenTo(email);
    expect(await confirm(client, token)).toMatchObject({ status: 200, body: { email, pendingEmail: null } });
    for (const ended of [client, other]) expectRefusal(await ended('getMe'), 401, 'session_expired');
    expect((await logIn(user)).status).toBe(401);
    const again = await session({ email, password });
    expect(await me(again)).toMatchObject({ id: user.id, email, emailConfirmed: true });
    expectRefusal(await confirm(again, token), 404, 'not_found');
    expect((await arrived(user.email)).map(({ subject }) => subject)).toEqual(['Your email address was changed']);
  });

  it('is confirmed in a session of the account alone: nobody confirms it for somebody else', async () => {
    const [user, victim] = [await service.newUser({ role: 'viewer' }), await service.newUser({ role: 'viewer' })];
    const email = newAddress();
    await changed(await session(user), user, { email });
    const token = await tokenTo(email);
    expectRefusal(await confirm(await session(victim), token), 404, 'not_found');
    expectRefusal(await confirm(anonymous, token), 401, 'invalid_api_key');
    expect((await logIn(user)).status).toBe(200);
  });

  it('is mailed another link, in place of the first, or is cancelled', async () => {
    const user = await service.newUser({ role: 'viewer' });
    const client = await session(user);
    expectRefusal(await client('requestAddressConfirmation'), 409, 'conflict');
    const email = newAddress();
    await changed(client, user, { email });
    const first = await tokenTo(email);
    expect(await client('requestAddressConfirmation')).toMatchObject({ status: 202, body: { email } });
    const second = await tokenTo(email, 'address', 2);
    expectRefusal(await confirm(client, first), 404, 'not_found');
    expect((await client('cancelAddressChange')).status).toBe(204);
    expect((await client('cancelAddressChange')).status).toBe(204);
    expectRefusal(await confirm(client, second), 404, 'not_found');
    expect(await me(client)).toMatchObject({ email: user.email, pendingEmail: null });
  });

  it('does not tell whether somebody has it, and is not taken from them', async () => {
    const [user, known] = [await service.newUser({ role: 'viewer' }), await service.newUser({ role: 'viewer' })];
    const client = await session(user);
    expect(await changed(client, user, { email: known.email })).toMatchObject({ pendingEmail: known.email });
    const email = newAddress();
    await changed(client, user, { email });
    const token = await tokenTo(email);
    expect(mailsTo(service.cloud(), known.email)).toEqual([]);
    await service.newUser({ email });
    expectRefusal(await confirm(client, token), 409, 'conflict');
  });

  it('takes a code of the second factor, as it turns that off', async () => {
    const user = await service.newUser({ role: 'viewer' });
    const client = await session(user);
    const [code = '', next = ''] = await enrolled(client);
    const email = newAddress();
    expectFaults(await change(client, user, { email }), 'code required');
    expectFaults(await change(client, user, { email, code: '000000x' }), 'code match');
    await changed(client, user, { email, code });
    expectFaults(await change(client, user, { email: newAddress(), code }), 'code match');
    expect((await confirm(client, await tokenTo(email))).status).toBe(200);
    expect((await logIn({ email })).status).toBe(200);
    expect((await me(await session({ email, password }))).email).toBe(email);
    expect(next).not.toBe(code);
  });
});

describe('an account with an address of a stranger', () => {
  it('is the stranger\u2019s after a reset by mail, whatever was bound to it', async () => {
    const user = await squatted();
    const client = await session(user);
    // A password of their own, so that it looks like the user's.
    await changed(client, user, { password: 'another good password' });
    const own = await session({ ...user, password: 'another good password' });
    await enrolled(own, 'another good password');
    await resetByMail(user.email, 'the stranger’s own');
    expectRefusal(await own('getMe'), 401, 'session_expired');
    const { status, body } = await logIn(user, 'the stranger’s own');
    expect({ status, body }).toMatchObject({ status: 200, body: { user: { emailConfirmed: true } } });
  });

  itInAll('is so again after an admin has set another password', async () => {
    const user = await squatted();
    await resetByMail(user.email, 'the stranger’s own');
    expect((await owner('updateUser', { params: { userId: user.id }, body: { password } })).body.emailConfirmed).toBe(
      false,
    );
    await enrolled(await session(user));
    await resetByMail(user.email, 'the stranger’s next', 2);
    expect((await logIn(user, 'the stranger’s next')).status).toBe(200);
  });

  it('keeps its second factor through a reset where the address is known to be its user\u2019s', async () => {
    const user = await service.newUser({ role: 'viewer' });
    await enrolled(await session(user));
    await resetByMail(user.email, 'a new good password');
    expect((await logIn(user, 'a new good password')).status).toBe(202);
  });

  it('loses what was bound to it when an admin sets the address', async () => {
    const user = await service.newUser({ role: 'viewer' });
    const client = await session(user);
    await enrolled(client);
    const email = newAddress();
    const { status, body } = await owner('updateUser', { params: { userId: user.id }, body: { email } });
    expect({ status, body }).toMatchObject({ status: 200, body: { email, emailConfirmed: false } });
    expectRefusal(await client('getMe'), 401, 'session_expired');
    expect((await logIn({ email })).status).toBe(200);
  });

  itInAll('joins with nothing bound before, once its user has accepted an invitation that was mailed', async () => {
    const user = await squatted();
    await changed(await session(user), user, { password: 'another good password' });
    const squatter = await session({ ...user, password: 'another good password' });
    await enrolled(squatter, 'another good password');
    const there = await service.newOrganization();
    const theirs = await session(there.owner);
    const invitation = { params: { orgId: there.organization.id }, body: { email: user.email, role: 'admin' } };
    await theirs('createInvitation', invitation);
    const accepted = await squatter('acceptInvitation', {
      params: { token: await tokenTo(user.email, 'invitation') },
    });
    expect(accepted.status).toBe(201);
    expectRefusal(await squatter('getMe'), 401, 'session_expired');
    expect((await logIn(user, 'another good password')).status).toBe(200);
  });

  itInAll('is not kept from its mailbox by being disabled', async () => {
    const user = await squatted();
    await owner('updateUser', { params: { userId: user.id }, body: { status: 'disabled' } });
    const there = await service.newOrganization();
    const theirs = await session(there.owner);
    const orgId = there.organization.id;
    const { body: shown } = await theirs('createInvitation', {
      params: { orgId },
      body: { email: user.email, role: 'editor' },
    });
    const own = { password: 'the stranger’s own' };
    // Whoever was shown the link may be anybody.
    const byLinkShown = { params: { token: new URL(shown.url).pathname.split('/').at(-1) ?? '' }, body: own };
    expectRefusal(await anonymous('acceptInvitation', byLinkShown), 409, 'conflict');
    const accept = { params: { token: await tokenTo(user.email, 'invitation') }, body: own };
    expect(await anonymous('acceptInvitation', accept)).toMatchObject({ status: 201, body: { status: 'active' } });
    const { memberships } = (await (await session({ ...user, ...own }))('getMe')).body;
    expect(memberships).toMatchObject([{ organizationId: orgId, role: 'editor' }]);
    expectRefusal(await owner('getUser', { params: { userId: user.id } }), 404, 'not_found');
  });

  it('gets no mail about responses, and no notices of the organization, before it was confirmed', async () => {
    const user = await squatted();
    const config = { recipients: [user.id] };
    const { body } = await owner('createIntegration', { body: { type: 'email', config } });
    expect(body.config.recipientStatus).toEqual({ [user.id]: 'pending' });
    await owner('deleteIntegration', { params: { id: body.id } });
  });
});

describe('whoever somebody else has made', () => {
  it('creates no organization before the account is their own', async () => {
    const user = await squatted();
    const found = async (secret: string) =>
      (await session({ ...user, password: secret }))('createOrganization', { body: { name: 'Of a puppet' } });
    const refused = await found(password);
    expectRefusal(refused, 403, 'insufficient_permission');
    expect(refused.body.message).toContain('Confirm your email address first');
    await changed(await session(user), user, { password: 'another good password' });
    expectRefusal(await found('another good password'), 403, 'insufficient_permission');
    await resetByMail(user.email, 'my own good password');
    expect((await found('my own good password')).status).toBe(201);
  });
});

describe('an address that is not confirmed', () => {
  it('is by a link that is mailed to it, which ends nothing', async () => {
    const user = await squatted();
    const client = await session(user);
    await enrolled(client);
    expect(await client('requestAddressConfirmation')).toMatchObject({ status: 202, body: { email: user.email } });
    expect(await confirm(client, await tokenTo(user.email))).toMatchObject({
      status: 200,
      body: { emailConfirmed: true },
    });
    expect(await me(client)).toMatchObject({ email: user.email, emailConfirmed: true, pendingEmail: null });
    expect((await logIn(user)).status).toBe(202);
  });

  it('is not confirmed after its time', async () => {
    const user = await service.newUser({ role: 'viewer' });
    const client = await session(user);
    const email = newAddress();
    await changed(client, user, { email });
    const token = await tokenTo(email);
    const mailedHashes = [hashOfSecret(token.slice(-43))];
    const pendingAddress = { email, mailedHashes, expiresAt: Date.now() - 1 };
    await changeItem(service.cloud(), keyOf('user', { user: user.id }), { pendingAddress });
    expectRefusal(await confirm(client, token), 404, 'not_found');
    expect(await me(client)).toMatchObject({ pendingEmail: null });
  });
});

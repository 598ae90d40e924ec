import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { hashOfSecret } from '../../shared/domain/accounts/account-token.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { type Client, clientOf } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { rounds, startedService } from '../support/cloud/service.ts';
import { changeItem, itemsThatName } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const anonymous = service.client();
const owner = service.session('owner');
const admin = service.session('admin');

const bearer = (token: string): Client =>
  clientOf(() => ({ baseUrl: service.cloud().baseUrl, headers: { authorization: `Bearer ${token}` } }));
const session = async (user: { email: string; password: string }) => bearer(await service.login(user));
const tokenOf = ({ url }: Json): string => new URL(url).pathname.split('/').at(-1) ?? '';

const make = (userId: string, by: Client = admin) => by('createPasswordReset', { params: { userId } });

async function tokenFor(userId: string): Promise<string> {
  const { status, body } = await make(userId);
  expect({ status, body }).toMatchObject({ status: 201 });
  return tokenOf(body);
}

const reset = (token: string, password = 'a new good password') =>
  anonymous('resetPassword', { params: { token }, body: { password } });

const eventsOf = async (subjectId: string, action: string): Promise<Json[]> =>
  (await owner('listAuditEvents', { query: { subject_id: subjectId, action } })).body.items;

describe('a link for a new password', () => {
  it('sets it once, ends every session and every other link, and is in the trail', async () => {
    const user = await service.newUser({ role: 'viewer' });
    const client = await session(user);
    const { body } = await make(user.id);
    expect(body.url).toContain(`${service.cloud().baseUrl}/app/password-resets/rst_`);
    expect(Math.abs(Date.parse(body.expiresAt) - Date.now() - 30 * 60_000)).toBeLessThan(60_000);
    const [token, other] = [tokenOf(body), await tokenFor(user.id)];
    expectFaults(await reset(token, 'short'), 'password minLength');
    expectFaults(await reset(token, 'é'.repeat(65)), 'password maxLength');
    expect(await reset(token)).toMatchObject({ status: 204, text: '' });
    expectRefusal(await client('getMe'), 401, 'session_expired');
    for (const used of [token, other]) expectRefusal(await reset(used), 404, 'not_found');
    expectRefusal(
      await anonymous('login', { body: { email: user.email, password: user.password } }),
      401,
      'invalid_api_key',
    );
    const again = await session({ ...user, password: 'a new good password' });
    expect((await again('getMe')).status).toBe(200);
    expect(await eventsOf(user.id, 'user.password_reset')).toMatchObject([{ actor: { kind: 'anonymous' } }]);
  });

  itInAll('is used once, by two at once', async () => {
    for (const _ of rounds) {
      const user = await service.newUser({ role: 'viewer' });
      const token = await tokenFor(user.id);
      const replies = await Promise.all(['password of one', 'password of two'].map(each => reset(token, each)));
      expect(replies.map(({ status }) => status).sort()).toEqual([204, 404]);
    }
  });

  itInAll('ends after half an hour by the time, whatever is still stored; its token is not', async () => {
    const user = await service.newUser({ role: 'viewer' });
    const secret = (await tokenFor(user.id)).slice('rst_'.length);
    expect(await itemsThatName(service.cloud(), secret)).toEqual([]);
    const key = keyOf('passwordReset', { sha256: hashOfSecret(secret) });
    await changeItem(service.cloud(), key, { expiresAt: Date.now() - 1 });
    expectRefusal(await reset(`rst_${secret}`), 404, 'not_found');
  });

  it('is made by admins of every organization of the user, and ends when the user joins another', async () => {
    const user = await service.newUser({ role: 'viewer' });
    const token = await tokenFor(user.id);
    const client = await session(user);
    await client('createOrganization', { body: { name: 'Of its own' } });
    expectRefusal(await reset(token), 404, 'not_found');
    for (const by of [admin, owner, service.client('secretKey')]) {
      expectRefusal(await make(user.id, by), 403, 'insufficient_permission');
    }
  });

  it('of an owner is made by an owner in a session only, and of a disabled user by nobody', async () => {
    const { id } = await service.newUser({ role: 'owner' });
    for (const by of [admin, service.client('secretKey')]) {
      expectRefusal(await make(id, by), 403, 'insufficient_permission');
    }
    expect((await make(id, owner)).status).toBe(201);
    const { id: disabled } = await service.newUser({ role: 'viewer', status: 'disabled' });
    expectRefusal(await make(disabled), 409, 'conflict');
  });
});

describe('a request for a new password', () => {
  const ask = (email: string) => anonymous('requestPasswordReset', { body: { email } });

  it('is answered alike for every address, and told to the admins of one that somebody has, once an hour', async () => {
    const user = await service.newUser({ role: 'viewer' });
    const replies = [
      await ask(user.email),
      await ask(user.email.toUpperCase()),
      await ask(`${randomUUID()}@example.com`),
      await ask('no address # at all'),
    ];
    for (const { status, text } of replies) expect({ status, text }).toEqual({ status: 202, text: '{"mailed":true}' });
    await eventually(async () => {
      const [event, ...more] = await eventsOf(user.id, 'user.password_reset_requested');
      expect(event).toMatchObject({ actor: { kind: 'anonymous', id: 'anonymous' }, sourceIp: expect.any(String) });
      expect(more).toEqual([]);
    });
  });
});

describe('the trail', () => {
  it('tells of logins, and of failures to log in, to every organization of the user', async () => {
    const user = await service.newUser({ role: 'viewer' });
    const client = await session(user);
    await client('createOrganization', { body: { name: 'Second' } });
    await service.login(user);
    const { items } = (await client('listOrganizations')).body;
    for (const guess of ['wrong one', 'wrong two'])
      await anonymous('login', { body: { email: user.email, password: guess } });
    expect(await eventsOf(user.id, 'user.logged_in')).toMatchObject([
      { actor: { kind: 'session', id: user.id }, sourceIp: expect.stringMatching(/[.:]/) },
      {},
    ]);
    const headers = { 'x-organization-id': items[0].id };
    const theirs = await client('listAuditEvents', { query: { action: 'user.logged_in' }, headers });
    expect(theirs.body.items).toHaveLength(1);
    await eventually(async () => {
      const events = await eventsOf(user.id, 'user.login_failed');
      expect(events.length).toBeGreaterThan(0);
      expect(events[0]).toMatchObject({ actor: { kind: 'anonymous' }, sourceIp: expect.any(String) });
    });
  });
});

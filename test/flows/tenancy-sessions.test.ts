import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Role } from '../../shared/contracts/contract.ts';
import { type Client, clientOf } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const password = 'correct horse';

type Person = { id: string; email: string; password: string };

/** A new user whose account is their own, with this role in the organization of the service's keys. */
const person = (role: Role): Promise<Person> => service.newUser({ role, password });

const logIn = (credentials: { email: string; password: string }) => {
  const { email, password } = credentials;
  const headers = { 'content-type': 'application/json' };
  return service.send({ method: 'POST', path: '/auth/login', headers, body: JSON.stringify({ email, password }) });
};

/** Calls operations in a new session. */
async function session(user: Person, headers: Record<string, string> = {}): Promise<Client> {
  const { status, body } = await logIn(user);
  expect({ status, body }).toMatchObject({ status: 200 });
  const { baseUrl } = service.cloud();
  return clientOf(() => ({ baseUrl, headers: { authorization: `Bearer ${body.token}`, ...headers } }));
}

/** Invites somebody to an organization, who accepts. */
async function join(user: Person, orgId: string, role: Role, by: Client): Promise<void> {
  const { body } = await by('createInvitation', { params: { orgId }, body: { email: user.email, role } });
  const token = new URL(body.url).pathname.split('/').at(-1) ?? '';
  const accepted = await (await session(user))('acceptInvitation', { params: { token } });
  expect(accepted).toMatchObject({ status: 201, body: { userId: user.id, role } });
}

const own = async (): Promise<string> =>
  (await secret('listOrganizations', { query: { order: 'asc', limit: 1 } })).body.items[0].id;

const created = async (client: Client): Promise<Json> =>
  (await client('createOrganization', { body: { name: 'Of a user' } })).body;

const expectEnded = async (client: Client) => expectRefusal(await client('listOrganizations'), 401, 'session_expired');

describe('a user who was created without a password', () => {
  it('logs in once somebody has set one', async () => {
    const email = `${randomUUID()}@example.com`;
    const { status, body } = await secret('createUser', { body: { email } });
    expect({ status, body }).toMatchObject({ status: 201, body: { email, name: null, status: 'active' } });
    expectRefusal(await logIn({ email, password }), 401, 'invalid_api_key');
    expect((await secret('updateUser', { params: { userId: body.id }, body: { password } })).status).toBe(200);
    expect((await logIn({ email, password })).status).toBe(200);
  });
});

describe('a user who creates an organization', () => {
  it('owns it: manages it, lists it beside the others, and gives it away', async () => {
    const [ada, bob] = [await person('viewer'), await person('viewer')];
    const client = await session(ada);
    const { id: orgId } = await created(client);
    expect((await client('listOrganizations')).body.items.map(({ id }: Json) => id)).toEqual([orgId, await own()]);
    expect((await client('updateOrganization', { params: { orgId }, body: { slug: 'mine' } })).status).toBe(200);
    await join(bob, orgId, 'owner', client);
    expect((await client('removeMember', { params: { orgId, userId: ada.id } })).status).toBe(204);
    expectRefusal(await client('getOrganization', { params: { orgId } }), 404, 'not_found');
    expect((await client('listOrganizations')).body.items.map(({ id }: Json) => id)).toEqual([await own()]);
  });

  it('hides it from everybody else, the keys of other organizations included', async () => {
    const { id: orgId } = await created(await session(await person('viewer')));
    const stranger = await session(await person('owner'));
    expectRefusal(await stranger('getOrganization', { params: { orgId } }), 404, 'not_found');
    expectRefusal(await secret('getOrganization', { params: { orgId } }), 404, 'not_found');
    const byHeader = await session(await person('owner'), { 'x-organization-id': orgId });
    expectRefusal(await byHeader('listUsers'), 404, 'not_found');
  });

  it('has there the role that it has there, whatever organization the header names', async () => {
    const [ada, bob] = [await person('viewer'), await person('viewer')];
    const { id: orgId } = await created(await session(ada));
    const elsewhere = await session(ada, { 'x-organization-id': await own() });
    await join(bob, orgId, 'viewer', elsewhere);
    const ofOwn = { params: { orgId: await own() }, body: { userId: bob.id } };
    expectRefusal(await elsewhere('addMember', ofOwn), 403, 'insufficient_permission');
    const here = await session(ada, { 'x-organization-id': orgId });
    expect((await here('listUsers')).body.total).toBe(2);
    expectRefusal(
      await elsewhere('createUser', { body: { email: 'x@example.com', name: 'X', password } }),
      403,
      'insufficient_permission',
    );
  });

  it('needs no membership for it; without one it sees nothing', async () => {
    const ada = await person('viewer');
    const client = await session(ada);
    await secret('removeMember', { params: { orgId: await own(), userId: ada.id } });
    expect((await client('listOrganizations')).body).toMatchObject({ items: [], total: 0 });
    expectRefusal(await client('listUsers'), 403, 'insufficient_permission');
    expectRefusal(await client('getOrganization', { params: { orgId: await own() } }), 404, 'not_found');
    const { id } = await created(client);
    expect((await client('listOrganizations')).body.items.map((item: Json) => item.id)).toEqual([id]);
  });

  it('deletes it, and no session finds it from then on', async () => {
    const [ada, bob] = [await person('viewer'), await person('viewer')];
    const client = await session(ada);
    const { id: orgId } = await created(client);
    await join(bob, orgId, 'admin', client);
    const colleague = await session(bob, { 'x-organization-id': orgId });
    expect((await colleague('listForms')).status).toBe(200);
    expectRefusal(await colleague('deleteOrganization', { params: { orgId } }), 403, 'insufficient_permission');
    expect((await client('deleteOrganization', { params: { orgId } })).status).toBe(204);
    expect([401, 404]).toContain((await colleague('listForms')).status);
    expect([401, 404]).toContain((await client('getOrganization', { params: { orgId } })).status);
    expect((await (await session(ada))('listOrganizations')).text).not.toContain(orgId);
  });
});

describe('an account', () => {
  it('is its user’s own to change, the password with the current one', async () => {
    const ada = await person('viewer');
    const client = await session(ada);
    const update = (body: object) => client('updateUser', { params: { userId: ada.id }, body });
    expect((await update({ name: 'Ada King' })).body.name).toBe('Ada King');
    expectFaults(await update({ password: 'another one' }), 'currentPassword required');
    expectFaults(await update({ password: 'another one', currentPassword: 'wrong one' }), 'currentPassword match');
    expectRefusal(await update({ status: 'disabled' }), 403, 'insufficient_permission');
    expect((await client('listUsers')).status).toBe(200);
    expect((await update({ password: 'another one', currentPassword: password })).status).toBe(200);
    await expectEnded(client);
    expect((await logIn(ada)).status).toBe(401);
    expect((await logIn({ ...ada, password: 'another one' })).status).toBe(200);
  });

  it('is logged in to with its new address only, in whatever letters', async () => {
    const ada = await person('viewer');
    const email = `New-${randomUUID()}@example.com`;
    const client = await session(ada);
    const update = (body: object) => client('updateUser', { params: { userId: ada.id }, body });
    expectFaults(await update({ email }), 'currentPassword required');
    expectFaults(await update({ email, currentPassword: 'wrong one' }), 'currentPassword match');
    expect((await secret('updateUser', { params: { userId: ada.id }, body: { email } })).status).toBe(200);
    await expectEnded(client);
    expect((await logIn(ada)).status).toBe(401);
    expect((await logIn({ ...ada, email: email.toLowerCase() })).status).toBe(200);
  });

  it('is not taken over by guesses from a session: wrong current passwords count as failures to log in', async () => {
    const ada = await person('viewer');
    const client = await session(ada);
    const update = (currentPassword: string) =>
      client('updateUser', { params: { userId: ada.id }, body: { password: 'another one', currentPassword } });
    for (let guess = 0; guess < 5; guess++) expectFaults(await update(`guess ${guess}`), 'currentPassword match');
    expectRefusal(await update(password), 429, 'rate_limited');
    expect((await logIn(ada)).status).toBe(429);
  });

  it('is changed by admins, that of an owner by owners only', async () => {
    const [admin, editor, owner, other] = [
      await session(await person('admin')),
      await session(await person('editor')),
      await person('owner'),
      await person('viewer'),
    ];
    const body = { name: 'Changed' };
    expect((await admin('updateUser', { params: { userId: other.id }, body })).status).toBe(200);
    for (const [client, userId] of [
      [admin, owner.id],
      [editor, other.id],
    ] as const) {
      expectRefusal(await client('updateUser', { params: { userId }, body }), 403, 'insufficient_permission');
      expectRefusal(await client('deleteUser', { params: { userId } }), 403, 'insufficient_permission');
    }
    expect((await (await session(owner))('updateUser', { params: { userId: owner.id }, body })).status).toBe(200);
  });

  it('ends its sessions when it is disabled or deleted, and cannot log in', async () => {
    const [ada, bob] = [await person('viewer'), await person('viewer')];
    const clients = [await session(ada), await session(bob)] as const;
    expect((await secret('updateUser', { params: { userId: ada.id }, body: { status: 'disabled' } })).status).toBe(200);
    expect((await secret('deleteUser', { params: { userId: bob.id } })).status).toBe(204);
    for (const client of clients) expectRefusal(await client('listUsers'), 401, 'session_expired');
    for (const user of [ada, bob]) expect((await logIn(user)).status).toBe(401);
    await secret('updateUser', { params: { userId: ada.id }, body: { status: 'active' } });
    expect((await logIn(ada)).status).toBe(200);
  });
});

describe('a role', () => {
  it('is given and taken by admins, that of owners by owners only', async () => {
    const orgId = await own();
    const [admin, owner, viewer] = [
      await session(await person('admin')),
      await person('owner'),
      await person('viewer'),
    ];
    const role = (userId: string, role: Role) =>
      admin('updateMemberRole', { params: { orgId, userId }, body: { role } });
    expect((await role(viewer.id, 'admin')).status).toBe(200);
    expectRefusal(await role(viewer.id, 'owner'), 403, 'insufficient_permission');
    expectRefusal(await role(owner.id, 'viewer'), 403, 'insufficient_permission');
    const remove = { params: { orgId, userId: owner.id } };
    expectRefusal(await admin('removeMember', remove), 403, 'insufficient_permission');
    const body = { email: `${randomUUID()}@example.com`, name: 'Eve', password, role: 'owner' };
    expectRefusal(await admin('createUser', { body }), 403, 'insufficient_permission');
  });

  it('takes effect with the next request when it changes, and ends no session', async () => {
    const [orgId, ada] = [await own(), await person('admin')];
    const client = await session(ada);
    const { id: elsewhere } = await created(client);
    await secret('updateMemberRole', { params: { orgId, userId: ada.id }, body: { role: 'viewer' } });
    expect((await client('listForms')).status).toBe(200);
    expect((await client('updateOrganization', { params: { orgId: elsewhere }, body: { name: 'Mine' } })).status).toBe(
      200,
    );
    expectRefusal(await client('createEnvironment', { body: { name: 'staging' } }), 403, 'insufficient_permission');
  });

  it('ends with the membership: who was removed, or left, is a stranger', async () => {
    const [orgId, ada, bob] = [await own(), await person('editor'), await person('viewer')];
    const clients = [await session(ada), await session(bob)] as const;
    expect((await clients[1]('removeMember', { params: { orgId, userId: bob.id } })).status).toBe(204);
    expect((await secret('removeMember', { params: { orgId, userId: ada.id } })).status).toBe(204);
    for (const client of clients) expectRefusal(await client('listForms'), 403, 'insufficient_permission');
    const named = await session(ada, { 'x-organization-id': orgId });
    expectRefusal(await named('listForms'), 404, 'not_found');
  });
});

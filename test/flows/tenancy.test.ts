import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeRoomForOrganizations } from '../support/cloud/calls/make-room.ts';
import { type Client, clientOf } from '../support/cloud/client.ts';
import { hastenJobs } from '../support/cloud/deferred-work.ts';
import type { Json } from '../support/cloud/http.ts';
import { itLocally, itLocallyInAll, keyHeader, rounds, startedService } from '../support/cloud/service.ts';
import { itemsThatName } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const owner = service.session('owner');

const address = () => `${randomUUID()}@example.com`;
const account = (properties: object = {}) => ({
  email: address(),
  name: 'Ada',
  password: 'correct horse',
  ...properties,
});

async function newUser(client: Client = secret, properties: object = {}): Promise<Json> {
  const { status, body } = await client('createUser', { body: account(properties) });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

/** A new organization, created with the key of another. */
async function newOrganization(properties: object = {}): Promise<Json> {
  const { status, body } = await secret('createOrganization', { body: { name: 'Bär & Söhne', ...properties } });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

const ownersOf = async (orgId: string): Promise<string[]> => {
  const { body } = await secret('listMembers', { params: { orgId } });
  return body.items.filter(({ role }: Json) => role === 'owner').map(({ userId }: Json) => userId);
};

beforeEach(() => makeRoomForOrganizations(secret));

/** Calls operations in a new session. */
async function session(user: { email: string; password: string }): Promise<Client> {
  const token = await service.login(user);
  return clientOf(() => ({ baseUrl: service.cloud().baseUrl, headers: { authorization: `Bearer ${token}` } }));
}

/** A client of another, bootstrapped organization. */
async function foreignClient(): Promise<Client> {
  const { environments } = await service.newOrganization();
  const headers = keyHeader('secretKey', environments.production.secretKey);
  return clientOf(() => ({ baseUrl: service.cloud().baseUrl, headers }));
}

describe('a user', () => {
  it('is created, read, listed, changed and deleted, and never shows its password', async () => {
    const user = await newUser(secret, { email: 'Ada.L@Example.com' });
    expect(user).toEqual({
      id: expect.stringMatching(/^usr_/),
      email: 'Ada.L@Example.com',
      emailConfirmed: false,
      pendingEmail: null,
      name: 'Ada',
      status: 'active',
      createdAt: expect.any(String),
      updatedAt: user.createdAt,
    });
    const params = { userId: user.id };
    expect((await secret('getUser', { params })).body).toEqual(user);
    expect((await secret('listUsers', { query: { limit: 1 } })).body.items).toEqual([user]);

    const changed = await secret('updateUser', { params, body: { name: 'Ada King', password: 'another one' } });
    expect(changed.body).toEqual({ ...user, name: 'Ada King', updatedAt: expect.any(String) });
    expect(changed.body.updatedAt).not.toBe(user.updatedAt);

    expect((await secret('deleteUser', { params })).status).toBe(204);
    expectRefusal(await secret('getUser', { params }), 404, 'not_found');
    expect((await secret('listUsers')).text).not.toContain(user.id);
    await newUser(secret, { email: 'ADA.L@example.com' });
  });

  it('is the only one with its address, whatever its letters', async () => {
    const email = address();
    await newUser(secret, { email });
    expectRefusal(await secret('createUser', { body: account({ email: email.toUpperCase() }) }), 409, 'conflict');
    const other = await newUser();
    const reply = await secret('updateUser', { params: { userId: other.id }, body: { email: email.toUpperCase() } });
    expectRefusal(reply, 409, 'conflict');
  });

  itInAll('is created once when two requests at once bring the same address', async () => {
    for (const _ of rounds) {
      const body = account();
      const replies = await Promise.all([secret('createUser', { body }), secret('createUser', { body })]);
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    }
  });

  it('is refused with what would be right: an address, a name, a password of 8 characters to 128 bytes', async () => {
    for (const email of ['ada', 'ada@', 'a b@example.com', 'ada#1@example.com', 'ä@example.com', 'ada@example.com\n']) {
      expectFaults(await secret('createUser', { body: account({ email }) }), 'email email');
    }
    expectFaults(await secret('createUser', { body: account({ password: 'short' }) }), 'password minLength');
    expectFaults(await secret('createUser', { body: account({ password: 'é'.repeat(65) }) }), 'password maxLength');
    expectFaults(await secret('createUser', { body: account({ name: '  ' }) }), 'name minLength');
    expectFaults(await secret('createUser', { body: account({ role: 'king' }) }), 'role enum');
    expectFaults(await secret('createUser', { body: {} }), 'email required');
    expect((await secret('createUser', { body: account({ password: 'é'.repeat(64) }) })).status).toBe(201);
  });

  it('is changed by no organization once it belongs to two, and deleting it removes it from one', async () => {
    const user = await newUser();
    const { id: orgId } = await newOrganization();
    const added = await secret('addMember', { params: { orgId }, body: { email: user.email.toUpperCase() } });
    expect(added).toMatchObject({ status: 201, body: { userId: user.id, role: 'viewer', email: user.email } });
    const params = { userId: user.id };
    for (const body of [{ password: 'taken over' }, { email: address() }, { name: 'Eve' }, { status: 'disabled' }]) {
      expectRefusal(await secret('updateUser', { params, body }), 403, 'insufficient_permission');
    }
    expect((await secret('deleteUser', { params })).status).toBe(204);
    expectRefusal(await secret('getUser', { params }), 404, 'not_found');
    expect((await secret('listMembers', { params: { orgId } })).text).toContain(user.id);
  });
});

describe('an organization', () => {
  it('is created with a key, and administered with the keys of the one that created it', async () => {
    const organization = await newOrganization();
    expect(organization).toMatchObject({ id: expect.stringMatching(/^org_/), slug: 'bar-sohne' });
    const params = { orgId: organization.id };
    expect((await secret('getOrganization', { params })).body).toEqual(organization);
    expect((await secret('listOrganizations', { query: { limit: 1 } })).body.items).toEqual([organization]);
    expect(await ownersOf(organization.id)).toHaveLength(1);
    const { body } = await secret('updateOrganization', { params, body: { name: 'Baer' } });
    expect(body).toEqual({ ...organization, name: 'Baer', updatedAt: expect.any(String) });
    expect((await secret('deleteOrganization', { params })).status).toBe(204);
    for (const operation of ['getOrganization', 'listMembers', 'deleteOrganization'] as const) {
      expectRefusal(await secret(operation, { params }), 404, 'not_found');
    }
    expect((await secret('listOrganizations')).text).not.toContain(organization.id);
  });

  it('is listed after the key’s own, which is the oldest, in pages with an exact total', async () => {
    const before: number = (await secret('listOrganizations')).body.total;
    const made = [await newOrganization(), await newOrganization(), await newOrganization()].map(({ id }) => id);
    const first = (await secret('listOrganizations', { query: { limit: 2 } })).body;
    expect(first).toMatchObject({ total: before + 3, hasMore: true });
    expect(first.items.map(({ id }: Json) => id)).toEqual([made[2], made[1]]);
    const next = (await secret('listOrganizations', { query: { limit: 1, cursor: first.nextCursor } })).body;
    expect(next.items.map(({ id }: Json) => id)).toEqual([made[0]]);
    const last = (await secret('listOrganizations', { query: { offset: before + 2 } })).body;
    const oldest = (await secret('listOrganizations', { query: { order: 'asc', limit: 1 } })).body;
    expect(last.items).toEqual(oldest.items);
  });

  it('takes a slug of small letters, digits and single hyphens, which others may have too', async () => {
    expect((await newOrganization({ slug: 'a-1' })).slug).toBe('a-1');
    expect((await newOrganization({ slug: 'a-1' })).slug).toBe('a-1');
    for (const slug of ['A', 'a--b', '-a', 'a-', 'a_b', 'ä', '']) {
      const reply = await secret('createOrganization', { body: { name: 'X', slug } });
      expectFaults(reply, ...(slug === '' ? ['slug minLength', 'slug pattern'] : ['slug pattern']));
    }
  });

  itLocally('is nobody else’s, nor are its users', async () => {
    const foreign = await foreignClient();
    const [{ id: orgId }, { id: userId }] = [await newOrganization(), await newUser()];
    expectRefusal(await foreign('getOrganization', { params: { orgId } }), 404, 'not_found');
    expectRefusal(await foreign('addMember', { params: { orgId }, body: { userId } }), 404, 'not_found');
    expectRefusal(await foreign('getUser', { params: { userId } }), 404, 'not_found');
    expectRefusal(await foreign('deleteUser', { params: { userId } }), 404, 'not_found');
    expect((await foreign('listOrganizations')).body.total).toBe(1);
    expect((await foreign('listUsers')).body.total).toBe(1);
  });

  itLocallyInAll('that is deleted ends its keys within seconds, and is removed to the last item', async () => {
    const created = await service.newOrganization();
    const headers = keyHeader('secretKey', created.environments.production.secretKey);
    const own = clientOf(() => ({ baseUrl: service.cloud().baseUrl, headers }));
    await submit(own, (await newForm(own)).id);
    const { id: userId } = await newUser(own);
    const orgId = created.organization.id;
    const itsOwner = await session(created.owner);
    expect((await itsOwner('deleteOrganization', { params: { orgId } })).status).toBe(204);
    const deletedAt = Date.now();
    await eventually(async () => expectRefusal(await own('listForms'), 401, 'invalid_api_key'));
    expect(Date.now() - deletedAt).toBeLessThan(6000);
    await eventually(async () => {
      await hastenJobs(service.cloud(), ['JOB#job_']);
      for (const text of [orgId, userId, created.owner.email]) {
        expect(await itemsThatName(service.cloud(), text)).toEqual([]);
      }
    });
  });
});

describe('a member', () => {
  it('is added by id or address, given a role, and removed; the user stays', async () => {
    const [user, { id: orgId }] = [await newUser(), await newOrganization()];
    const params = { orgId, userId: user.id };
    const added = await secret('addMember', { params: { orgId }, body: { userId: user.id, role: 'editor' } });
    const member = { organizationId: orgId, userId: user.id, role: 'editor', email: user.email, name: 'Ada' };
    expect(added).toMatchObject({ status: 201, body: { ...member, createdAt: expect.any(String) } });
    expectRefusal(await secret('addMember', { params: { orgId }, body: { email: user.email } }), 409, 'conflict');
    const { body } = await secret('updateMemberRole', { params, body: { role: 'admin' } });
    expect(body).toEqual({ ...added.body, role: 'admin' });
    expect((await secret('listMembers', { params: { orgId } })).body).toMatchObject({ total: 2, items: [body, {}] });
    expect((await secret('removeMember', { params })).status).toBe(204);
    expectRefusal(await secret('removeMember', { params }), 404, 'not_found');
    expectRefusal(await secret('updateMemberRole', { params, body: { role: 'admin' } }), 404, 'not_found');
    expect((await secret('getUser', { params: { userId: user.id } })).body).toEqual(user);
  });

  it('has to be a user, named in one way', async () => {
    const { id: orgId } = await newOrganization();
    const add = (body: object) => secret('addMember', { params: { orgId }, body });
    expect((await add({ email: address() })).status).toBe(202);
    expectFaults(await add({ email: 'no address' }), 'email email');
    for (const userId of ['usr_01KAJ5TR8M3Q4XV0Z6N1B7C9DE', 'nonsense', '#']) {
      expectFaults(await add({ userId }), 'userId unknown');
    }
    expectFaults(await add({}), 'userId oneOf');
    expectFaults(await add({ userId: 'usr_1', email: address() }), 'userId oneOf');
  });

  it('that is the last owner is neither demoted, nor removed, nor deleted', async () => {
    const { id: orgId } = await newOrganization();
    const [userId = ''] = await ownersOf(orgId);
    const params = { orgId, userId };
    expectRefusal(await owner('updateMemberRole', { params, body: { role: 'admin' } }), 409, 'last_owner');
    expectRefusal(await owner('removeMember', { params }), 409, 'last_owner');
    const headers = { 'x-organization-id': orgId };
    expectRefusal(await owner('deleteUser', { params: { userId }, headers }), 409, 'last_owner');
    expect((await owner('updateMemberRole', { params, body: { role: 'owner' } })).status).toBe(200);
  });

  itInAll('of two owners that go at once, one stays', async () => {
    for (const _ of rounds) {
      const [{ id: orgId }, user] = [await newOrganization(), await newUser()];
      const [first = ''] = await ownersOf(orgId);
      const one = await session(service.credentials().owner);
      expect((await one('addMember', { params: { orgId }, body: { userId: user.id, role: 'owner' } })).status).toBe(
        201,
      );
      const other = await session({ email: user.email, password: 'correct horse' });
      const replies = await Promise.all([
        one('removeMember', { params: { orgId, userId: first } }),
        other('updateMemberRole', { params: { orgId, userId: user.id }, body: { role: 'viewer' } }),
      ]);
      expect(replies.map(({ status }) => status).filter(status => status < 300)).toHaveLength(1);
      expect(replies.filter(({ body }) => body?.code === 'last_owner')).toHaveLength(1);
      expect(await ownersOf(orgId)).toHaveLength(1);
    }
  });
});

describe('a user who is not there', () => {
  it('is told of as a user, not as a record of an environment', async () => {
    const { status, body } = await secret('getUser', { params: { userId: 'usr_01KAJ5TR8M3Q4XV0Z6N1B7C9DE' } });
    expect(status).toBe(404);
    expect(body.message).toBe('User not found. Check the id, and that the user is a member of this organization.');
  });
});

describe('the environments', () => {
  it('are all three there from the start', async () => {
    const { items, total } = (await secret('listEnvironments')).body;
    expect({ total, names: items.map(({ name }: Json) => name).sort() }).toEqual({
      total: 3,
      names: ['development', 'production', 'staging'],
    });
    for (const item of items) {
      const { status, body } = await secret('createEnvironment', { body: { name: item.name } });
      expect({ status, body }).toEqual({ status: 200, body: item });
    }
    expect((await secret('listEnvironments')).body.items).toEqual(items);
    expectFaults(await secret('createEnvironment', { body: { name: 'test' } }), 'name enum');
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Role } from '../../shared/contracts/contract.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { type Client, clientOf } from '../support/cloud/client.ts';
import type { Json, Reply } from '../support/cloud/http.ts';
import { rounds, startedService } from '../support/cloud/service.ts';
import { changeItem, itemsThatName } from '../support/cloud/stored-items.ts';
import { itInAll } from '../support/in-all.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const anonymous = service.client();
const admin = service.session('admin');
const password = 'a good password';

const newAddress = () => `${randomUUID()}@example.com`;
const ours = () => service.credentials().organization.id;
const bearer = (token: string): Client =>
  clientOf(() => ({ baseUrl: service.cloud().baseUrl, headers: { authorization: `Bearer ${token}` } }));
const session = async (user: { email: string; password: string }) => bearer(await service.login(user));
const tokenOf = ({ url }: Json): string => new URL(url).pathname.split('/').at(-1) ?? '';

async function invited(email: string, role: Role = 'editor', by: Client = admin, orgId = ours()): Promise<Json> {
  const { status, body } = await by('createInvitation', { params: { orgId }, body: { email, role } });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

const accept = (invitation: Json, client: Client = anonymous, body?: object): Promise<Reply> =>
  client('acceptInvitation', { params: { token: tokenOf(invitation) }, ...(body && { body }) });

let elsewhere: Promise<{ orgId: string; theirOwner: Client }> | undefined;

/** Another organization, the same for all strangers. */
async function otherOrganization() {
  const { owner, organization } = await service.newOrganization();
  return { orgId: organization.id, theirOwner: await session(owner) };
}

/** Somebody of another organization, whose password an admin there has set, or who has chosen it. */
async function stranger(chosenByAdmin = false) {
  elsewhere ??= otherOrganization();
  const { orgId, theirOwner } = await elsewhere;
  const email = newAddress();
  if (chosenByAdmin) {
    const { body } = await theirOwner('createUser', { body: { email, password } });
    return { id: body.id as string, email, password, theirOwner };
  }
  const reply = await accept(await invited(email, 'viewer', theirOwner, orgId), anonymous, { password });
  return { id: reply.body.userId as string, email, password, theirOwner };
}

describe('an invitation', () => {
  it('makes an account with a password that the person chooses, and a member of the role', async () => {
    const email = newAddress();
    const invitation = await invited(email);
    expect(invitation).toEqual({
      id: expect.stringMatching(/^inv_/),
      ...{ email, role: 'editor', createdAt: expect.any(String), expiresAt: expect.any(String), mail: 'waiting' },
      url: expect.stringContaining(`${service.cloud().baseUrl}/app/invitations/inv_`),
    });
    expect(Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)).toBe(7 * 24 * 3_600_000);
    const { organization } = (await anonymous('getInvitation', { params: { token: tokenOf(invitation) } })).body;
    expect(organization).toEqual({ name: expect.any(String) });
    expectFaults(await accept(invitation, anonymous, {}), 'password required');
    expectFaults(await accept(invitation, anonymous, { password: 'short' }), 'password minLength');
    const accepted = await accept(invitation, anonymous, { name: 'Ada', password });
    expect(accepted).toMatchObject({
      status: 201,
      body: { organizationId: ours(), email, name: 'Ada', role: 'editor', status: 'active' },
    });
    const client = await session({ email, password });
    expect((await client('getMe')).body.memberships).toMatchObject([{ organizationId: ours(), role: 'editor' }]);
    expectRefusal(await accept(invitation, anonymous, { password }), 404, 'not_found');
  });

  it('is accepted in a session of its address, whose sessions go on', async () => {
    const person = await stranger();
    const client = await session(person);
    const invitation = await invited(person.email.toUpperCase());
    expect(await accept(invitation, client)).toMatchObject({
      status: 201,
      body: { userId: person.id, role: 'editor' },
    });
    expect((await client('getMe')).body.memberships).toHaveLength(2);
    expectRefusal(await accept(invitation, client), 404, 'not_found');
  });

  it('is for nobody else: not for another account, nor without a session where the address has an account', async () => {
    const [person, other] = [await stranger(), await service.newUser()];
    const invitation = await invited(person.email);
    expectRefusal(await accept(invitation, await session(other)), 403, 'insufficient_permission');
    expectRefusal(await accept(invitation, anonymous, { password: 'another good one' }), 409, 'conflict');
    for (const token of [`ses_${'A'.repeat(43)}`, 'nonsense']) {
      expectRefusal(await accept(invitation, bearer(token), { password }), 401, 'invalid_api_key');
    }
    expect((await accept(invitation, await session(person))).status).toBe(201);
  });

  it('lets nobody in who has set the password of the account: the person chooses another first', async () => {
    const person = await stranger(true);
    const invitation = await invited(person.email);
    const client = await session(person);
    expectFaults(await accept(invitation, client), 'password required');
    expect((await accept(invitation, client, { password: 'chosen by the person' })).status).toBe(201);
    expectRefusal(await client('getMe'), 401, 'session_expired');
    expectRefusal(await anonymous('login', { body: { email: person.email, password } }), 401, 'invalid_api_key');
    const again = await session({ email: person.email, password: 'chosen by the person' });
    expect((await again('getMe')).body.memberships).toHaveLength(2);
    const set = await person.theirOwner('updateUser', {
      params: { userId: person.id },
      body: { password: 'stolen now' },
    });
    expectRefusal(set, 403, 'insufficient_permission');
  });

  it('takes no password for an account that has one of its own', async () => {
    const person = await stranger();
    const reply = await accept(await invited(person.email), await session(person), {
      name: 'X',
      password: 'other one',
    });
    expectFaults(reply, 'name newAccount', 'password newAccount');
  });

  itInAll('is accepted once, by two at once', async () => {
    for (const _ of rounds) {
      const invitation = await invited(newAddress());
      const replies = await Promise.all([1, 2, 3].map(() => accept(invitation, anonymous, { password })));
      expect(replies.map(({ status }) => status).filter(status => status === 201)).toHaveLength(1);
      for (const reply of replies.filter(({ status }) => status !== 201)) expectRefusal(reply, 404, 'not_found');
    }
  });

  it('ends after seven days by the time, whatever is still stored; its token is not', async () => {
    const invitation = await invited(newAddress());
    const token = tokenOf(invitation);
    expect(await itemsThatName(service.cloud(), token.slice(-43))).toEqual([]);
    const key = keyOf('invitation', { org: ours(), invitation: invitation.id });
    await changeItem(service.cloud(), key, { expiresAt: Date.now() - 1 });
    expectRefusal(await anonymous('getInvitation', { params: { token } }), 404, 'not_found');
    expectRefusal(await accept(invitation, anonymous, { password }), 404, 'not_found');
    const listed = await admin('listInvitations', { params: { orgId: ours() }, query: { limit: 1000 } });
    expect(listed.text).not.toContain(invitation.id);
  });

  it('ends when it is taken back, or another of its address is made', async () => {
    const email = newAddress();
    const [first, second] = [await invited(email), await invited(email.toUpperCase(), 'viewer')];
    expectRefusal(await accept(first, anonymous, { password }), 404, 'not_found');
    const params = { orgId: ours(), invitationId: second.id };
    expect((await admin('deleteInvitation', { params })).status).toBe(204);
    expectRefusal(await admin('deleteInvitation', { params }), 404, 'not_found');
    expectRefusal(await accept(second, anonymous, { password }), 404, 'not_found');
  });

  it('ends with the permission of whoever made it', async () => {
    const inviter = await service.newUser({ role: 'admin' });
    const invitation = await invited(newAddress(), 'editor', await session(inviter));
    const params = { orgId: ours(), userId: inviter.id };
    const setRole = (role: Role) => service.session('owner')('updateMemberRole', { params, body: { role } });
    expect((await setRole('editor')).status).toBe(200);
    expectRefusal(await accept(invitation, anonymous, { password }), 404, 'not_found');
    await setRole('admin');
    expect((await accept(invitation, anonymous, { password })).status).toBe(201);

    const { id, key } = (await service.session('owner')('createApiKey', { body: { type: 'secret', name: 'Inviter' } }))
      .body;
    const byKey = await invited(newAddress(), 'viewer', bearer(key));
    await service.session('owner')('deleteApiKey', { params: { id } });
    expectRefusal(await accept(byKey, anonymous, { password }), 404, 'not_found');
  });

  it('to become an owner is made by an owner in a session only', async () => {
    const call = { params: { orgId: ours() }, body: { email: newAddress(), role: 'owner' } };
    for (const client of [admin, service.client('secretKey')]) {
      expectRefusal(await client('createInvitation', call), 403, 'insufficient_permission');
    }
    const invitation = await invited(newAddress(), 'owner', service.session('owner'));
    expect((await accept(invitation, anonymous, { password })).body.role).toBe('owner');
  });

  it('is of an address, and not of a member', async () => {
    const member = await service.newUser({ role: 'viewer' });
    const create = (email: string) => admin('createInvitation', { params: { orgId: ours() }, body: { email } });
    expectRefusal(await create(member.email.toUpperCase()), 409, 'conflict');
    for (const email of ['no address', 'a#b@example.com', 'a b@example.com'])
      expectFaults(await create(email), 'email email');
  });

  it('of a member who joined in another way is used by nobody', async () => {
    const person = await stranger();
    const [first, second] = [await invited(person.email), await session(person)];
    expect((await accept(first, second)).status).toBe(201);
    const reply = await admin('createInvitation', { params: { orgId: ours() }, body: { email: person.email } });
    expectRefusal(reply, 409, 'conflict');
  });

  itInAll('is one of a hundred at most, also of many requests at once', async () => {
    const theirs = await service.newOrganization();
    const [client, orgId] = [await session(theirs.owner), theirs.organization.id];
    for (let batch = 0; batch < 12; batch++) {
      const emails = Array.from({ length: 8 }, newAddress);
      await Promise.all(emails.map(email => client('createInvitation', { params: { orgId }, body: { email } })));
    }
    const total = async () => (await client('listInvitations', { params: { orgId } })).body.total as number;
    while ((await total()) < 100) await invited(newAddress(), 'viewer', client, orgId);
    const reply = await client('createInvitation', { params: { orgId }, body: { email: newAddress() } });
    expectFaults(reply, ' maxInvitations');
    expect(await total()).toBe(100);
  });
});

describe('the members of an organization', () => {
  it('are added at once by whoever administers them elsewhere', async () => {
    const owner = await session(service.credentials().owner);
    const { id: orgId } = (await owner('createOrganization', { body: { name: 'Second' } })).body;
    const [one, other] = [await service.newUser({ role: 'viewer' }), await service.newUser({ role: 'viewer' })];
    const add = (body: object) => owner('addMember', { params: { orgId }, body });
    expect(await add({ userId: one.id, role: 'editor' })).toMatchObject({ status: 201, body: { userId: one.id } });
    expect(await add({ email: other.email })).toMatchObject({
      status: 201,
      body: { userId: other.id, role: 'viewer' },
    });
    expectRefusal(await add({ email: other.email }), 409, 'conflict');
    await owner('deleteOrganization', { params: { orgId } });
  });

  it('are nobody who has not agreed: a stranger is invited as somebody is whom nobody knows, and told nothing of', async () => {
    const person = await stranger();
    const client = await session(person);
    const add = (email: string) => admin('addMember', { params: { orgId: ours() }, body: { email, role: 'admin' } });
    const [known, unknown] = [await add(person.email), await add(newAddress())];
    for (const reply of [known, unknown]) {
      expect({ status: reply.status, names: Object.keys(reply.body).sort() }).toEqual({
        status: 202,
        names: ['createdAt', 'email', 'expiresAt', 'id', 'mail', 'role', 'url'],
      });
    }
    expect(known.text).not.toContain(person.id);
    expectFaults(
      await admin('addMember', { params: { orgId: ours() }, body: { userId: person.id } }),
      'userId unknown',
    );
    expect((await client('getMe')).body.memberships).toHaveLength(1);
    const { items } = (await admin('listMembers', { params: { orgId: ours() }, query: { limit: 1000 } })).body;
    expect(items).toContainEqual(
      expect.objectContaining({ email: person.email, role: 'admin', status: 'invited', userId: null, name: null }),
    );
    expect((await accept(known.body, client)).status).toBe(201);
  });

  it('are not made of the accounts of others by POST /users', async () => {
    const person = await stranger();
    const reply = await admin('createUser', {
      body: { email: person.email, password: 'stolen password', role: 'editor' },
    });
    expect(reply).toMatchObject({ status: 202, body: { email: person.email, role: 'editor' } });
    expect(reply.text).not.toContain(person.id);
    expectRefusal(
      await anonymous('login', { body: { email: person.email, password: 'stolen password' } }),
      401,
      'invalid_api_key',
    );
    expect((await (await session(person))('getMe')).status).toBe(200);
    const member = await service.newUser({ role: 'viewer' });
    expectRefusal(await admin('createUser', { body: { email: member.email } }), 409, 'conflict');
  });
});

describe('an organization that a key has created', () => {
  it('is cut loose by its owner, and both trails tell of it', async () => {
    const secret = service.client('secretKey');
    const owner = await session(service.credentials().owner);
    const { id: orgId } = (await secret('createOrganization', { body: { name: 'Customer' } })).body;
    expectRefusal(await secret('removeCreator', { params: { orgId } }), 403, 'insufficient_permission');
    expect((await owner('removeCreator', { params: { orgId } })).status).toBe(204);
    for (const operation of ['getOrganization', 'listMembers', 'deleteOrganization'] as const) {
      expectRefusal(await secret(operation, { params: { orgId } }), 404, 'not_found');
    }
    expect((await secret('listOrganizations', { query: { limit: 1000 } })).text).not.toContain(orgId);
    for (const organization of [orgId, ours()]) {
      const headers = { 'x-organization-id': organization };
      const { items } = (await owner('listAuditEvents', { query: { action: 'organization.cut_loose' }, headers })).body;
      expect(items).toMatchObject([{ subjectId: orgId, actor: { kind: 'session' } }]);
    }
    expect((await owner('removeCreator', { params: { orgId } })).status).toBe(204);
    expect((await owner('deleteOrganization', { params: { orgId } })).status).toBe(204);
  });

  itInAll('is one of ten that a user may have created, also of many at once; a deleted one makes room', async () => {
    const client = await session(await service.newUser());
    const create = () => client('createOrganization', { body: { name: 'One of ten' } });
    for (let batch = 0; batch < 6; batch++) await Promise.all([create(), create(), create()]);
    const { items, total } = (await client('listOrganizations')).body;
    expect(total).toBe(10);
    expectFaults(await create(), ' maxOrganizations');
    expect((await client('deleteOrganization', { params: { orgId: items[0].id } })).status).toBe(204);
    expect((await create()).status).toBe(201);
  });
});

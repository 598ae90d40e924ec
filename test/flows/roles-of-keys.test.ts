import { describe, expect, it } from '@jest/globals';
import type { Role } from '../../shared/contracts/contract.ts';
import { type Client, clientOf } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { keyHeader, startedService } from '../support/cloud/service.ts';
import { contactForm, newForm } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const owner = service.session('owner');
const admin = service.session('admin');
const editor = service.session('editor');
const secret = service.client('secretKey');

const bearer = (key: string): Client =>
  clientOf(() => ({ baseUrl: service.credentials().baseUrl, headers: keyHeader('secretKey', key) }));

async function newKey(client: Client, body: object = {}): Promise<Json> {
  const reply = await client('createApiKey', { body: { type: 'secret', name: 'Test', ...body } });
  expect({ status: reply.status, body: reply.body }).toMatchObject({ status: 201 });
  return reply.body;
}

describe('the role of a secret key', () => {
  it('is that of whoever makes it, or a lesser one', async () => {
    expect(await newKey(admin)).toMatchObject({ type: 'secret', role: 'admin' });
    expect(await newKey(owner)).toMatchObject({ role: 'owner' });
    const { id, key } = await newKey(admin, { role: 'viewer' });
    expect((await bearer(key)('listForms')).status).toBe(200);
    expectRefusal(await bearer(key)('createForm', { body: contactForm }), 403, 'insufficient_permission');
    const { items } = (await admin('listApiKeys')).body;
    expect(items).toContainEqual(expect.objectContaining({ id, role: 'viewer' }));
  });

  it('is never more than that of whoever makes it', async () => {
    const reply = await admin('createApiKey', { body: { type: 'secret', name: 'Test', role: 'owner' } });
    expectRefusal(reply, 403, 'insufficient_permission');
    expect(reply.body.message).toContain('in this organization you are admin');
  });

  it('is none of a publishable key', async () => {
    expect(await newKey(owner, { type: 'publishable' })).toMatchObject({ role: null });
    const reply = await owner('createApiKey', { body: { type: 'publishable', name: 'Test', role: 'viewer' } });
    expectFaults(reply, 'role publishable');
  });

  it('becomes that of whoever rotates it, where that is the lesser', async () => {
    const { id } = await newKey(owner);
    const rotated = (await admin('rotateApiKey', { params: { id } })).body;
    expect(rotated.role).toBe('admin');
    const forms = await bearer(rotated.key)('updateOrganization', { params: await own(), body: { name: 'Mine' } });
    expectRefusal(forms, 403, 'insufficient_permission');
    const readOnly = await newKey(admin, { role: 'viewer' });
    expect((await owner('rotateApiKey', { params: { id: readOnly.id } })).body.role).toBe('viewer');
  });

  it('of the first keys is owner', async () => {
    const { items } = (await owner('listApiKeys', { query: { order: 'asc' } })).body;
    expect(items.find(({ name }: Json) => name === 'first secret key')).toMatchObject({ role: 'owner' });
  });
});

const own = async () => ({ orgId: service.credentials().organization.id });

describe('an owner', () => {
  async function anOwner(): Promise<{ userId: string }> {
    const body = { email: `${crypto.randomUUID()}@example.com`, password: 'a good password', role: 'owner' };
    const reply = await owner('createUser', { body });
    expect(reply.status).toBe(201);
    return { userId: reply.body.id };
  }

  it('is made, changed and removed by no key, whatever its role', async () => {
    const [params, { orgId }] = [await anOwner(), await own()];
    const email = `${crypto.randomUUID()}@example.com`;
    const refused = [
      secret('createUser', { body: { email, role: 'owner' } }),
      secret('updateUser', { params, body: { password: 'a stolen password' } }),
      secret('updateUser', { params, body: { status: 'disabled' } }),
      secret('updateUser', { params, body: { email } }),
      secret('deleteUser', { params }),
      secret('removeMember', { params: { orgId, ...params } }),
      secret('updateMemberRole', { params: { orgId, ...params }, body: { role: 'viewer' } }),
    ];
    for (const reply of await Promise.all(refused)) {
      expectRefusal(reply, 403, 'insufficient_permission');
      expect(reply.body.message).toBe('Only an owner, in a session, can make, change or remove an owner.');
    }
    expect((await owner('updateUser', { params, body: { status: 'disabled' } })).status).toBe(200);
    expect((await owner('deleteUser', { params })).status).toBe(204);
  });

  it('alone deletes the organization of a key', async () => {
    const refused = await secret('deleteOrganization', { params: await own() });
    expectRefusal(refused, 403, 'insufficient_permission');
    expect(refused.body.message).toBe('Only an owner, in a session, can delete this organization.');
    const { id: orgId } = (await secret('createOrganization', { body: { name: 'Created by a key' } })).body;
    expect((await secret('deleteOrganization', { params: { orgId } })).status).toBe(204);
  });

  it('is not what an admin becomes by a key', async () => {
    const { key } = await newKey(admin);
    const { id: userId } = await service.newUser({ role: 'admin' });
    const params = { ...(await own()), userId };
    const reply = await bearer(key)('updateMemberRole', { params, body: { role: 'owner' } });
    expectRefusal(reply, 403, 'insufficient_permission');
  });
});

describe('the webhooks of a form', () => {
  const webhooks = [{ event: 'response.created', url: 'https://hooks.example.com/in' }];
  const others = [{ event: 'response.created', url: 'https://evil.example.com/in' }];

  async function clientsOf(role: Role): Promise<Client[]> {
    return [service.session(role), service.keyOfRole(role)];
  }

  it('are made, changed and removed by admins only, in a session and with a key', async () => {
    for (const client of await clientsOf('editor')) {
      const { id } = await newForm(admin, { webhooks });
      const params = { id };
      const refused = [
        client('createForm', { body: { ...contactForm, webhooks } }),
        client('updateForm', { params, body: { webhooks: others } }),
        client('updateForm', { params, body: { webhooks: [{ ...webhooks[0], secret: 'a secret of an editor' }] } }),
        client('updateForm', { params, body: { webhooks: [] } }),
        client('updateForm', { params, body: { webhooks: null } }),
      ];
      for (const reply of await Promise.all(refused)) {
        expectRefusal(reply, 403, 'insufficient_permission');
        expect(reply.body.message).toContain('This needs the role admin or higher');
      }
    }
    for (const client of await clientsOf('admin')) {
      const { id } = await newForm(client, { webhooks });
      expect((await client('updateForm', { params: { id }, body: { webhooks: others } })).status).toBe(200);
    }
  });

  it('stay as they are where an editor sends the form back with another title', async () => {
    const { id } = await newForm(admin, { webhooks });
    const { body: read } = await editor('getForm', { params: { id } });
    const changed = await editor('updateForm', { params: { id }, body: { ...read, title: 'Other' } });
    expect(changed).toMatchObject({ status: 200, body: { title: 'Other', webhooks: read.webhooks } });
  });
});

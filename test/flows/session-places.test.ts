import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Client, clientOf } from '../support/cloud/client.ts';
import { startedService } from '../support/cloud/service.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const staging = service.client('secretKey', 'staging');

/** A client whose requests name neither an organization nor an environment. */
async function bare(user: { email: string; password: string }, headers: Record<string, string> = {}): Promise<Client> {
  const authorization = `Bearer ${await service.login(user)}`;
  return clientOf(() => ({ baseUrl: service.cloud().baseUrl, headers: { authorization, ...headers } }));
}

describe('a session that names no environment', () => {
  it('acts in that of the record that path, form_id or formId names', async () => {
    const client = await bare(await service.newUser({ role: 'admin' }));
    const form = await newForm(staging);
    const { id: responseId } = await submit(staging, form.id);
    const { body: webhook } = await staging('createWebhook', {
      body: { url: 'https://example.com/hook', events: ['response.created'] },
    });
    for (const [operation, call] of [
      ['getForm', { params: { id: form.id } }],
      ['getFormAnalytics', { params: { id: form.id } }],
      ['getResponse', { params: { id: responseId } }],
      ['getWebhook', { params: { id: webhook.id } }],
      ['listDeliveries', { params: { id: webhook.id } }],
      ['getDropoffs', { query: { form_id: form.id } }],
      ['updateForm', { params: { id: form.id }, body: { title: 'Of staging' } }],
    ] as const) {
      const { status, body } = await client(operation, call);
      expect({ operation, status, body }).toMatchObject({ status: 200 });
    }
    const { body: list } = await client('listResponses', { query: { form_id: form.id } });
    expect(list.items.map(({ id }: { id: string }) => id)).toEqual([responseId]);
    const own = { formId: form.id, url: 'https://example.com/form', events: ['response.created'] };
    const { status, body } = await client('createWebhook', { body: own });
    expect({ status, body }).toMatchObject({ status: 201, body: { environment: 'staging' } });
    for (const { id } of [webhook, body]) expect((await client('deleteWebhook', { params: { id } })).status).toBe(204);
  });

  it('acts in production where it names no record, and where it names production', async () => {
    const user = await service.newUser({ role: 'admin' });
    const form = await newForm(staging);
    const listed = (await (await bare(user))('listForms', { query: { limit: 1000 } })).body.items;
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain(form.id);
    const named = await bare(user, { 'x-environment': 'production' });
    expectRefusal(await named('getForm', { params: { id: form.id } }), 404, 'not_found');
  });

  it('acts in the organization of the record too, where its user is a member there, and learns nothing elsewhere', async () => {
    const there = await service.newOrganization();
    const user = await service.newUser({ role: 'viewer' });
    const client = await bare(user);
    const theirKey = { authorization: `Bearer ${there.environments.development.secretKey}` };
    const theirs = clientOf(() => ({ baseUrl: service.cloud().baseUrl, headers: theirKey }));
    const form = await newForm(theirs);
    const [known, unknown] = [
      await client('getForm', { params: { id: form.id } }),
      await client('getForm', { params: { id: 'form_00000000000000000000000000' } }),
    ];
    expectRefusal(known, 404, 'not_found');
    expect(known.body.message).toBe(unknown.body.message);
    const owner = await bare(there.owner);
    const added = await owner('createInvitation', {
      params: { orgId: there.organization.id },
      body: { email: user.email, role: 'editor' },
    });
    const token = new URL(added.body.url).pathname.split('/').at(-1) ?? '';
    expect((await client('acceptInvitation', { params: { token } })).status).toBe(201);
    expect(await client('getForm', { params: { id: form.id } })).toMatchObject({
      status: 200,
      body: { environment: 'development' },
    });
    const here = await bare(user, { 'x-organization-id': service.credentials().organization.id });
    expectRefusal(await here('getForm', { params: { id: form.id } }), 404, 'not_found');
  });
});

describe('a key of development or staging', () => {
  it.each(['development', 'staging'] as const)(
    'reads users, organizations and members, and writes none: %s',
    async environment => {
      const key = service.client('secretKey', environment);
      const { id: orgId } = service.credentials().organization;
      const user = await service.newUser({ role: 'viewer' });
      for (const [operation, call] of [
        ['listUsers', {}],
        ['getUser', { params: { userId: user.id } }],
        ['listOrganizations', {}],
        ['getOrganization', { params: { orgId } }],
        ['listMembers', { params: { orgId } }],
      ] as const) {
        expect({ operation, status: (await key(operation, call)).status }).toEqual({ operation, status: 200 });
      }
      for (const [operation, call] of [
        ['createUser', { body: { email: `${randomUUID()}@example.com` } }],
        ['updateUser', { params: { userId: user.id }, body: { name: 'Ada' } }],
        ['deleteUser', { params: { userId: user.id } }],
        ['createOrganization', { body: { name: 'Another' } }],
        ['updateOrganization', { params: { orgId }, body: { name: 'Another' } }],
        ['addMember', { params: { orgId }, body: { userId: user.id, role: 'viewer' } }],
      ] as const) {
        expectRefusal(await key(operation, call), 403, 'insufficient_permission');
      }
    },
  );
});

import { randomUUID } from 'node:crypto';
import type { Call, Client } from '../client.ts';
import type { Json } from '../http.ts';
import { newAddress, tokenOf, user } from './accounts.ts';
import { makeRoomForOrganizations } from './make-room.ts';
import { created, exampleBody, type Resource, type ResourceCalls, ulid } from './resource.ts';

/** The client's own organization, which is the first that it can access. */
const organization: Resource = {
  create: async client => (await client('listOrganizations', { query: { order: 'asc', limit: 1 } })).body.items[0].id,
  unknownId: `org_${ulid}`,
};

const inOrganization = async (client: Client): Promise<{ orgId: string }> => ({
  orgId: await organization.create(client),
});

const newMemberCall = async (client: Client): Promise<Call> => ({
  params: await inOrganization(client),
  body: { email: newAddress(), role: 'editor' },
});

const invitationTo = async (client: Client): Promise<Json> =>
  created(client, 'createInvitation', { params: await inOrganization(client), body: { email: newAddress() } });

const invitation: Resource = {
  create: async client => tokenOf(await invitationTo(client)),
  unknownId: `inv_${ulid}${ulid}${'A'.repeat(43)}`,
};

async function newOrganizationCall(client: Client): Promise<Call> {
  await makeRoomForOrganizations(client);
  const { id } = await created(client, 'createOrganization', { body: { name: 'Example' } });
  return { params: { orgId: id } };
}

/** Returns a body without domains, because no provider has any. */
async function otherDefaultRole(client: Client): Promise<Call> {
  const params = await inOrganization(client);
  const { defaultRole } = (await client('getSingleSignOn', { params })).body;
  return { params, body: { defaultRole: defaultRole === 'editor' ? 'viewer' : 'editor' } };
}

export const organizationCalls: ResourceCalls = {
  resources: { '/organizations/{orgId}': organization, '/invitations/{token}': invitation },
  secondResources: {
    invitationId: { create: async client => (await invitationTo(client)).id, unknownId: `inv_${ulid}` },
    userId: user,
  },
  calls: {
    createOrganization: async client => {
      await makeRoomForOrganizations(client);
      return { body: exampleBody('createOrganization') };
    },
    // All calls share one organization, and setting the same name again would change nothing.
    updateOrganization: async client => ({
      params: await inOrganization(client),
      body: { ...exampleBody('updateOrganization'), name: `Example ${randomUUID()}` },
    }),
    deleteOrganization: newOrganizationCall,
    removeCreator: newOrganizationCall,
    addMember: newMemberCall,
    createInvitation: newMemberCall,
    updateSingleSignOn: otherDefaultRole,
  },
};

import { randomUUID } from 'node:crypto';
import type { Call, Client } from '../client.ts';
import { makeRoom } from './make-room.ts';
import { created, exampleBody, type Resource, type ResourceCalls, ulid } from './resource.ts';

async function webhookCall(client: Client): Promise<Call> {
  await makeRoom(client, 'Webhook');
  return { body: exampleBody('createWebhook') };
}

const webhook: Resource = {
  create: async client => (await created(client, 'createWebhook', await webhookCall(client))).id,
  unknownId: `wh_${ulid}`,
};

/** Creates the example integration. On a local cloud its address has no listener, because tests don't call Slack. */
async function integrationCall(client: Client): Promise<Call> {
  await makeRoom(client, 'Integration');
  const { type, config } = exampleBody('createIntegration') as { type: string; config: object };
  return { body: { type, config: process.env.API_BASE_URL ? config : { webhookUrl: 'http://127.0.0.1:1024/' } } };
}

const integration: Resource = {
  create: async client => (await created(client, 'createIntegration', await integrationCall(client))).id,
  unknownId: `int_${ulid}`,
};

/** Creates an e-mail integration to SES's simulator, which waits for its link. */
export async function askedAddress(client: Client): Promise<{ id: string; address: string }> {
  const address = `success+${randomUUID()}@simulator.amazonses.com`;
  await makeRoom(client, 'Integration');
  const body = { type: 'email', config: { recipients: [address] } };
  return { address, id: (await created(client, 'createIntegration', { body })).id };
}

/** The token is only in a mail. */
const mailLink: Resource = {
  create: async () => mailLink.unknownId,
  unknownId: `opt_${'0'.repeat(64)}${'A'.repeat(32)}`,
};

export const receiverCalls: ResourceCalls = {
  resources: { '/webhooks/{id}': webhook, '/integrations/{id}': integration, '/mails/{token}': mailLink },
  secondResources: {
    deliveryId: {
      create: async (client, id, operation) => {
        const test = operation.includes('Integration') ? 'testIntegration' : 'testWebhook';
        return (await client(test, { params: { id } })).body.id;
      },
      unknownId: `dlv_${ulid}`,
    },
  },
  calls: {
    createWebhook: webhookCall,
    createIntegration: integrationCall,
    confirmRecipient: async client => {
      const { id, address } = await askedAddress(client);
      return { params: { id }, body: { address } };
    },
  },
};

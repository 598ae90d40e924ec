import { expect } from '@jest/globals';
import type { Contract } from '../../shared/contracts/contract.ts';
import { examples } from '../../shared/contracts/examples.ts';
import { api } from '../../shared/contracts/index.ts';
import { newResponseId } from '../../shared/ids.ts';
import type { Call, Client, Operation } from './client.ts';
import { newForm, submit } from './forms.ts';

type Example = { body?: unknown };
const exampleOf = (operation: Operation): Example => examples[operation] ?? {};

type Resource = {
  /** Makes a record and gives its id. */
  create: (client: Client) => Promise<string>;
  /** An id of no record, as well formed as any. */
  unknownId: string;
};

const ulid = '01KAJ5TR8M3Q4XV0Z6N1B7C9DE';

const form: Resource = {
  create: async client => (await newForm(client, exampleOf('createForm').body as object)).id,
  unknownId: `form_${ulid}`,
};

const response: Resource = {
  create: async client => {
    const formId = await form.create(client);
    return (await submit(client, formId, exampleOf('createSubmission').body as object)).id;
  },
  unknownId: newResponseId(form.unknownId, 1, 0),
};

const webhook: Resource = {
  create: async client => {
    await makeRoom(client);
    const { status, body } = await client('createWebhook', { body: exampleOf('createWebhook').body });
    expect({ status, body }).toMatchObject({ status: 201 });
    return body.id;
  },
  unknownId: `wh_${ulid}`,
};

/** Deletes the oldest webhooks, so that tests have room for theirs below the most that there may be. */
async function makeRoom(client: Client): Promise<void> {
  const { body } = await client('listWebhooks', { query: { order: 'asc' } });
  const oldest: { id: string }[] = body.items?.slice(0, Math.max(0, body.items.length - 8)) ?? [];
  for (const { id } of oldest) await client('deleteWebhook', { params: { id } });
}

const apiKey: Resource = {
  create: async client => {
    await makeRoomForKeys(client);
    const { environment: _, ...body } = exampleOf('createApiKey').body as Record<string, string>;
    const { status, body: created } = await client('createApiKey', { body });
    expect({ status, body: created }).toMatchObject({ status: 201 });
    return created.id;
  },
  unknownId: `key_${ulid}`,
};

/** The same for keys: those that tests made are called as the example. */
async function makeRoomForKeys(client: Client): Promise<void> {
  const { name } = exampleOf('createApiKey').body as { name: string };
  const { body } = await client('listApiKeys', { query: { limit: 1000 } });
  const made: { id: string; name: string }[] = body.items.filter((key: { name: string }) => key.name === name);
  for (const { id } of made.slice(60)) await client('deleteApiKey', { params: { id } });
}

/** What the parameter of a path stands for. Every contract's path is to be found here. */
const resources: Readonly<Record<string, Resource>> = {
  '/forms/{id}': form,
  '/v1/forms/{formId}': form,
  '/responses/{id}': response,
  '/webhooks/{id}': webhook,
  '/api-keys/{id}': apiKey,
};

/** The resource that a path names, and the name of its parameter; undefined for a path without parameters. */
export function resourceOf(contract: Contract): { parameter: string; resource: Resource } | undefined {
  const [upToParameter, parameter] = /^.*?\{(\w+)\}/.exec(contract.path) ?? [];
  if (upToParameter === undefined || parameter === undefined) return undefined;
  const resource = resources[upToParameter];
  if (!resource) throw new Error(`Say in valid-calls.ts how a record of ${upToParameter} is made`);
  return { parameter, resource };
}

/** A call that succeeds, on a new record of this client: with the example of the body, and nothing optional. */
export async function validCall(operation: Operation, client: Client): Promise<Call> {
  const named = resourceOf(api[operation]);
  const { body } = exampleOf(operation);
  const id = await named?.resource.create(client);
  if (operation === 'createWebhook') await makeRoom(client);
  if (operation === 'createApiKey') await makeRoomForKeys(client);
  return {
    ...(named && id && { params: { [named.parameter]: id, ...(await deliveryOf(operation, id, client)) } }),
    ...(body !== undefined && { body }),
  };
}

/** A call that names no record at all, and is well formed otherwise. */
export function callOfUnknown(operation: Operation): Call {
  const named = resourceOf(api[operation]);
  const { body } = exampleOf(operation);
  return {
    ...(named && { params: { [named.parameter]: named.resource.unknownId, ...unknownDelivery(operation) } }),
    ...(body !== undefined && { body }),
  };
}

const isOfDelivery = (operation: Operation): boolean => api[operation].path.includes('{deliveryId}');

/** The second parameter of the paths that have one: a delivery of the webhook. */
async function deliveryOf(operation: Operation, id: string, client: Client): Promise<Record<string, string>> {
  if (!isOfDelivery(operation)) return {};
  const { body } = await client('testWebhook', { params: { id } });
  return { deliveryId: body.id };
}

const unknownDelivery = (operation: Operation): Record<string, string> =>
  isOfDelivery(operation) ? { deliveryId: `dlv_${ulid}` } : {};

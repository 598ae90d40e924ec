import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Contract } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';
import { examples } from '../../shared/contracts/openapi/examples.ts';
import { newResponseId } from '../../shared/ids.ts';
import type { Call, Client, Operation } from './client.ts';
import { fileForm, submittedFile } from './files.ts';
import { newForm, submit } from './forms.ts';
import type { Json } from './http.ts';

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
    await makeRoom(client, 'Webhook');
    const { status, body } = await client('createWebhook', { body: exampleOf('createWebhook').body });
    expect({ status, body }).toMatchObject({ status: 201 });
    return body.id;
  },
  unknownId: `wh_${ulid}`,
};

const template: Resource = {
  create: async client => (await created(client, 'createTemplate', { body: exampleOf('createTemplate').body })).id,
  unknownId: `tpl_${ulid}`,
};

const file: Resource = {
  create: async client => (await submittedFile(client)).fileId,
  unknownId: `file_${ulid}${ulid}`,
};

const integration: Resource = {
  create: async client => {
    await makeRoom(client, 'Integration');
    return (await created(client, 'createIntegration', { body: quietIntegration() })).id;
  },
  unknownId: `int_${ulid}`,
};

/** The example, on a local cloud with an address where nobody listens: tests do not call Slack. */
function quietIntegration(): object {
  const { type, config } = exampleOf('createIntegration').body as { type: string; config: object };
  return process.env.API_BASE_URL ? { type, config } : { type, config: { webhookUrl: 'http://127.0.0.1:1024/' } };
}

/** Deletes the oldest ones, so that tests have room for theirs below the most that there may be. */
async function makeRoom(client: Client, kind: 'Webhook' | 'Integration'): Promise<void> {
  const { body } = await client(`list${kind}s`, { query: { order: 'asc' } });
  const oldest: { id: string }[] = body.items?.slice(0, Math.max(0, body.items.length - 8)) ?? [];
  for (const { id } of oldest) await client(`delete${kind}`, { params: { id } });
}

const apiKey: Resource = {
  create: async client => {
    await makeRoomForKeys(client);
    const { environment: _, ...body } = exampleOf('createApiKey').body as Record<string, string>;
    return (await created(client, 'createApiKey', { body })).id;
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

const user: Resource = {
  create: async client => (await created(client, 'createUser', { body: newUser() })).id,
  unknownId: `usr_${ulid}`,
};

/** The client's own: of all that it may name, the first. */
const organization: Resource = {
  create: async client => (await client('listOrganizations', { query: { order: 'asc', limit: 1 } })).body.items[0].id,
  unknownId: `org_${ulid}`,
};

async function created(client: Client, operation: Operation, call: Call): Promise<Json> {
  const { status, body } = await client(operation, call);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

/** The example of a user, with an address that nobody has. */
const newUser = (): object => ({ ...(exampleOf('createUser').body as object), email: `${randomUUID()}@example.com` });

/** What the parameter of a path stands for. Every contract's path is to be found here. */
const resources: Readonly<Record<string, Resource>> = {
  '/forms/{id}': form,
  '/v1/forms/{formId}': form,
  '/responses/{id}': response,
  '/files/{fileId}': file,
  '/webhooks/{id}': webhook,
  '/templates/{id}': template,
  '/integrations/{id}': integration,
  '/api-keys/{id}': apiKey,
  '/users/{userId}': user,
  '/organizations/{orgId}': organization,
};

/** The resource that a path names, and the name of its parameter; undefined for a path without parameters. */
export function resourceOf(contract: Contract): { parameter: string; resource: Resource } | undefined {
  const [upToParameter, parameter] = /^.*?\{(\w+)\}/.exec(contract.path) ?? [];
  if (upToParameter === undefined || parameter === undefined) return undefined;
  const resource = resources[upToParameter];
  if (!resource) throw new Error(`Say in valid-calls.ts how a record of ${upToParameter} is made`);
  return { parameter, resource };
}

/** Whether its query has to name a form. */
const needsForm = (operation: Operation): boolean =>
  (api[operation] as Contract).query?.required?.includes('form_id') ?? false;

/** A call that succeeds, on a new record of this client: with the example of the body, and nothing optional. */
export async function validCall(operation: Operation, client: Client): Promise<Call> {
  const named = resourceOf(api[operation]);
  const body = await bodyOf(operation, client);
  const id = await named?.resource.create(client);
  if (operation === 'createWebhook') await makeRoom(client, 'Webhook');
  if (operation === 'createIntegration') await makeRoom(client, 'Integration');
  if (operation === 'createApiKey') await makeRoomForKeys(client);
  if (operation === 'createUser') return { body: newUser() };
  if (operation === 'addMember' && id) return { params: { orgId: id }, body: { userId: await nonMember(id, client) } };
  if (operation === 'deleteOrganization') {
    return { params: { orgId: (await created(client, 'createOrganization', { body: { name: 'Example' } })).id } };
  }
  return {
    ...(needsForm(operation) && { query: { form_id: await form.create(client) } }),
    ...(named && id && { params: { [named.parameter]: id, ...(await secondOf(operation, id, client)) } }),
    ...(body !== undefined && { body }),
  };
}

/** The example of the body; where it names a record, that is there. */
async function bodyOf(operation: Operation, client: Client): Promise<unknown> {
  const { body } = exampleOf(operation);
  if (operation === 'createIntegration') return quietIntegration();
  // There is one organization for all calls, and the same name once more would change nothing.
  if (operation === 'updateOrganization') return { ...(body as object), name: `Example ${randomUUID()}` };
  if (operation !== 'signUpload') return body;
  return { ...(body as object), formId: (await newForm(client, fileForm)).id };
}

/** The status of a call that the service takes. There is no environment that an organization lacks. */
export const statusOf = (operation: Operation): number =>
  operation === 'createEnvironment' ? 200 : api[operation].status;

/** A call that names no record at all, and is well formed otherwise. */
export function callOfUnknown(operation: Operation): Call {
  const named = resourceOf(api[operation]);
  const { body } = exampleOf(operation);
  return {
    ...(needsForm(operation) && { query: { form_id: form.unknownId } }),
    ...(named && { params: { [named.parameter]: named.resource.unknownId, ...unknownSecond(operation) } }),
    ...(body !== undefined && { body }),
  };
}

const isOfDelivery = (operation: Operation): boolean => api[operation].path.includes('{deliveryId}');
const isOfMember = (operation: Operation): boolean => api[operation].path.includes('/members/{userId}');

/** The second parameter of the paths that have one: a delivery of a receiver, or a member of the organization. */
async function secondOf(operation: Operation, id: string, client: Client): Promise<Record<string, string>> {
  if (isOfDelivery(operation)) {
    const test = api[operation].path.startsWith('/integrations') ? 'testIntegration' : 'testWebhook';
    const { body } = await client(test, { params: { id } });
    return { deliveryId: body.id };
  }
  return isOfMember(operation) ? { userId: await user.create(client) } : {};
}

/** A user who was a member of the organization. */
async function nonMember(orgId: string, client: Client): Promise<string> {
  const userId = await user.create(client);
  await client('removeMember', { params: { orgId, userId } });
  return userId;
}

function unknownSecond(operation: Operation): Record<string, string> {
  if (isOfDelivery(operation)) return { deliveryId: `dlv_${ulid}` };
  return isOfMember(operation) ? { userId: user.unknownId } : {};
}

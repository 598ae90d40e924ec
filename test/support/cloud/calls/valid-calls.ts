import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Contract } from '../../../../shared/contracts/contract.ts';
import { api } from '../../../../shared/contracts/index.ts';
import { examples } from '../../../../shared/contracts/openapi/examples.ts';
import { totpCode, totpStep } from '../../../../shared/domain/accounts/totp.ts';
import { newResponseId } from '../../../../shared/ids.ts';
import { fileForm, submittedFile } from '../../records/files.ts';
import { newForm, submit } from '../../records/forms.ts';
import type { Call, Client, Operation } from '../client.ts';
import type { Json } from '../http.ts';
import { makeRoom, makeRoomForKeys, makeRoomForOrganizations } from './make-room.ts';
import type { Service } from '../service.ts';

type NewSession = Service['newSession'];

type Example = { body?: unknown };
const exampleOf = (operation: Operation): Example => examples[operation] ?? {};

type Resource = {
  /** Creates a record and returns its ID. */
  create: (client: Client) => Promise<string>;
  /** A valid ID that no record has. */
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

const dataSubjectRequest: Resource = {
  create: async client => {
    const { status, body } = await client('exportDataSubject', { body: exampleOf('exportDataSubject').body });
    expect({ status, body }).toMatchObject({ status: 202 });
    return body.id;
  },
  unknownId: `dsr_${ulid}`,
};

const exported: Resource = {
  create: async client => {
    await makeRoom(client, 'Export', 4);
    const { status, body } = await client('createExport', { body: exampleOf('createExport').body });
    expect({ status, body }).toMatchObject({ status: 202 });
    return body.id;
  },
  unknownId: `exp_${ulid}`,
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

/** Returns the example integration. On a local cloud its address has no listener, because tests don't call Slack. */
function quietIntegration(): object {
  const { type, config } = exampleOf('createIntegration').body as { type: string; config: object };
  return process.env.API_BASE_URL ? { type, config } : { type, config: { webhookUrl: 'http://127.0.0.1:1024/' } };
}

const apiKey: Resource = {
  create: async client => {
    await makeRoomForKeys(client);
    const { environment: _, ...body } = exampleOf('createApiKey').body as Record<string, string>;
    return (await created(client, 'createApiKey', { body })).id;
  },
  unknownId: `key_${ulid}`,
};

const user: Resource = {
  create: async client => (await created(client, 'createUser', { body: newcomer() })).id,
  unknownId: `usr_${ulid}`,
};

/** The client's own organization, which is the first that it can access. */
const organization: Resource = {
  create: async client => (await client('listOrganizations', { query: { order: 'asc', limit: 1 } })).body.items[0].id,
  unknownId: `org_${ulid}`,
};

/** Returns the token at the end of an answer's link. */
const tokenOf = ({ url }: Json): string => new URL(url).pathname.split('/').at(-1) ?? '';

const invitationTo = async (client: Client): Promise<Json> => {
  const orgId = await organization.create(client);
  return created(client, 'createInvitation', { params: { orgId }, body: { email: newAddress() } });
};

const invitation: Resource = {
  create: async client => tokenOf(await invitationTo(client)),
  unknownId: `inv_${ulid}${ulid}${'A'.repeat(43)}`,
};

const passwordReset: Resource = {
  create: async client => {
    const userId = await user.create(client);
    return tokenOf(await created(client, 'createPasswordReset', { params: { userId } }));
  },
  unknownId: `rst_${'A'.repeat(43)}`,
};

/** The token is only in a mail, where `fullAccess` reads it. */
const addressConfirmation: Resource = {
  create: async () => addressConfirmation.unknownId,
  unknownId: `adr_${'A'.repeat(43)}`,
};

/** The token is only in a mail, too. */
const mailLink: Resource = {
  create: async () => mailLink.unknownId,
  unknownId: `opt_${'0'.repeat(64)}${'A'.repeat(32)}`,
};

/** Creates an e-mail integration to SES's simulator, which waits for its link. */
export async function askedAddress(client: Client): Promise<{ id: string; address: string }> {
  const address = `success+${randomUUID()}@simulator.amazonses.com`;
  await makeRoom(client, 'Integration');
  const body = { type: 'email', config: { recipients: [address] } };
  return { address, id: (await created(client, 'createIntegration', { body })).id };
}

/** Another session of the client's user, if there is one; otherwise the client's own. */
const session: Resource = {
  create: async client => {
    const { items } = (await client('listSessions')).body;
    return (items.find(({ current }: Json) => !current) ?? items[0]).id;
  },
  unknownId: `sess_${ulid}`,
};

/** A file that the root page names. */
const webFile = (path: RegExp): Resource => ({
  create: async client => path.exec((await client('getHome')).text)?.[1] ?? '',
  unknownId: 'unknown.js',
});

async function created(client: Client, operation: Operation, call: Call): Promise<Json> {
  const { status, body } = await client(operation, call);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

/** Returns the example user with an unused address. */
const newUser = (): object => ({ ...(exampleOf('createUser').body as object), email: newAddress() });

/** Returns a new user without a password, which would cost 0.2 s of CPU. */
function newcomer(): object {
  const { password: _, ...rest } = newUser() as { password: string };
  return rest;
}

const newAddress = (): string => `${randomUUID()}@example.com`;

/** The resources by path parameter. Every contract's path must be found here. */
const resources: Readonly<Record<string, Resource>> = {
  '/forms/{id}': form,
  '/v1/forms/{formId}': form,
  '/f/{formId}': form,
  '/responses/{id}': response,
  '/files/{fileId}': file,
  '/data-subjects/{id}': dataSubjectRequest,
  '/exports/{id}': exported,
  '/webhooks/{id}': webhook,
  '/templates/{id}': template,
  '/integrations/{id}': integration,
  '/api-keys/{id}': apiKey,
  '/users/{userId}': user,
  '/organizations/{orgId}': organization,
  '/invitations/{token}': invitation,
  '/auth/password-resets/{token}': passwordReset,
  '/auth/address-confirmations/{token}': addressConfirmation,
  '/auth/sessions/{id}': session,
  '/embed/{file}': webFile(/\/embed\/([\w.-]+)/),
  '/mails/{token}': mailLink,
  '/assets/{file}': webFile(/assets\/([\w.-]+)/),
  '/app/{path+}': { create: async () => 'forms', unknownId: 'gone-0123abcd.js' },
};

/** Returns the resource that a path names, and its parameter. Undefined for a path without parameters. */
export function resourceOf(contract: Contract): { parameter: string; resource: Resource } | undefined {
  const [upToParameter, parameter] = /^.*?\{(\w+)\+?\}/.exec(contract.path) ?? [];
  if (upToParameter === undefined || parameter === undefined) return undefined;
  const resource = resources[upToParameter];
  if (!resource) throw new Error(`Say in valid-calls.ts how a record of ${upToParameter} is made`);
  return { parameter, resource };
}

/** Whether its query must name a form. */
const needsForm = (operation: Operation): boolean =>
  (api[operation] as Contract).query?.required?.includes('form_id') ?? false;

/** Returns a call on a visit that its visitor can resume. */
async function draftCall(client: Client): Promise<Call> {
  const fields = [{ id: 'name', type: 'text' }];
  const { id } = await created(client, 'createForm', {
    body: { title: 'Draft', status: 'live', fields, ui: { saveAndResume: true } },
  });
  const headers = { 'x-session-id': randomUUID() };
  await created(client, 'createSubmission', {
    params: { formId: id },
    query: { status: 'partial' },
    headers,
    body: { name: 'Ada' },
  });
  const call = { params: { id }, headers };
  await client('keepDraft', call);
  return call;
}

/** Returns a call on a saved view. */
async function viewCall(client: Client): Promise<Call> {
  const id = await form.create(client);
  const { id: viewId } = await created(client, 'createView', { params: { id }, body: { name: 'All' } });
  return { params: { id, viewId } };
}

const password = 'correct horse battery';

/**
 * Creates a user with a second factor, in a session that has confirmed the password again. Each recovery code works
 * once.
 */
async function withTwoFactor(
  client: Client,
  newSession: NewSession,
): Promise<{ id: string; email: string; headers: Headers; code: string }> {
  const { enabling, ...person } = await withAuthenticator(client, newSession);
  const { body } = await client('enableTwoFactor', enabling);
  return { ...person, code: body.recoveryCodes[0] };
}

type Headers = Readonly<Record<string, string>>;

/** Creates a user in a session, with an unconfirmed authenticator and the call that confirms it. */
async function withAuthenticator(client: Client, newSession: NewSession) {
  const { headers, ...person } = await signedIn(client, newSession);
  const { secret } = await created(client, 'beginTwoFactor', { headers, body: { currentPassword: password } });
  return { ...person, headers, enabling: { headers, body: { code: totpCode(secret, totpStep(Date.now())) } } };
}

/** Creates a user, as an admin does, and signs them in. */
export async function signedIn(
  client: Client,
  newSession: NewSession,
): Promise<{ id: string; email: string; headers: Headers }> {
  const { id, email } = await created(client, 'createUser', { body: { ...newUser(), password } });
  return { id, email, headers: { authorization: `Bearer ${await newSession({ email, password })}` } };
}

type CallMaker = (client: Client, newSession: NewSession) => Promise<Call>;

/** Calls about a second factor, each by a new user who is a member. */
const callsWithTwoFactor: Partial<Record<Operation, CallMaker>> = {
  beginTwoFactor: async (client, newSession) => ({
    headers: (await signedIn(client, newSession)).headers,
    body: { currentPassword: password },
  }),
  enableTwoFactor: async (client, newSession) => (await withAuthenticator(client, newSession)).enabling,
  disableTwoFactor: async (client, newSession) => {
    const { headers, code } = await withTwoFactor(client, newSession);
    return { headers, body: { currentPassword: password, code } };
  },
  resetTwoFactor: async (client, newSession) => ({
    params: { userId: (await withAuthenticator(client, newSession)).id },
  }),
  renewRecoveryCodes: async (client, newSession) => {
    const { headers, code } = await withTwoFactor(client, newSession);
    return { headers, body: { currentPassword: password, code } };
  },
  loginWithCode: async (client, newSession) => {
    const { email, code } = await withTwoFactor(client, newSession);
    const { loginToken } = (await client('login', { body: { email, password } })).body;
    return { body: { loginToken, code } };
  },
};

/** Calls about the user's own address, each by a new user. */
const callsWithAddress: Partial<Record<Operation, CallMaker>> = {
  requestAddressConfirmation: async (client, newSession) => ({ headers: (await signedIn(client, newSession)).headers }),
  cancelAddressChange: async (client, newSession) => {
    const { headers } = await signedIn(client, newSession);
    await client('requestAddressConfirmation', { headers });
    return { headers };
  },
};

/** Operations that need a special call. */
const callsOfTheirOwn: Partial<Record<Operation, CallMaker>> = {
  ...callsWithTwoFactor,
  ...callsWithAddress,
  getDraft: draftCall,
  resumeDraft: async client => ({ ...(await draftCall(client)), body: { session: randomUUID() } }),
  keepDraft: async client => ({ ...(await draftCall(client)), body: {} }),
  confirmRecipient: async client => {
    const { id, address } = await askedAddress(client);
    return { params: { id }, body: { address } };
  },
  updateView: async client => ({ ...(await viewCall(client)), body: exampleOf('updateView').body as object }),
  deleteView: viewCall,
  getChallenge: async client => {
    const { id } = await newForm(client, { spamProtection: { proofOfWork: { enabled: true } } });
    return { params: { id } };
  },
};

/** Returns a call that succeeds on a new record of this client, with the example body and nothing optional. */
export async function validCall(operation: Operation, client: Client, newSession: NewSession): Promise<Call> {
  const call = await callsOfTheirOwn[operation]?.(client, newSession);
  if (call) return call;
  const named = resourceOf(api[operation]);
  const body = await bodyOf(operation, client);
  const id = await named?.resource.create(client);
  if (operation === 'createWebhook') await makeRoom(client, 'Webhook');
  if (operation === 'createExport') await makeRoom(client, 'Export', 4);
  if (operation === 'createIntegration') await makeRoom(client, 'Integration');
  if (operation === 'createApiKey') await makeRoomForKeys(client);
  if (operation === 'createUser') return { body: newUser() };
  if (operation === 'createOrganization') await makeRoomForOrganizations(client);
  if (operation === 'addMember' || operation === 'createInvitation') {
    return { params: { orgId: id ?? '' }, body: { email: newAddress(), role: 'editor' } };
  }
  if (operation === 'deleteOrganization' || operation === 'removeCreator') {
    return { params: { orgId: await createdOrganization(client) } };
  }
  return {
    ...(needsForm(operation) && { query: { form_id: await form.create(client) } }),
    ...(named && id && { params: { [named.parameter]: id, ...(await secondOf(operation, id, client)) } }),
    ...(body !== undefined && { body }),
  };
}

/** Returns the example body. If it names a record, the record exists. */
async function bodyOf(operation: Operation, client: Client): Promise<unknown> {
  const { body } = exampleOf(operation);
  if (operation === 'createIntegration') return quietIntegration();
  // All calls share one organization, and setting the same name again would change nothing.
  if (operation === 'updateOrganization') return { ...(body as object), name: `Example ${randomUUID()}` };
  if (operation === 'updateSingleSignOn') return otherDefaultRole(client);
  if (operation === 'importResponses') return { ...(body as object), formId: await form.create(client) };
  if (operation !== 'signUpload') return body;
  return { ...(body as object), formId: (await newForm(client, fileForm)).id };
}

/** Returns a body without domains, because no provider has any. */
async function otherDefaultRole(client: Client): Promise<object> {
  const params = { orgId: await organization.create(client) };
  const { defaultRole } = (await client('getSingleSignOn', { params })).body;
  return { defaultRole: defaultRole === 'editor' ? 'viewer' : 'editor' };
}

/**
 * The statuses that differ from the contract's: organizations already have every environment, and a user who is made a
 * member by these calls belongs to no one yet.
 */
const otherStatuses: Partial<Record<Operation, number>> = { createEnvironment: 200, addMember: 202 };

/**
 * Returns a function that makes a call when it is first needed, and shares it between several tests of one operation.
 */
export function once(make: () => Promise<Call>): () => Promise<Call> {
  let made: Promise<Call> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Returns the status of a call that the service accepts. */
export const statusOf = (operation: Operation): number => otherStatuses[operation] ?? api[operation].status;

/** Returns the contract's answer for that call. */
export function answerOf(operation: Operation): Contract['response'] {
  const { alternatives, response } = api[operation] as Contract;
  const other = alternatives?.[statusOf(operation)];
  return typeof other === 'object' ? other.response : response;
}

/** Returns a valid call that names an unknown record. */
export function callOfUnknown(operation: Operation): Call {
  const named = resourceOf(api[operation]);
  const { body } = exampleOf(operation);
  return {
    ...(needsForm(operation) && { query: { form_id: form.unknownId } }),
    ...(named && { params: { [named.parameter]: named.resource.unknownId, ...unknownSecond(operation) } }),
    ...(isOfVisit(operation) && { headers: { 'x-session-id': randomUUID() } }),
    ...(body !== undefined && { body }),
  };
}

const isOfVisit = (operation: Operation): boolean =>
  (api[operation] as Contract).headers?.required?.includes('x-session-id') ?? false;
const isOfDelivery = (operation: Operation): boolean => api[operation].path.includes('{deliveryId}');
const isOfInvitation = (operation: Operation): boolean => api[operation].path.includes('{invitationId}');
const isOfView = (operation: Operation): boolean => api[operation].path.includes('{viewId}');
const isOfMember = (operation: Operation): boolean => api[operation].path.includes('/members/{userId}');

/** Returns the second parameter of paths with two: a receiver's delivery, or a member of the organization. */
async function secondOf(operation: Operation, id: string, client: Client): Promise<Record<string, string>> {
  if (isOfDelivery(operation)) {
    const test = api[operation].path.startsWith('/integrations') ? 'testIntegration' : 'testWebhook';
    const { body } = await client(test, { params: { id } });
    return { deliveryId: body.id };
  }
  if (isOfInvitation(operation)) return { invitationId: (await invitationTo(client)).id };
  return isOfMember(operation) ? { userId: await user.create(client) } : {};
}

async function createdOrganization(client: Client): Promise<string> {
  await makeRoomForOrganizations(client);
  return (await created(client, 'createOrganization', { body: { name: 'Example' } })).id;
}

function unknownSecond(operation: Operation): Record<string, string> {
  if (isOfDelivery(operation)) return { deliveryId: `dlv_${ulid}` };
  if (isOfInvitation(operation)) return { invitationId: `inv_${ulid}` };
  if (isOfView(operation)) return { viewId: `view_${ulid}` };
  return isOfMember(operation) ? { userId: user.unknownId } : {};
}

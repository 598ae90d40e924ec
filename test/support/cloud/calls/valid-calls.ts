import { randomUUID } from 'node:crypto';
import type { Contract } from '../../../../shared/contracts/contract.ts';
import { api } from '../../../../shared/contracts/index.ts';
import type { Call, Client, Operation } from '../client.ts';
import { accountCalls } from './accounts.ts';
import { form, formCalls } from './forms.ts';
import { organizationCalls } from './organizations.ts';
import { receiverCalls } from './receivers.ts';
import {
  type CallMaker,
  exampleOf,
  type NewSession,
  type Resource,
  type ResourceCalls,
  type SecondResource,
} from './resource.ts';
import { responseCalls } from './responses.ts';
import { webCalls } from './web.ts';

const all: readonly ResourceCalls[] = [
  formCalls,
  responseCalls,
  receiverCalls,
  accountCalls,
  organizationCalls,
  webCalls,
];

const resources: Readonly<Record<string, Resource>> = Object.assign({}, ...all.map(each => each.resources));
const secondResources: Readonly<Record<string, SecondResource>> = Object.assign(
  {},
  ...all.map(each => each.secondResources),
);
const calls: Partial<Record<Operation, CallMaker>> = Object.assign({}, ...all.map(each => each.calls));

const parametersOf = ({ path }: Contract): string[] => [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => name);

/** Returns the resource that a path names, and its parameter. Undefined for a path without parameters. */
export function resourceOf(contract: Contract): { parameter: string; resource: Resource } | undefined {
  const [upToParameter, parameter] = /^.*?\{(\w+)\+?\}/.exec(contract.path) ?? [];
  if (upToParameter === undefined || parameter === undefined) return undefined;
  const resource = resources[upToParameter];
  if (!resource) throw new Error(`Say in test/support/cloud/calls how a record of ${upToParameter} is made`);
  return { parameter, resource };
}

/** Returns the second record that a path names, such as a webhook's delivery. */
function secondOf(contract: Contract): { parameter: string; resource: SecondResource } | undefined {
  const [, parameter] = parametersOf(contract);
  if (parameter === undefined) return undefined;
  const resource = secondResources[parameter];
  if (!resource) throw new Error(`Say in test/support/cloud/calls how a record of {${parameter}} is made`);
  return { parameter, resource };
}

/** Whether its query must name a form. */
const needsForm = (operation: Operation): boolean =>
  (api[operation] as Contract).query?.required?.includes('form_id') ?? false;

const isOfVisit = (operation: Operation): boolean =>
  (api[operation] as Contract).headers?.required?.includes('x-session-id') ?? false;

/** Returns a call that succeeds on a new record of this client, with the example body and nothing optional. */
export async function validCall(operation: Operation, client: Client, newSession: NewSession): Promise<Call> {
  const own = await calls[operation]?.(client, newSession);
  if (own && (own.params || parametersOf(api[operation]).length === 0)) return own;
  const named = resourceOf(api[operation]);
  const second = secondOf(api[operation]);
  const id = await named?.resource.create(client);
  const { body } = exampleOf(operation);
  return {
    ...(needsForm(operation) && { query: { form_id: await form.create(client) } }),
    ...(named &&
      id && {
        params: {
          [named.parameter]: id,
          ...(second && { [second.parameter]: await second.resource.create(client, id, operation) }),
        },
      }),
    ...(body !== undefined && { body }),
    ...own,
  };
}

/** Returns a valid call that names an unknown record. */
export function callOfUnknown(operation: Operation): Call {
  const named = resourceOf(api[operation]);
  const second = secondOf(api[operation]);
  const { body } = exampleOf(operation);
  return {
    ...(needsForm(operation) && { query: { form_id: form.unknownId } }),
    ...(named && {
      params: {
        [named.parameter]: named.resource.unknownId,
        ...(second && { [second.parameter]: second.resource.unknownId }),
      },
    }),
    ...(isOfVisit(operation) && { headers: { 'x-session-id': randomUUID() } }),
    ...(body !== undefined && { body }),
  };
}

/**
 * The statuses that differ from the contract's: organizations already have every environment, a user who is made a
 * member by these calls belongs to no one yet, and no call makes an archive.
 */
const otherStatuses: Partial<Record<Operation, number>> = {
  createEnvironment: 200,
  addMember: 202,
  deleteArchive: 404,
};

/** Returns the status of a call that the service accepts. */
export const statusOf = (operation: Operation): number => otherStatuses[operation] ?? api[operation].status;

/** Returns the contract's answer for that call. */
export function answerOf(operation: Operation): Contract['response'] {
  const { alternatives, response } = api[operation] as Contract;
  const other = alternatives?.[statusOf(operation)];
  return typeof other === 'object' ? other.response : response;
}

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

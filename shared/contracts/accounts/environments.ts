import type { Contract } from '../contract.ts';
import { creates, reads } from '../operations.ts';
import { environmentName, listOf, object, paging, record, timestamp } from '../records.ts';

const environment = record({
  id: { type: 'string' },
  name: environmentName,
  organizationId: { type: 'string' },
  createdAt: timestamp,
});

export const createEnvironment = {
  ...creates('admin'),
  path: '/environments',
  grants: ['table:write', 'accounts:organizations'],
  summary: 'Create an environment',
  description:
    'Every organization starts with all three environments. If the environment exists, the response is 200 with its record, unchanged.',
  scope: 'organization',
  audited: 'environment.created',
  alternatives: { 200: 'The existing environment.' },
  body: record({ name: environmentName }),
  response: environment,
} as const satisfies Contract;

export const listEnvironments = {
  ...reads,
  path: '/environments',
  summary: 'List the environments of the organization',
  scope: 'organization',
  query: object([], paging),
  response: listOf(environment),
} as const satisfies Contract;

export const environments = {
  createEnvironment,
  listEnvironments,
} as const;

import type { Contract } from '../contract.ts';
import { environmentName, listOf, paging, timestamp } from '../records.ts';

const environment = {
  type: 'object',
  required: ['id', 'name', 'organizationId', 'createdAt'],
  properties: {
    id: { type: 'string' },
    name: environmentName,
    organizationId: { type: 'string' },
    createdAt: timestamp,
  },
  additionalProperties: false,
} as const;

export const createEnvironment = {
  method: 'POST',
  path: '/environments',
  summary: 'Create an environment',
  description:
    'An organization has all three from the start: one that exists is answered with its record, and stays as it is.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  scope: 'organization',
  audited: 'environment.created',
  table: 'write',
  status: 201,
  alternatives: { 200: 'The environment was there already: its record.' },
  body: {
    type: 'object',
    required: ['name'],
    properties: { name: environmentName },
    additionalProperties: false,
  },
  response: environment,
} as const satisfies Contract;

export const listEnvironments = {
  method: 'GET',
  path: '/environments',
  summary: 'List the environments of the organization',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  scope: 'organization',
  table: 'read',
  status: 200,
  query: { type: 'object', properties: paging, additionalProperties: false },
  response: listOf(environment),
} as const satisfies Contract;

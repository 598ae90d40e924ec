import type { Contract } from '../contract.ts';
import { listOf, paging, role, timestamp } from '../records.ts';

const email = {
  type: 'string',
  minLength: 3,
  maxLength: 254,
  description: 'No other user has it: capital letters make no difference.',
} as const;

const name = { type: 'string', minLength: 1, maxLength: 255 } as const;

const password = {
  type: 'string',
  minLength: 8,
  maxLength: 128,
  description: 'At least 8 characters, at most 128 bytes. Never returned.',
} as const;

const status = {
  enum: ['active', 'disabled'],
  description: 'A disabled user cannot log in; the sessions of one end.',
} as const;

/** An account, without its password. */
export const user = {
  type: 'object',
  required: ['id', 'email', 'name', 'status', 'createdAt', 'updatedAt'],
  properties: {
    id: { type: 'string' },
    email: { type: 'string' },
    name: { type: ['string', 'null'] },
    status,
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  additionalProperties: false,
} as const;

const userPath = {
  type: 'object',
  required: ['userId'],
  properties: { userId: { type: 'string', description: 'The id of a user of the organization.' } },
  additionalProperties: false,
} as const;

export const createUser = {
  method: 'POST',
  path: '/users',
  summary: 'Create a user, as a member of the organization',
  description:
    'Somebody who is a user already becomes a member with POST /organizations/{orgId}/members. Only an owner makes owners. A user without a `password` logs in once an admin has set one.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  scope: 'organization',
  audited: 'user.created',
  table: 'write',
  status: 201,
  conflicts: true,
  etag: true,
  body: {
    type: 'object',
    required: ['email'],
    properties: { email, name, password, role: { ...role, default: 'viewer' } },
    additionalProperties: false,
  },
  response: user,
} as const satisfies Contract;

export const listUsers = {
  method: 'GET',
  path: '/users',
  summary: 'List the users of the organization',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  scope: 'organization',
  table: 'read',
  status: 200,
  query: { type: 'object', properties: paging, additionalProperties: false },
  response: listOf(user),
} as const satisfies Contract;

export const getUser = {
  method: 'GET',
  path: '/users/{userId}',
  summary: 'Get a user',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  scope: 'organization',
  table: 'read',
  status: 200,
  etag: true,
  params: userPath,
  response: user,
} as const satisfies Contract;

export const updateUser = {
  method: 'PUT',
  path: '/users/{userId}',
  summary: 'Update a user',
  description:
    'Users change their own name, address and password, the password with `currentPassword`. An admin, or a secret key, changes those and the status of a user who belongs to no other organization; only owners change an owner. A changed address, password or status ends the user’s sessions.',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  roleOverOthers: 'admin',
  scope: 'organization',
  audited: 'user.updated',
  table: 'write',
  status: 200,
  conflicts: true,
  etag: true,
  params: userPath,
  patches: { responseOnly: ['id', 'createdAt', 'updatedAt'], writeOnly: ['password', 'currentPassword'] },
  body: {
    type: 'object',
    required: ['email', 'status'],
    properties: {
      email,
      name,
      password,
      currentPassword: {
        type: 'string',
        minLength: 1,
        maxLength: 128,
        description: 'With `password`, from the user of the session.',
      },
      status,
    },
    additionalProperties: false,
  },
  response: user,
} as const satisfies Contract;

export const deleteUser = {
  method: 'DELETE',
  path: '/users/{userId}',
  summary: 'Delete a user',
  description:
    'A user who belongs to another organization too is only removed from this one. Only owners delete an owner, and nobody the last one. The sessions of the user end.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  scope: 'organization',
  audited: 'user.deleted',
  table: 'write',
  status: 204,
  conflicts: true,
  params: userPath,
} as const satisfies Contract;

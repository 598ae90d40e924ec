import type { Contract } from '../contract.ts';
import { patterns } from '../patterns.ts';
import { listOf, paging, role, timestamp } from '../records.ts';

const name = { type: 'string', minLength: 1, maxLength: 255 } as const;

const slug = {
  type: 'string',
  minLength: 1,
  maxLength: 63,
  pattern: patterns.slug.pattern,
  description: 'A short name for addresses of pages. Left out, it is made of the name. Others may have the same.',
} as const;

const organization = {
  type: 'object',
  required: ['id', 'name', 'slug', 'createdAt', 'updatedAt'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    slug: { type: 'string' },
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  additionalProperties: false,
} as const;

const orgId = { type: 'string', description: 'The id of an organization.' } as const;

const organizationPath = {
  type: 'object',
  required: ['orgId'],
  properties: { orgId },
  additionalProperties: false,
} as const;

export const createOrganization = {
  method: 'POST',
  path: '/organizations',
  summary: 'Create an organization with its three environments',
  description:
    'Any user may, and becomes its owner. With a secret key, the owner is the first owner of the key’s organization, and the secret keys of that organization administer the new one. The new one has no keys yet: its owner makes them.',
  auth: ['secretKey', 'session'],
  scope: 'user',
  audited: 'organization.created',
  table: 'write',
  status: 201,
  etag: true,
  body: { type: 'object', required: ['name'], properties: { name, slug }, additionalProperties: false },
  response: organization,
} as const satisfies Contract;

export const listOrganizations = {
  method: 'GET',
  path: '/organizations',
  summary: 'List organizations',
  description:
    'Those that the user is a member of; with a secret key, its own and those that its organization created.',
  auth: ['secretKey', 'session'],
  scope: 'user',
  table: 'read',
  status: 200,
  query: { type: 'object', properties: paging, additionalProperties: false },
  response: listOf(organization),
} as const satisfies Contract;

export const getOrganization = {
  method: 'GET',
  path: '/organizations/{orgId}',
  summary: 'Get an organization',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  scope: 'organization',
  table: 'read',
  status: 200,
  etag: true,
  params: organizationPath,
  response: organization,
} as const satisfies Contract;

export const updateOrganization = {
  method: 'PUT',
  path: '/organizations/{orgId}',
  summary: 'Update an organization',
  description: 'A new name leaves the slug as it is.',
  auth: ['secretKey', 'session'],
  role: 'owner',
  scope: 'organization',
  audited: 'organization.updated',
  table: 'write',
  status: 200,
  etag: true,
  params: organizationPath,
  patches: { responseOnly: ['id', 'createdAt', 'updatedAt'] },
  body: { type: 'object', required: ['name'], properties: { name, slug }, additionalProperties: false },
  response: organization,
} as const satisfies Contract;

export const deleteOrganization = {
  method: 'DELETE',
  path: '/organizations/{orgId}',
  summary: 'Delete an organization and everything in it, for good',
  description:
    'It is gone as soon as this answers: sessions find it no more, and its keys are refused within 5 seconds. What is stored of it is then removed to the last item: forms with their submissions and files, webhooks, templates, the audit trail, and the users who belong to no other organization.',
  auth: ['secretKey', 'session'],
  role: 'owner',
  scope: 'organization',
  audited: 'organization.deleted',
  table: 'write',
  status: 204,
  params: organizationPath,
} as const satisfies Contract;

const member = {
  type: 'object',
  required: ['organizationId', 'userId', 'role', 'email', 'name', 'createdAt'],
  properties: {
    organizationId: { type: 'string' },
    userId: { type: 'string' },
    role,
    email: { type: 'string', description: 'Of the user.' },
    name: { type: ['string', 'null'], description: 'Of the user.' },
    createdAt: timestamp,
  },
  additionalProperties: false,
} as const;

const memberPath = {
  type: 'object',
  required: ['orgId', 'userId'],
  properties: { orgId, userId: { type: 'string', description: 'The id of a user who is a member.' } },
  additionalProperties: false,
} as const;

export const addMember = {
  method: 'POST',
  path: '/organizations/{orgId}/members',
  summary: 'Make a user a member of an organization',
  description: 'The user exists already, and is named by `userId` or by `email`. Only an owner makes owners.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  scope: 'organization',
  audited: 'member.added',
  table: 'write',
  status: 201,
  conflicts: true,
  params: organizationPath,
  body: {
    type: 'object',
    properties: {
      userId: { type: 'string', minLength: 1, maxLength: 64 },
      email: { type: 'string', minLength: 1, maxLength: 254 },
      role: { ...role, default: 'viewer' },
    },
    additionalProperties: false,
  },
  response: member,
} as const satisfies Contract;

export const listMembers = {
  method: 'GET',
  path: '/organizations/{orgId}/members',
  summary: 'List the members of an organization',
  description: 'In the order in which the users were created.',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  scope: 'organization',
  table: 'read',
  status: 200,
  params: organizationPath,
  query: { type: 'object', properties: paging, additionalProperties: false },
  response: listOf(member),
} as const satisfies Contract;

export const updateMemberRole = {
  method: 'PUT',
  path: '/organizations/{orgId}/members/{userId}/role',
  summary: 'Change the role of a member',
  description:
    'It takes effect at once, and ends the sessions of the user. Only owners make owners and change theirs, and the last one stays.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  scope: 'organization',
  audited: 'member.role_changed',
  table: 'write',
  status: 200,
  conflicts: true,
  params: memberPath,
  patches: { responseOnly: ['organizationId', 'userId', 'email', 'name', 'createdAt'] },
  body: { type: 'object', required: ['role'], properties: { role }, additionalProperties: false },
  response: member,
} as const satisfies Contract;

export const removeMember = {
  method: 'DELETE',
  path: '/organizations/{orgId}/members/{userId}',
  summary: 'Remove a member, or leave an organization',
  description:
    'The user stays, and every session of it ends. Members remove themselves, admins others, only owners an owner, and nobody the last one.',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  roleOverOthers: 'admin',
  scope: 'organization',
  audited: 'member.removed',
  table: 'write',
  status: 204,
  conflicts: true,
  params: memberPath,
} as const satisfies Contract;

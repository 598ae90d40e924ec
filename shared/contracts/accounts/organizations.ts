import type { Contract } from '../contract.ts';
import { creates, deletes, reads, updates } from '../operations.ts';
import { patterns } from '../patterns.ts';
import { listOf, object, paging, record, role, timestamp } from '../records.ts';

const name = { type: 'string', minLength: 1, maxLength: 255 } as const;

const slug = {
  type: 'string',
  minLength: 1,
  maxLength: 63,
  pattern: patterns.slug.pattern,
  description: 'A short name for addresses of pages. Left out, it is made of the name. Others may have the same.',
} as const;

const organization = record({
  id: { type: 'string' },
  name: { type: 'string' },
  slug: { type: 'string' },
  createdAt: timestamp,
  updatedAt: timestamp,
});

const orgId = { type: 'string', description: 'The id of an organization.' } as const;

const organizationPath = record({ orgId });

export const createOrganization = {
  ...creates('owner'),
  path: '/organizations',
  owns: ['organizations', 'users', 'keys'],
  summary: 'Create an organization with its three environments',
  description:
    'Any user may, and becomes its owner. With a secret key, the owner is the first owner of the key’s organization, and the secret keys of that organization administer the new one. The new one has no keys yet: its owner makes them.',
  liveKeysOnly: true,
  scope: 'user',
  audited: 'organization.created',
  etag: true,
  body: object(['name'], { name, slug }),
  response: organization,
} as const satisfies Contract;

export const listOrganizations = {
  ...reads,
  path: '/organizations',
  summary: 'List organizations',
  description:
    'Those that the user is a member of; with a secret key, its own and those that its organization created.',
  scope: 'user',
  query: object([], paging),
  response: listOf(organization),
} as const satisfies Contract;

export const getOrganization = {
  ...reads,
  path: '/organizations/{orgId}',
  summary: 'Get an organization',
  scope: 'organization',
  etag: true,
  params: organizationPath,
  response: organization,
} as const satisfies Contract;

export const updateOrganization = {
  ...updates('owner'),
  path: '/organizations/{orgId}',
  owns: ['organizations'],
  summary: 'Update an organization',
  description: 'A new name leaves the slug as it is.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'organization.updated',
  etag: true,
  params: organizationPath,
  patches: { responseOnly: ['id', 'createdAt', 'updatedAt'] },
  body: object(['name'], { name, slug }),
  response: organization,
} as const satisfies Contract;

export const deleteOrganization = {
  ...deletes('owner'),
  path: '/organizations/{orgId}',
  owns: ['organizations', 'keys'],
  summary: 'Delete an organization and everything in it, for good',
  description:
    'It is gone as soon as this answers: sessions find it no more, and its keys are refused within 5 seconds. What is stored of it is then removed to the last item: forms with their submissions and files, webhooks, templates, the audit trail, and the users who belong to no other organization.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'organization.deleted',
  params: organizationPath,
} as const satisfies Contract;

const member = record({
  organizationId: { type: 'string' },
  userId: { type: 'string' },
  role,
  email: { type: 'string', description: 'Of the user.' },
  name: { type: ['string', 'null'], description: 'Of the user.' },
  createdAt: timestamp,
});

const memberPath = record({ orgId, userId: { type: 'string', description: 'The id of a user who is a member.' } });

export const addMember = {
  ...creates('admin'),
  path: '/organizations/{orgId}/members',
  owns: ['users', 'organizations'],
  summary: 'Make a user a member of an organization',
  description: 'The user exists already, and is named by `userId` or by `email`. Only an owner makes owners.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'member.added',
  conflicts: true,
  params: organizationPath,
  body: object([], {
    userId: { type: 'string', minLength: 1, maxLength: 64 },
    email: { type: 'string', minLength: 1, maxLength: 254 },
    role: { ...role, default: 'viewer' },
  }),
  response: member,
} as const satisfies Contract;

export const listMembers = {
  ...reads,
  path: '/organizations/{orgId}/members',
  summary: 'List the members of an organization',
  description: 'In the order in which the users were created.',
  scope: 'organization',
  params: organizationPath,
  query: object([], paging),
  response: listOf(member),
} as const satisfies Contract;

export const updateMemberRole = {
  ...updates('admin'),
  path: '/organizations/{orgId}/members/{userId}/role',
  owns: ['users', 'organizations'],
  summary: 'Change the role of a member',
  description:
    'It takes effect at once, and ends the sessions of the user. Only owners make owners and change theirs, and the last one stays.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'member.role_changed',
  conflicts: true,
  params: memberPath,
  patches: { responseOnly: ['organizationId', 'userId', 'email', 'name', 'createdAt'] },
  body: record({ role }),
  response: member,
} as const satisfies Contract;

export const removeMember = {
  ...deletes('viewer'),
  path: '/organizations/{orgId}/members/{userId}',
  owns: ['users', 'organizations'],
  summary: 'Remove a member, or leave an organization',
  description:
    'The user stays, and every session of it ends. Members remove themselves, admins others, only owners an owner, and nobody the last one.',
  roleOverOthers: 'admin',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'member.removed',
  conflicts: true,
  params: memberPath,
} as const satisfies Contract;

export const organizations = {
  createOrganization,
  listOrganizations,
  getOrganization,
  updateOrganization,
  deleteOrganization,
  addMember,
  listMembers,
  updateMemberRole,
  removeMember,
} as const;

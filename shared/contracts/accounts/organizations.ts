import type { Contract } from '../contract.ts';
import { creates, deletes, reads, updates } from '../operations.ts';
import { patterns } from '../patterns.ts';
import { listOf, object, paging, record, role, timestamp } from '../records.ts';
import { newInvitation } from './invitation-records.ts';

const name = { type: 'string', minLength: 1, maxLength: 255 } as const;

const slug = {
  type: 'string',
  minLength: 1,
  maxLength: 63,
  pattern: patterns.slug.pattern,
  description: 'A short name for addresses of pages. Left out, it is made of the name. Others may have the same.',
} as const;

const requireTwoFactor = {
  type: 'boolean',
  description: 'Whether it is closed to sessions of people who have no second factor: 403 `two_factor_required`.',
} as const;

const organization = record({
  id: { type: 'string' },
  name: { type: 'string' },
  slug: { type: 'string' },
  requireTwoFactor,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const orgId = { type: 'string', description: 'The id of an organization.' } as const;

export const organizationPath = record({ orgId });

export const createOrganization = {
  ...creates('owner'),
  path: '/organizations',
  owns: ['organizations', 'users', 'keys'],
  summary: 'Create an organization with its three environments',
  description:
    'Whoever creates it becomes its owner. A user whom somebody else has made, or whose password or address an admin has set, first confirms the address (`POST /auth/address-confirmations`) and chooses a password: 403 until then. A deployment may leave it to owners of organizations, or to its operator (`ORGANIZATION_FOUNDERS`). With a secret key, the owner is the first owner of the key’s organization who may create one, and the secret keys of that organization administer the new one, with their roles, until its owner cuts it loose. The new one has no keys yet: its owner makes them. A user may have created 10.',
  liveKeysOnly: true,
  scope: 'user',
  audited: 'organization.created',
  founds: true,
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
  description:
    'A new name leaves the slug as it is. Who sets `requireTwoFactor` in a session needs a second factor of their own.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'organization.updated',
  etag: true,
  params: organizationPath,
  patches: { responseOnly: ['id', 'createdAt', 'updatedAt'] },
  body: object(['name'], { name, slug, requireTwoFactor: { ...requireTwoFactor, default: false } }),
  response: organization,
} as const satisfies Contract;

export const deleteOrganization = {
  ...deletes('owner'),
  path: '/organizations/{orgId}',
  owns: ['organizations', 'users', 'keys'],
  summary: 'Delete an organization and everything in it, for good',
  description:
    'By an owner in a session; with a key, one that a key of its organization has created. It is gone as soon as this answers: sessions find it no more, and its keys are refused within 5 seconds. What is stored of it is then removed to the last item: forms with their submissions and files, webhooks, templates, the audit trail, and the users who belong to no other organization.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'organization.deleted',
  dataKeys: 'destroy',
  params: organizationPath,
} as const satisfies Contract;

export const removeCreator = {
  ...deletes('owner'),
  path: '/organizations/{orgId}/creator',
  owns: ['organizations'],
  summary: 'Cut an organization loose from the one that created it',
  description: 'The secret keys of that one administer it no more. Where none created it, nothing changes.',
  auth: ['session'],
  scope: 'organization',
  audited: 'organization.cut_loose',
  params: organizationPath,
} as const satisfies Contract;

export const member = record({
  organizationId: { type: 'string' },
  userId: { type: ['string', 'null'], description: '`null` of somebody who is invited.' },
  role,
  email: { type: 'string', description: 'Of the user, or of whoever is invited.' },
  name: { type: ['string', 'null'], description: 'Of the user.' },
  status: { enum: ['active', 'disabled', 'invited'], description: 'Of the user; `invited`: has not accepted yet.' },
  createdAt: timestamp,
});

const mailStopped = {
  enum: ['bounce', 'complaint', 'failed', null],
  description:
    'Why the deployment sends nothing more to the address: mails came back from it, or were reported as spam. `failed`: the mail of the invitation could not be sent. `null`: nothing is known against it.',
} as const;

/** With what a list tells besides. */
const listedMember = object([...member.required, 'mailStopped'], {
  ...member.properties,
  mailStopped,
  twoFactor: {
    type: 'boolean',
    description: 'Whether the user has two-factor sign-in on: for admins and owners.',
  },
});

const memberPath = record({ orgId, userId: { type: 'string', description: 'The id of a user who is a member.' } });

export const addMember = {
  ...creates('admin'),
  path: '/organizations/{orgId}/members',
  owns: ['users', 'organizations', 'mails'],
  summary: 'Make a user a member of an organization, or invite somebody',
  description:
    'A user who is in an organization that you administer is a member at once, named by `userId` or by `email`. Anybody else, named by `email`, is invited: the answer is 202 with the invitation, whether somebody has the address or not. Only an owner, in a session, makes owners.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'member.added',
  conflicts: true,
  alternatives: { 202: { description: 'The invitation that was made instead.', response: newInvitation } },
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
  owns: ['mails'],
  summary: 'List the members of an organization',
  description: 'In the order in which the users were created, and before them those who are invited.',
  scope: 'organization',
  params: organizationPath,
  query: object([], paging),
  response: listOf(listedMember),
} as const satisfies Contract;

export const updateMemberRole = {
  ...updates('admin'),
  path: '/organizations/{orgId}/members/{userId}/role',
  owns: ['users', 'organizations'],
  summary: 'Change the role of a member',
  description:
    'It takes effect with the next request of the user, whose sessions go on. Only an owner, in a session, makes owners and changes theirs, and the last active one stays.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'member.role_changed',
  conflicts: true,
  params: memberPath,
  patches: { responseOnly: ['organizationId', 'userId', 'email', 'name', 'status', 'createdAt'] },
  body: record({ role }),
  response: member,
} as const satisfies Contract;

export const removeMember = {
  ...deletes('viewer'),
  path: '/organizations/{orgId}/members/{userId}',
  owns: ['users', 'organizations'],
  summary: 'Remove a member, or leave an organization',
  description:
    'The user stays, and so do its sessions, which find this organization no more. Members remove themselves, admins others, only an owner in a session an owner, and nobody the last active one.',
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
  removeCreator,
  addMember,
  listMembers,
  updateMemberRole,
  removeMember,
} as const;

import type { Contract } from '../contract.ts';
import { creates, deletes, reads, updates } from '../operations.ts';
import { patterns } from '../patterns.ts';
import { listOf, object, paging, record, role, searchOf, timestamp, withTotal } from '../records.ts';
import { newInvitation } from './invitation-records.ts';

const name = { type: 'string', minLength: 1, maxLength: 255 } as const;

const slug = {
  type: 'string',
  minLength: 1,
  maxLength: 63,
  pattern: patterns.slug.pattern,
  description: 'A short name for page addresses. Default: made from the name. It need not be unique.',
} as const;

const requireTwoFactor = {
  type: 'boolean',
  description: 'Whether members need two-factor sign-in. Sessions without it get 403 `two_factor_required`.',
} as const;

const organization = record({
  id: { type: 'string' },
  name: { type: 'string' },
  slug: { type: 'string' },
  requireTwoFactor,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const orgId = { type: 'string', description: 'The ID of an organization.' } as const;

export const organizationPath = record({ orgId });

export const createOrganization = {
  ...creates('owner'),
  path: '/organizations',
  grants: ['table:write', 'accounts:organizations', 'accounts:users', 'accounts:keys', 'founders:know'],
  summary: 'Create an organization with its three environments',
  description:
    'You become its owner. If someone else created your account, or an admin set your password or address, first confirm the address (`POST /auth/address-confirmations`) and choose a password: 403 until then. The setting `ORGANIZATION_FOUNDERS` may limit this to owners or to the operator. With a secret key, the first owner of the key’s organization who may create organizations becomes the owner. The secret keys of that organization then administer the new one, until its owner disconnects it. A new organization has no keys. A user can create 10 organizations.',
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
  description: 'Lists the user’s organizations. With a secret key: its own, and those that its organization created.',
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
  grants: ['table:write', 'accounts:organizations'],
  summary: 'Update an organization',
  description:
    'A new name does not change the slug. To set `requireTwoFactor` in a session, you need two-factor sign-in yourself.',
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
  grants: ['table:write', 'accounts:organizations', 'accounts:users', 'accounts:keys', 'dataKeys:destroy'],
  summary: 'Delete an organization and everything in it',
  description:
    'Requires an owner’s session, or a key of the organization that created it. Sessions lose access at once, and its keys stop working within 5 seconds. Then everything is permanently deleted: forms with their submissions and files, webhooks, templates, the audit trail, and users without another organization.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'organization.deleted',
  params: organizationPath,
} as const satisfies Contract;

export const removeCreator = {
  ...deletes('owner'),
  path: '/organizations/{orgId}/creator',
  grants: ['table:write', 'accounts:organizations'],
  summary: 'Disconnect an organization from the one that created it',
  description:
    'The secret keys of that organization no longer administer this one. Does nothing if no organization created it.',
  auth: ['session'],
  scope: 'organization',
  audited: 'organization.cut_loose',
  params: organizationPath,
} as const satisfies Contract;

export const member = record({
  organizationId: { type: 'string' },
  userId: { type: ['string', 'null'], description: '`null` for an invited person.' },
  role,
  email: { type: 'string', description: 'The address of the user or the invited person.' },
  name: { type: ['string', 'null'], description: 'The name of the user.' },
  status: {
    enum: ['active', 'disabled', 'invited'],
    description: 'The status of the user. `invited`: not accepted yet.',
  },
  createdAt: timestamp,
});

const mailStopped = {
  enum: ['bounce', 'complaint', 'failed', null],
  description:
    'Why the deployment no longer emails this address: emails bounced or were reported as spam. `failed`: the invitation could not be sent. `null`: no problem is known.',
} as const;

/** A member in a list, with the state of mail and of two-factor sign-in. */
const listedMember = object([...member.required, 'mailStopped'], {
  ...member.properties,
  mailStopped,
  twoFactor: {
    type: 'boolean',
    description: 'Whether the user has two-factor sign-in. Only admins and owners see this.',
  },
});

const memberPath = record({ orgId, userId: { type: 'string', description: 'The ID of a user who is a member.' } });

export const addMember = {
  ...creates('admin'),
  path: '/organizations/{orgId}/members',
  grants: ['table:write', 'accounts:users', 'accounts:organizations', 'accounts:mails'],
  summary: 'Add a member, or invite a person',
  description:
    'Adds a user of an organization that you administer, by `userId` or `email`. Anyone else is invited by `email`: 202 with the invitation, whether or not an account uses the address. Only an owner’s session can add owners.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'member.added',
  conflicts: true,
  alternatives: { 202: { description: 'The invitation that was created instead.', response: newInvitation } },
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
  grants: ['table:read', 'accounts:mails', 'hashKey:open'],
  summary: 'List the members of an organization',
  description: 'Lists members, then invited people, newest first; with `order=asc`, the other way round.',
  scope: 'organization',
  params: organizationPath,
  query: object([], {
    q: searchOf('people whose name or address contains each word'),
    ...paging,
    total: withTotal,
  }),
  response: listOf(listedMember),
} as const satisfies Contract;

export const updateMemberRole = {
  ...updates('admin'),
  path: '/organizations/{orgId}/members/{userId}/role',
  grants: ['table:write', 'accounts:users', 'accounts:organizations'],
  summary: 'Change the role of a member',
  description:
    'Takes effect with the user’s next request. Sessions stay signed in. Only an owner’s session can promote or change an owner. The last active owner can’t be changed.',
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
  grants: ['table:write', 'accounts:users', 'accounts:organizations'],
  summary: 'Remove a member, or leave an organization',
  description:
    'The user’s account and sessions stay, but lose this organization. Members can remove themselves, admins can remove others, and only an owner’s session can remove an owner. The last active owner can’t be removed.',
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

import type { Contract } from '../contract.ts';
import { creates, deletes, reads, updates } from '../operations.ts';
import { listOf, object, paging, record, role, timestamp, withTotal } from '../records.ts';
import { newInvitation } from './invitation-records.ts';

const email = {
  type: 'string',
  minLength: 3,
  maxLength: 254,
  description: 'Unique among users. Case does not matter.',
} as const;

export const name = { type: 'string', minLength: 1, maxLength: 255 } as const;

export const password = {
  type: 'string',
  minLength: 8,
  maxLength: 128,
  description: 'At least 8 characters, at most 128 bytes. Never returned.',
} as const;

const status = {
  enum: ['active', 'disabled'],
  description: 'A disabled user can’t log in, and their sessions end.',
} as const;

/** An account, without its password. */
export const user = record({
  id: { type: 'string' },
  email: { type: 'string' },
  emailConfirmed: {
    type: 'boolean',
    description:
      'Whether the user has proved the address. False after an admin created the user or set the address or password, until the user follows a link sent to the address or signs in with single sign-on.',
  },
  pendingEmail: {
    type: ['string', 'null'],
    description:
      'The new address that the user asked for. It replaces `email` once the user follows the link sent to it.',
  },
  name: { type: ['string', 'null'] },
  status,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const userPath = record({ userId: { type: 'string', description: 'The ID of a user of the organization.' } });

export const createUser = {
  ...creates('admin'),
  path: '/users',
  grants: ['table:write', 'accounts:users', 'accounts:organizations', 'accounts:mails'],
  summary: 'Create a user in the organization',
  description:
    'If the address belongs to a user of another organization, that user is invited instead. The response is 202 with the invitation and says nothing about the user; `name` and `password` are ignored. 409 if the address belongs to a member. Only an owner’s session can create owners. A user without a `password` can log in once an admin sets one.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'user.created',
  conflicts: true,
  alternatives: { 202: { description: 'The invitation that was created instead.', response: newInvitation } },
  etag: true,
  body: object(['email'], { email, name, password, role: { ...role, default: 'viewer' } }),
  response: user,
} as const satisfies Contract;

export const listUsers = {
  ...reads,
  path: '/users',
  summary: 'List the users of the organization',
  scope: 'organization',
  query: object([], { ...paging, total: withTotal }),
  response: listOf(user),
} as const satisfies Contract;

export const getUser = {
  ...reads,
  path: '/users/{userId}',
  summary: 'Get a user',
  scope: 'organization',
  etag: true,
  params: userPath,
  response: user,
} as const satisfies Contract;

export const updateUser = {
  ...updates('viewer'),
  path: '/users/{userId}',
  grants: [
    'table:write',
    'accounts:users',
    'accounts:organizations',
    'accounts:mails',
    'authenticators:open',
    'hashKey:open',
  ],
  summary: 'Update a user',
  description:
    'You can change your own name, address and password. Address and password need `currentPassword`; wrong ones count as failed logins. Your new address replaces the old one once you follow the link sent to it. Until then, `pendingEmail` shows it. If the deployment does not send email, ask an admin of all your organizations to change it. Admins can change the name, address, password and status of users without another organization. Only an owner’s session can change an owner, and the last active owner can’t be disabled. A changed address, password or status ends the user’s sessions. A changed address also removes two-factor sign-in and single sign-on identities.',
  roleOverOthers: 'admin',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'user.updated',
  conflicts: true,
  etag: true,
  params: userPath,
  patches: {
    responseOnly: ['id', 'emailConfirmed', 'pendingEmail', 'createdAt', 'updatedAt'],
    writeOnly: ['password', 'currentPassword', 'code'],
  },
  body: object(['email', 'status'], {
    email,
    name,
    password,
    currentPassword: {
      type: 'string',
      minLength: 1,
      maxLength: 128,
      description: 'Required when you change your own `password` or `email`.',
    },
    code: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'Required when you change your own `email` and have two-factor sign-in.',
    },
    status,
  }),
  response: user,
} as const satisfies Contract;

export const deleteUser = {
  ...deletes('admin'),
  path: '/users/{userId}',
  grants: ['table:write', 'accounts:users', 'accounts:organizations'],
  summary: 'Delete a user',
  description:
    'A user with another organization is only removed from this one, and stays signed in there. Only an owner’s session can delete an owner. The last active owner can’t be deleted.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'user.deleted',
  conflicts: true,
  params: userPath,
} as const satisfies Contract;

export const users = {
  createUser,
  listUsers,
  getUser,
  updateUser,
  deleteUser,
} as const;

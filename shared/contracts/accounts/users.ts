import type { Contract } from '../contract.ts';
import { creates, deletes, reads, updates } from '../operations.ts';
import { listOf, object, paging, record, role, timestamp } from '../records.ts';
import { newInvitation } from './invitation-records.ts';

const email = {
  type: 'string',
  minLength: 3,
  maxLength: 254,
  description: 'No other user has it: capital letters make no difference.',
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
  description: 'A disabled user cannot log in; the sessions of one end.',
} as const;

/** An account, without its password. */
export const user = record({
  id: { type: 'string' },
  email: { type: 'string' },
  emailConfirmed: {
    type: 'boolean',
    description:
      'Whether the address counts as the user’s own. False after an admin has created the user, set the address or a password, until a link mailed to the address was followed, or single sign-on vouched for it.',
  },
  pendingEmail: {
    type: ['string', 'null'],
    description:
      'The address that the user has asked for. It replaces `email` once the link mailed to it was followed.',
  },
  name: { type: ['string', 'null'] },
  status,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const userPath = record({ userId: { type: 'string', description: 'The id of a user of the organization.' } });

export const createUser = {
  ...creates('admin'),
  path: '/users',
  owns: ['users', 'organizations', 'mails'],
  summary: 'Create a user, as a member of the organization',
  description:
    'Whose address is that of a user of another organization is invited instead: the answer is 202 with the invitation, and nothing about that user; `name` and `password` are not used. An address of the organization itself is 409. Only an owner, in a session, makes owners. A user without a `password` logs in once an admin has set one.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'user.created',
  conflicts: true,
  alternatives: { 202: { description: 'The invitation that was made instead.', response: newInvitation } },
  etag: true,
  body: object(['email'], { email, name, password, role: { ...role, default: 'viewer' } }),
  response: user,
} as const satisfies Contract;

export const listUsers = {
  ...reads,
  path: '/users',
  summary: 'List the users of the organization',
  scope: 'organization',
  query: object([], paging),
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
  owns: ['users', 'organizations', 'mails'],
  summary: 'Update a user',
  description:
    'Users change their own name, address and password, the last two with `currentPassword`; wrong ones count as failures to log in. Your own new address counts once you have followed the link mailed to it: until then `email` stays and `pendingEmail` names the new one. Where the deployment sends no mail, only an admin of every organization of the user sets it. An admin changes name, address, password and status of a user who belongs to no other organization; only an owner, in a session, changes an owner, and nobody disables the last active one. A changed address, password or status ends the user’s sessions. A changed address also removes two-factor sign-in and the identities of single sign-on.',
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
  authenticators: 'open',
  body: object(['email', 'status'], {
    email,
    name,
    password,
    currentPassword: {
      type: 'string',
      minLength: 1,
      maxLength: 128,
      description: 'With `password` or another `email`, from the user of the session.',
    },
    code: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'With another `email`, from the user of the session, where two-factor sign-in is on.',
    },
    status,
  }),
  response: user,
} as const satisfies Contract;

export const deleteUser = {
  ...deletes('admin'),
  path: '/users/{userId}',
  owns: ['users', 'organizations'],
  summary: 'Delete a user',
  description:
    'A user who belongs to another organization too is only removed from this one, and stays logged in there. Only an owner, in a session, deletes an owner, and nobody the last active one.',
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

import type { Contract } from '../contract.ts';
import { creates } from '../operations.ts';
import { record, timestamp } from '../records.ts';
import { password, userPath } from './users.ts';

export const requestPasswordReset = {
  method: 'POST',
  path: '/auth/password-resets',
  summary: 'Ask for a new password',
  rateShare: 0.02,
  description:
    'The answer is the same, and takes the same time, whether anybody has the address or not. Where the deployment sends mails, whoever has it gets a link by mail soon, five an hour at most. The audit trail of each organization of the user tells of it, once an hour at most, so that an admin can make a link with `POST /users/{userId}/password-reset`.',
  auth: [],
  owns: ['mails'],
  table: 'write',
  status: 202,
  bodyBytesMax: 4096,
  body: record({ email: { type: 'string', minLength: 1, maxLength: 254, description: 'In any case.' } }),
  response: record({
    mailed: {
      type: 'boolean',
      description: 'Whether this deployment sends such links by mail. It says nothing about the address.',
    },
  }),
} as const satisfies Contract;

export const resetPassword = {
  method: 'POST',
  path: '/auth/password-resets/{token}',
  owns: ['users', 'organizations', 'mails'],
  summary: 'Set a new password by a link',
  rateShare: 0.02,
  description:
    'It works once, for 30 minutes. Every session of the user ends, and so does every other link. A notice of it goes to the user’s address, where the deployment sends mails.',
  auth: [],
  urlHoldsSecret: true,
  audited: 'user.password_reset',
  table: 'write',
  status: 204,
  bodyBytesMax: 4096,
  params: record({ token: { type: 'string', description: 'What the link ends with.' } }),
  body: record({ password }),
} as const satisfies Contract;

export const createPasswordReset = {
  ...creates('admin'),
  path: '/users/{userId}/password-reset',
  owns: ['users', 'organizations'],
  summary: 'Make a link by which a user sets a new password',
  description:
    'For admins of every organization of the user: one of them alone would get into the others. Of an owner, only an owner in a session.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'user.password_reset_created',
  params: userPath,
  response: record({
    expiresAt: { ...timestamp, description: '30 minutes after it was made.' },
    url: { type: 'string', description: 'The link to hand to the person, shown this once. It ends with the token.' },
  }),
} as const satisfies Contract;

export const passwordResets = { requestPasswordReset, resetPassword, createPasswordReset } as const;

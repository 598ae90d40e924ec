import type { Contract } from '../contract.ts';
import { creates } from '../operations.ts';
import { record, timestamp } from '../records.ts';
import { password, userPath } from './users.ts';

export const requestPasswordReset = {
  method: 'POST',
  path: '/auth/password-resets',
  summary: 'Request a password reset',
  rateShare: 0.02,
  description:
    'The response and its timing are the same whether or not an account uses the address. If the deployment sends email, the account’s owner gets a link, at most five an hour. The audit trail of each of the user’s organizations records the request, at most once an hour, so an admin can create a link with `POST /users/{userId}/password-reset`.',
  auth: [],
  grants: ['table:write', 'accounts:mails'],
  status: 202,
  bodyBytesMax: 4096,
  body: record({ email: { type: 'string', minLength: 1, maxLength: 254, description: 'Case does not matter.' } }),
  response: record({
    mailed: {
      type: 'boolean',
      description: 'Whether this deployment emails such links. It says nothing about the address.',
    },
  }),
} as const satisfies Contract;

export const resetPassword = {
  method: 'POST',
  path: '/auth/password-resets/{token}',
  grants: ['table:write', 'accounts:users', 'accounts:organizations', 'accounts:mails'],
  summary: 'Set a new password with a link',
  rateShare: 0.02,
  description:
    'The link works once, for 30 minutes. Ends all the user’s sessions and other links. The user is notified by email, if the deployment sends email.',
  auth: [],
  urlHoldsSecret: true,
  audited: 'user.password_reset',
  status: 204,
  bodyBytesMax: 4096,
  params: record({ token: { type: 'string', description: 'The end of the link.' } }),
  body: record({ password }),
} as const satisfies Contract;

export const createPasswordReset = {
  ...creates('admin'),
  path: '/users/{userId}/password-reset',
  grants: ['table:write', 'accounts:users', 'accounts:organizations'],
  summary: 'Create a password reset link for a user',
  description:
    'Requires an admin of all the user’s organizations, since the link opens them all. Only an owner’s session can create a link for an owner.',
  liveKeysOnly: true,
  scope: 'organization',
  audited: 'user.password_reset_created',
  params: userPath,
  response: record({
    expiresAt: { ...timestamp, description: 'When the link expires: after 30 minutes.' },
    url: { type: 'string', description: 'The link to give to the person, which ends with the token. Shown only once.' },
  }),
} as const satisfies Contract;

export const passwordResets = { requestPasswordReset, resetPassword, createPasswordReset } as const;

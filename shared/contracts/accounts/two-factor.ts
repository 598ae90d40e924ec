import type { Contract } from '../contract.ts';
import { object, record, timestamp } from '../records.ts';
import { cookie, loginStep } from './login-records.ts';
import { userPath } from './users.ts';

const code = {
  type: 'string',
  minLength: 6,
  maxLength: 32,
  description: 'The six digits that the app shows, or a recovery code. Each is good once.',
} as const;

const currentPassword = {
  type: 'string',
  minLength: 1,
  maxLength: 128,
  description: 'Wrong ones count as failures to log in.',
} as const;

const recoveryCodes = {
  type: 'array',
  items: { type: 'string' },
  description: 'Ten, each good for one login without the app. Shown this once.',
} as const;

const attempts =
  'After 5 wrong codes for a user, wherever they come from, each further attempt has to wait as long as `Retry-After` says, twice as long as the one before and 15 minutes at most.';

export const loginWithCode = {
  ...loginStep,
  path: '/auth/login/code',
  authenticators: 'open',
  summary: 'Log in: the second step',
  description: `Where \`POST /auth/login\` is answered 202, with its \`loginToken\` and a code. A wrong code is 400 and leaves the token good; a right one uses it up. ${attempts}`,
  body: object(['loginToken', 'code'], {
    loginToken: { type: 'string', minLength: 1, maxLength: 64, description: '`lgn_…`, good for 5 minutes.' },
    code,
    cookie,
  }),
} as const satisfies Contract;

const ofOwnAccount = { method: 'POST', auth: ['session'], scope: 'user', table: 'write', bodyBytesMax: 4096 } as const;

export const beginTwoFactor = {
  ...ofOwnAccount,
  path: '/auth/two-factor',
  owns: ['users'],
  authenticators: 'seal',
  summary: 'Get a secret for an authenticator app',
  description:
    'Nothing changes until a code of the app proves that it has the secret: `POST /auth/two-factor/enable`, within 15 minutes. Another call replaces the secret.',
  status: 201,
  conflicts: true,
  body: record({ currentPassword }),
  response: record({
    secret: { type: 'string', description: 'Base32, to be typed into the app. Shown this once.' },
    url: { type: 'string', description: '`otpauth://totp/…`, to be shown as a QR code.' },
    expiresAt: timestamp,
  }),
} as const satisfies Contract;

export const enableTwoFactor = {
  ...ofOwnAccount,
  path: '/auth/two-factor/enable',
  owns: ['users', 'sessions', 'mails'],
  authenticators: 'open',
  summary: 'Turn two-factor sign-in on',
  description: `With a code of the app. Every other session of the user ends, and links that set a new password. ${attempts}`,
  audited: 'user.two_factor_enabled',
  status: 200,
  conflicts: true,
  body: record({ code: { ...code, description: 'The six digits that the app shows.' } }),
  response: record({ recoveryCodes }),
} as const satisfies Contract;

export const disableTwoFactor = {
  ...ofOwnAccount,
  path: '/auth/two-factor/disable',
  owns: ['users', 'mails'],
  authenticators: 'open',
  summary: 'Turn two-factor sign-in off',
  description: `With password and code. Organizations that require it are closed to the user from then on. ${attempts}`,
  audited: 'user.two_factor_disabled',
  status: 204,
  conflicts: true,
  body: record({ currentPassword, code }),
} as const satisfies Contract;

export const renewRecoveryCodes = {
  ...ofOwnAccount,
  path: '/auth/two-factor/recovery-codes',
  owns: ['users', 'mails'],
  authenticators: 'open',
  summary: 'Get new recovery codes',
  description: `With password and code. The codes of before are good no more. ${attempts}`,
  audited: 'user.recovery_codes_renewed',
  status: 201,
  conflicts: true,
  body: record({ currentPassword, code }),
  response: record({ recoveryCodes }),
} as const satisfies Contract;

export const resetTwoFactor = {
  method: 'DELETE',
  path: '/users/{userId}/two-factor',
  owns: ['users', 'mails'],
  summary: 'Turn two-factor sign-in off for somebody who lost the phone',
  description:
    'By an owner, in a session, of every organization of the user; not for oneself. Every session of the user ends. Nothing happens to a user without a second factor.',
  auth: ['session'],
  role: 'owner',
  scope: 'organization',
  audited: 'user.two_factor_reset',
  table: 'write',
  status: 204,
  params: userPath,
} as const satisfies Contract;

export const twoFactor = {
  loginWithCode,
  beginTwoFactor,
  enableTwoFactor,
  disableTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
} as const;

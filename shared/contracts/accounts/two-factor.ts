import type { Contract } from '../contract.ts';
import { object, record, timestamp } from '../records.ts';
import { cookie, loginStep } from './login-records.ts';
import { userPath } from './users.ts';

const code = {
  type: 'string',
  minLength: 6,
  maxLength: 32,
  description: 'Six digits from the app, or a recovery code. Each works once.',
} as const;

const currentPassword = {
  type: 'string',
  minLength: 1,
  maxLength: 128,
  description: 'Wrong passwords count as failed logins.',
} as const;

const recoveryCodes = {
  type: 'array',
  items: { type: 'string' },
  description: 'Ten codes, each for one login without the app. Shown only once.',
} as const;

const attempts =
  'After 5 wrong codes for a user, each further attempt must wait for `Retry-After`, which doubles up to 15 minutes.';

export const loginWithCode = {
  ...loginStep,
  path: '/auth/login/code',
  grants: [
    'table:write',
    'accounts:sessions',
    'accounts:users',
    'accounts:organizations',
    'accounts:mails',
    'authenticators:open',
    'hashKey:open',
  ],
  summary: 'Log in with a code',
  description: `Continues after a 202 from \`POST /auth/login\`, with its \`loginToken\` and a code. After a wrong code (400) the token still works; a right one uses it up. ${attempts}`,
  body: object(['loginToken', 'code'], {
    loginToken: { type: 'string', minLength: 1, maxLength: 64, description: '`lgn_…`, valid for 5 minutes.' },
    code,
    cookie,
  }),
} as const satisfies Contract;

const ofOwnAccount = {
  method: 'POST',
  auth: ['session'],
  scope: 'user',
  grants: ['table:write'],
  bodyBytesMax: 4096,
} as const;

export const beginTwoFactor = {
  ...ofOwnAccount,
  path: '/auth/two-factor',
  grants: ['table:write', 'accounts:users', 'authenticators:seal', 'hashKey:open'],
  summary: 'Get a secret for an authenticator app',
  description:
    'Nothing changes until you send a code from the app to `POST /auth/two-factor/enable` within 15 minutes. Another call replaces the secret.',
  status: 201,
  conflicts: true,
  body: record({ currentPassword }),
  response: record({
    secret: { type: 'string', description: 'Base32, to type into the app. Shown only once.' },
    url: { type: 'string', description: '`otpauth://totp/…`, to show as a QR code.' },
    expiresAt: timestamp,
  }),
} as const satisfies Contract;

export const enableTwoFactor = {
  ...ofOwnAccount,
  path: '/auth/two-factor/enable',
  grants: [
    'table:write',
    'accounts:users',
    'accounts:sessions',
    'accounts:mails',
    'authenticators:open',
    'hashKey:open',
  ],
  summary: 'Turn on two-factor sign-in',
  description: `Requires a code from the app. Ends the user’s other sessions and password reset links. ${attempts}`,
  audited: 'user.two_factor_enabled',
  status: 200,
  conflicts: true,
  body: record({ code: { ...code, description: 'The six digits that the app shows.' } }),
  response: record({ recoveryCodes }),
} as const satisfies Contract;

export const disableTwoFactor = {
  ...ofOwnAccount,
  path: '/auth/two-factor/disable',
  grants: ['table:write', 'accounts:users', 'accounts:mails', 'authenticators:open', 'hashKey:open'],
  summary: 'Turn off two-factor sign-in',
  description: `Requires the password and a code. The user loses access to organizations that require two-factor sign-in. ${attempts}`,
  audited: 'user.two_factor_disabled',
  status: 204,
  conflicts: true,
  body: record({ currentPassword, code }),
} as const satisfies Contract;

export const renewRecoveryCodes = {
  ...ofOwnAccount,
  path: '/auth/two-factor/recovery-codes',
  grants: ['table:write', 'accounts:users', 'accounts:mails', 'authenticators:open', 'hashKey:open'],
  summary: 'Get new recovery codes',
  description: `Requires the password and a code. The old codes stop working. ${attempts}`,
  audited: 'user.recovery_codes_renewed',
  status: 201,
  conflicts: true,
  body: record({ currentPassword, code }),
  response: record({ recoveryCodes }),
} as const satisfies Contract;

export const resetTwoFactor = {
  method: 'DELETE',
  path: '/users/{userId}/two-factor',
  grants: ['table:write', 'accounts:users', 'accounts:mails'],
  summary: 'Turn off two-factor sign-in for a user who lost their phone',
  description:
    'Requires an owner’s session in all the user’s organizations. You can’t do this for yourself. Ends all the user’s sessions. Does nothing for a user without two-factor sign-in.',
  auth: ['session'],
  role: 'owner',
  scope: 'organization',
  audited: 'user.two_factor_reset',
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

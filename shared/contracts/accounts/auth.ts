import type { Contract } from '../contract.ts';
import { object, record, role, timestamp, timestampOrNull } from '../records.ts';
import { cookie, expiresAt, loginStep } from './login-records.ts';
import { user } from './users.ts';

export const login = {
  ...loginStep,
  path: '/auth/login',
  summary: 'Log in',
  description:
    'Returns a session token for `Authorization: Bearer`. With `cookie: true`, for pages of this origin, the token is in a cookie that no script can read. The cookie is only accepted in requests with the header `x-formline-request: 1` and without `Authorization`. This request needs that header too. After 5 failures for an address, known or not, from one network, each further attempt from there must wait for `Retry-After`, which doubles up to 15 minutes; a success resets it. The same applies after 50 failures from one network, except for accounts that have logged in from it in the last 90 days. If the user has two-factor sign-in, no session begins yet, and the response is 202.',
  body: object(['email', 'password'], {
    email: { type: 'string', minLength: 1, maxLength: 254, description: 'Case does not matter.' },
    password: { type: 'string', minLength: 1, maxLength: 128, description: 'At most 128 bytes.' },
    cookie,
  }),
  alternatives: {
    202: {
      description: 'The password is right, and the user has two-factor sign-in. Continue with `POST /auth/login/code`.',
      response: record({
        loginToken: { type: 'string', description: '`lgn_…`. Works for 5 minutes and one session.' },
        expiresAt: timestamp,
      }),
    },
  },
} as const satisfies Contract;

export const logout = {
  method: 'POST',
  path: '/auth/logout',
  grants: ['table:write', 'accounts:sessions'],
  summary: 'Log out',
  description: 'Ends the session and clears its cookie.',
  auth: ['session'],
  scope: 'user',
  status: 204,
} as const satisfies Contract;

export const getMe = {
  method: 'GET',
  path: '/auth/me',
  summary: 'Get the signed-in user and their organizations',
  description: 'Requests without `x-organization-id` use the first organization.',
  auth: ['session'],
  scope: 'user',
  grants: ['table:read'],
  status: 200,
  response: record({
    user,
    memberships: {
      type: 'array',
      description: 'Oldest first.',
      items: record({
        organizationId: { type: 'string' },
        name: { type: 'string', description: 'The organization’s name.' },
        role,
        createdAt: { ...timestamp, description: 'When the user joined.' },
        requires: {
          enum: ['two_factor', 'other_sign_in', null],
          description:
            'What you must do before you can enter an organization that requires two-factor sign-in. `two_factor`: turn it on. `other_sign_in`: sign in with password and code or with the organization’s provider, because this session’s provider does not count there.',
        },
      }),
    },
    twoFactor: record({
      enabledAt: { ...timestampOrNull, description: 'When two-factor sign-in was turned on.' },
      recoveryCodesLeft: { type: 'integer' },
    }),
    session: record({ expiresAt }),
  }),
} as const satisfies Contract;

export const auth = {
  login,
  logout,
  getMe,
} as const;

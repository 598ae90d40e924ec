import type { Contract } from '../contract.ts';
import { object, record, role, timestamp, timestampOrNull } from '../records.ts';
import { cookie, expiresAt, loginStep } from './login-records.ts';
import { user } from './users.ts';

export const login = {
  ...loginStep,
  path: '/auth/login',
  summary: 'Log in',
  description:
    'Gives a session token, to be sent as `Authorization: Bearer`. With `cookie: true` it is for pages of this origin: the token is in a cookie that no script can read, and counts only in requests with the header `x-formline-request: 1` and no `Authorization`; this one needs that header, too. After 5 failures for an address, known or not, from one network, each further attempt from there has to wait as long as `Retry-After` says, twice as long as the one before and 15 minutes at most; a success ends that. So it is after 50 failures from one network, but for accounts that have logged in from it in the last 90 days. Where the user has two-factor sign-in on, no session begins yet: the answer is 202.',
  body: object(['email', 'password'], {
    email: { type: 'string', minLength: 1, maxLength: 254, description: 'In any case.' },
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
  owns: ['sessions'],
  summary: 'Log out',
  description: 'Ends the session and clears its cookie.',
  auth: ['session'],
  scope: 'user',
  table: 'write',
  status: 204,
} as const satisfies Contract;

export const getMe = {
  method: 'GET',
  path: '/auth/me',
  summary: 'Get the signed-in user and their organizations',
  description: 'Requests without `x-organization-id` use the first organization.',
  auth: ['session'],
  scope: 'user',
  table: 'read',
  status: 200,
  response: record({
    user,
    memberships: {
      type: 'array',
      description: 'The oldest first.',
      items: record({
        organizationId: { type: 'string' },
        name: { type: 'string', description: 'Of the organization.' },
        role,
        createdAt: { ...timestamp, description: 'Since when.' },
        requires: {
          enum: ['two_factor', 'other_sign_in', null],
          description:
            'What opens an organization that asks for a second factor: to turn one on for the account (`two_factor`); or, where the provider that this session was begun by does not count as one there, to sign in by password and code, or by a provider of the organization (`other_sign_in`).',
        },
      }),
    },
    twoFactor: record({
      enabledAt: { ...timestampOrNull, description: 'Since when two-factor sign-in is on.' },
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

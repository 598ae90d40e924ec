import { object, timestamp } from '../records.ts';
import { user } from './users.ts';

/** The header of a login that sets a cookie. */
const cookieHeader = {
  type: 'object',
  properties: {
    'x-formline-request': {
      type: 'string',
      description: '`1`, required with `cookie: true`. Only a page of this origin can send it.',
    },
  },
} as const;

export const cookie = {
  type: 'boolean',
  default: false,
  description: 'Sends the token in a cookie instead of `token`.',
} as const;

export const expiresAt = {
  ...timestamp,
  description: 'When the session expires: 24 hours after its last use, and at most 7 days after login.',
} as const;

const begunSession = object(['expiresAt', 'user'], {
  token: { type: 'string', description: '`ses_…`. Shown only once.' },
  expiresAt,
  user,
});

/** A step of a login: anybody may take it, and it may begin a session. */
export const loginStep = {
  method: 'POST',
  grants: [
    ...(['table:write', 'accounts:sessions', 'accounts:users', 'accounts:organizations', 'accounts:mails'] as const),
    'hashKey:open',
  ],
  auth: [],
  checksPassword: true,
  audited: 'user.logged_in',
  status: 200,
  bodyBytesMax: 4096,
  // Each takes the processor for a tenth of a second and more: logins of strangers must not take the account's concurrency.
  rateShare: 0.02,
  headers: cookieHeader,
  response: begunSession,
} as const;

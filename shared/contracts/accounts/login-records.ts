import { object, timestamp } from '../records.ts';
import { user } from './users.ts';

/** What a login brings along that is for pages of this origin. */
export const cookieHeader = {
  type: 'object',
  properties: {
    'x-formline-request': {
      type: 'string',
      description: '`1`, with `cookie: true`: only a page of this origin can send it.',
    },
  },
} as const;

export const cookie = {
  type: 'boolean',
  default: false,
  description: 'Whether the token comes in a cookie in place of `token`.',
} as const;

export const expiresAt = {
  ...timestamp,
  description:
    'When the session ends unless it is used: 24 hours after its last use, 7 days after login at the latest.',
} as const;

export const begunSession = object(['expiresAt', 'user'], {
  token: { type: 'string', description: '`ses_…`, shown this once.' },
  expiresAt,
  user,
});

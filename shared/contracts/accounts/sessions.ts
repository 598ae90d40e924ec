import type { Contract } from '../contract.ts';
import { listOf, object, paging, pathId, record, timestamp } from '../records.ts';

const session = record({
  id: { type: 'string' },
  current: { type: 'boolean', description: 'Whether this request uses the session.' },
  createdAt: { ...timestamp, description: 'When the user logged in.' },
  lastUsedAt: { ...timestamp, description: 'When the session was last used. May be up to five minutes out of date.' },
  expiresAt: { ...timestamp, description: 'When it expires if it is not used again.' },
  network: {
    type: ['string', 'null'],
    description:
      'The network of the login: 24 bits of an IPv4 address, or 48 of an IPv6 address. Nothing more is stored.',
  },
  client: { type: ['string', 'null'], description: 'Browser and system, without versions: `Firefox on Linux`.' },
});

export const listSessions = {
  method: 'GET',
  path: '/auth/sessions',
  summary: 'List the sessions of the user',
  description: 'Lists the newest 1,000 active sessions.',
  auth: ['session'],
  scope: 'user',
  grants: ['table:read'],
  status: 200,
  query: object([], paging),
  response: listOf(session),
} as const satisfies Contract;

export const endSession = {
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  grants: ['table:write', 'accounts:sessions'],
  summary: 'End a session of the user',
  description: 'The session’s token stops working.',
  auth: ['session'],
  scope: 'user',
  audited: 'user.session_ended',
  status: 204,
  params: pathId('The ID of one of your sessions.'),
} as const satisfies Contract;

export const endOtherSessions = {
  method: 'DELETE',
  path: '/auth/sessions',
  grants: ['table:write', 'accounts:sessions', 'accounts:users'],
  summary: 'End all other sessions of the user',
  description: 'Also ends password reset links.',
  auth: ['session'],
  scope: 'user',
  audited: 'user.sessions_ended',
  status: 204,
} as const satisfies Contract;

export const sessions = { listSessions, endSession, endOtherSessions } as const;

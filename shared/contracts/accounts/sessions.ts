import type { Contract } from '../contract.ts';
import { listOf, object, paging, pathId, record, timestamp } from '../records.ts';

const session = record({
  id: { type: 'string' },
  current: { type: 'boolean', description: 'Whether it is the one of this request.' },
  createdAt: { ...timestamp, description: 'When its user logged in.' },
  lastUsedAt: { ...timestamp, description: 'Up to five minutes late.' },
  expiresAt: { ...timestamp, description: 'When it ends unless it is used again.' },
  network: {
    type: ['string', 'null'],
    description:
      'The network that the login came from: 24 bits of an IPv4 address, 48 of an IPv6 one. No more is kept.',
  },
  client: { type: ['string', 'null'], description: 'Browser and system, without versions: `Firefox on Linux`.' },
});

export const listSessions = {
  method: 'GET',
  path: '/auth/sessions',
  summary: 'List the sessions of the user',
  description: 'Those that have not ended, of which the newest 1,000.',
  auth: ['session'],
  scope: 'user',
  table: 'read',
  status: 200,
  query: object([], paging),
  response: listOf(session),
} as const satisfies Contract;

export const endSession = {
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  owns: ['sessions'],
  summary: 'End a session of the user',
  auth: ['session'],
  scope: 'user',
  audited: 'user.session_ended',
  table: 'write',
  status: 204,
  params: pathId('The id of a session of one’s own.'),
} as const satisfies Contract;

export const endOtherSessions = {
  method: 'DELETE',
  path: '/auth/sessions',
  owns: ['sessions', 'users'],
  summary: 'End every session of the user but this one',
  description: 'Links that set a new password end as well.',
  auth: ['session'],
  scope: 'user',
  audited: 'user.sessions_ended',
  table: 'write',
  status: 204,
} as const satisfies Contract;

export const sessions = { listSessions, endSession, endOtherSessions } as const;

import { auditActions } from '../audit-actions.ts';
import type { Contract } from '../contract.ts';
import { reads } from '../operations.ts';
import { environmentName, instant, listOf, object, paging, record, timestamp } from '../records.ts';

const id = { type: 'string', minLength: 1, maxLength: 64 } as const;

const auditEvent = record({
  id: { type: 'string' },
  action: { enum: auditActions, description: 'What was done.' },
  subjectId: { type: 'string', description: 'The id of what it was done to.' },
  actor: record({
    kind: { enum: ['publishableKey', 'secretKey', 'session', 'anonymous'] },
    id: { type: 'string', description: 'The key; of a session, the user; `anonymous` of somebody without either.' },
  }),
  environment: environmentName,
  sourceIp: { type: ['string', 'null'] },
  userAgent: { type: ['string', 'null'] },
  times: { type: 'integer', description: 'How often, where one event tells of several: failures to log in.' },
  createdAt: timestamp,
});

export const listAuditEvents = {
  ...reads,
  path: '/audit-events',
  owns: ['audit'],
  summary: 'List who did what in the organization',
  description:
    'Changes to keys, members, invitations, roles, users, organizations, webhooks and integrations, of the status and the origins of forms, and of responses; deletions; exports; logins, and failures to log in to accounts of its members; in all its environments. An event is stored with the change, or neither is; failures to log in follow within a quarter of an hour. Kept for a year.',
  role: 'admin',
  liveKeysOnly: true,
  scope: 'organization',
  query: object([], {
    action: { type: 'string', minLength: 1, maxLength: 64, description: 'Only these actions: `form.deleted`.' },
    actor_id: { ...id, description: 'Only what this user or key did.' },
    subject_id: { ...id, description: 'Only what was done to this.' },
    from: { ...instant, description: 'ISO 8601 date or date-time: at this time or later.' },
    to: { ...instant, description: 'ISO 8601: before this time; a bare date includes that whole UTC day.' },
    ...paging,
  }),
  response: listOf(auditEvent),
} as const satisfies Contract;

export const audit = { listAuditEvents } as const;

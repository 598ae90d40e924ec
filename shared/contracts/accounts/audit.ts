import { auditActions } from '../audit-actions.ts';
import type { Contract } from '../contract.ts';
import { reads } from '../operations.ts';
import { environmentName, instant, listOf, object, paging, record, timestamp } from '../records.ts';
import { responseChanges } from '../response-changes.ts';

const id = { type: 'string', minLength: 1, maxLength: 64 } as const;

const auditEventParts = {
  id: { type: 'string' },
  action: { enum: auditActions, description: 'The action.' },
  subjectId: { type: 'string', description: 'The ID of the changed record.' },
  actor: record({
    kind: { enum: ['publishableKey', 'secretKey', 'session', 'anonymous'] },
    id: { type: 'string', description: 'The ID of the key, or of the session’s user. Otherwise `anonymous`.' },
  }),
  environment: environmentName,
  sourceIp: { type: ['string', 'null'] },
  userAgent: { type: ['string', 'null'] },
  times: {
    type: 'integer',
    description: 'How often it happened, if one event represents several, such as failed logins.',
  },
  createdAt: timestamp,
} as const;

const auditEvent = object(Object.keys(auditEventParts) as (keyof typeof auditEventParts)[], {
  ...auditEventParts,
  changes: responseChanges,
});

export const listAuditEvents = {
  ...reads,
  path: '/audit-events',
  grants: ['table:read', 'accounts:audit'],
  summary: 'List who did what in the organization',
  description:
    'Lists changes to keys, members, invitations, roles, users, organizations, webhooks, integrations, responses, and to the status and origins of forms; deletions; exports; logins and failed logins. Covers all environments. An event is stored together with its change. Failed logins appear within 15 minutes. Kept for one year.',
  role: 'admin',
  liveKeysOnly: true,
  scope: 'organization',
  query: object([], {
    action: { type: 'string', minLength: 1, maxLength: 64, description: 'Only this action, such as `form.deleted`.' },
    actor_id: { ...id, description: 'Only events by this user or key.' },
    subject_id: { ...id, description: 'Only events about this record.' },
    from: { ...instant, description: 'ISO 8601 date or date-time: at this time or later.' },
    to: { ...instant, description: 'ISO 8601: before this time; a bare date includes that whole UTC day.' },
    ...paging,
  }),
  response: listOf(auditEvent),
} as const satisfies Contract;

export const audit = { listAuditEvents } as const;

import { auditActions } from '../audit-actions.ts';
import type { Contract } from '../contract.ts';
import { reads } from '../operations.ts';
import { environmentName, instant, listOf, object, paging, record, timestamp, withTotal } from '../records.ts';
import { responseChanges } from '../response-changes.ts';

const id = { type: 'string', minLength: 1, maxLength: 64 } as const;

const auditEventParts = {
  id: { type: 'string' },
  action: { enum: auditActions, description: 'The action.' },
  subjectId: { type: 'string', description: 'The ID of the changed record, or of the form that was read.' },
  actor: record({
    kind: { enum: ['publishableKey', 'secretKey', 'session', 'anonymous'] },
    id: { type: 'string', description: 'The ID of the key, or of the session’s user. Otherwise `anonymous`.' },
    name: {
      type: ['string', 'null'],
      description: 'The name of the key, or the address of the user, at that time. Events before 0.3.0 have none.',
    },
  }),
  environment: environmentName,
  sourceIp: {
    type: ['string', 'null'],
    description: 'The network of the request: the first 24 bits of an IPv4 address, 48 of an IPv6 one.',
  },
  userAgent: {
    type: ['string', 'null'],
    description: 'The names of browser and system, without versions, or that of a program.',
  },
  times: {
    type: 'integer',
    description: 'How often it happened, if one event represents several, such as failed logins.',
  },
  createdAt: timestamp,
} as const;

const auditEvent = object(Object.keys(auditEventParts) as (keyof typeof auditEventParts)[], {
  ...auditEventParts,
  changes: responseChanges,
  subjectName: { type: 'string', description: 'The title of the form at that time. Only in events of reading.' },
  exceptions: {
    type: 'array',
    items: record({ responseId: { type: 'string' }, reason: { type: 'string' } }),
    description: 'The responses that an erasure keeps, and why. Only in `data_subject.erasure_requested`.',
  },
  responseIds: {
    type: 'array',
    items: { type: 'string' },
    description: 'The responses that were read one by one, 20 at most. Further ones are in another event.',
  },
});

export const listAuditEvents = {
  ...reads,
  path: '/audit-events',
  grants: ['table:read', 'accounts:audit'],
  summary: 'List who did what in the organization',
  description:
    'Lists changes to keys, members, invitations, roles, users, organizations, webhooks, integrations, responses, and to the status and origins of forms; deletions; exports; logins and failed logins; and who read answers. Covers all environments. An event is stored together with its change. Failed logins appear within 15 minutes. Kept for one year.\n\nReading is recorded for forms with fields that are `pii` or have a policy (`responses.read`), and for all files, archives and exports (`files.read`, `archives.read`, `responses.export_read`, `data_subject.export_read`). What one user or key reads of a form within a quarter hour is one event, with `createdAt` at its start.',
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
    total: withTotal,
  }),
  response: listOf(auditEvent),
} as const satisfies Contract;

export const audit = { listAuditEvents } as const;

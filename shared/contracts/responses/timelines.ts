import type { Contract } from '../contract.ts';
import { reads } from '../operations.ts';
import { object, pathId, record, timestamp, waitingFor, webhookEvent } from '../records.ts';
import { responseChanges } from '../response-changes.ts';
import { replyState } from '../response-states.ts';

const receiver = record({
  kind: {
    enum: ['webhook', 'integration', 'automatic_reply'],
    description: 'An `automatic_reply` is the confirmation email that the form sends to the visitor.',
  },
  id: { type: 'string' },
  name: { type: 'string', description: 'The host of a webhook, or the type of an integration.' },
});

const state = {
  enum: ['waiting', 'sent', 'delivered', 'failed', 'cancelled'],
  description:
    '`waiting`: another attempt follows. `sent`: the mail service or the integration took it. `delivered`: the receiver confirmed it with a 2xx. `failed`: no further attempt follows.',
} as const;

const entry = object(['type', 'at'], {
  type: {
    enum: ['started', 'saved', 'submitted', 'changed', 'note', 'spam', 'read', 'delivery', 'reply'],
    description:
      '`saved`: not submitted yet. `changed`: by the team, see `changes`. `spam`: taken for spam. `read`: the response was opened on its own, or its file; at the latest time within a quarter hour. `delivery`: to a `receiver`. `reply`: a member’s email to the visitor, see `replyState`.',
  },
  at: timestamp,
  actorId: { type: 'string', description: 'The user or the secret key that did it.' },
  actorName: { type: 'string', description: 'Of a `read`: the name of the key, or the address of the user, then.' },
  changes: responseChanges,
  noteId: { type: 'string' },
  body: { type: 'string', description: 'The text of a note or a reply.' },
  replyId: { type: 'string' },
  subject: { type: 'string', description: 'The subject of a reply.' },
  fieldId: { type: 'string', description: 'The field with the address that a reply went to.' },
  replyState,
  receiver,
  event: webhookEvent,
  deliveryId: { type: 'string' },
  state,
  attempts: {
    type: 'array',
    items: object(['at'], {
      at: timestamp,
      status: { type: 'integer', description: 'The HTTP status of the receiver, if it answered.' },
      error: { type: 'string' },
    }),
  },
  nextAttemptAt: timestamp,
  waitingFor,
});

export const getResponseTimeline = {
  ...reads,
  path: '/responses/{id}/timeline',
  summary: 'List what happened to a response',
  grants: ['table:read', 'accounts:audit', 'files:answers'],
  description:
    'Oldest first: when it was started and submitted, changes and notes of the team, and each delivery with its attempts. `enabled` lists the form’s active receivers without a delivery of the response: none was due, or its log is older than 30 days. Changes and reads are listed for a year, the newest 100 of each. Reads are recorded for forms with fields that are `pii` or have a policy, and for files.',
  params: pathId('The ID of a response.'),
  response: record({
    items: { type: 'array', items: entry },
    enabled: { type: 'array', items: receiver },
    isWhole: {
      type: 'boolean',
      description: 'Whether the timeline is complete. Otherwise, there was more than one request reads.',
    },
  }),
} as const satisfies Contract;

export const timelines = { getResponseTimeline } as const;

import type { Contract } from '../contract.ts';
import { patterns } from '../patterns.ts';
import { object, pathId, record } from '../records.ts';

export const createEvents = {
  method: 'POST',
  path: '/forms/{id}/events',
  summary: 'Send events of a visit',
  description:
    'One event, or an array of 1 to 100 of any visits; with a publishable key, of three at most. `view`: the form was shown. `focus`: a field was entered. `error`: the page itself refused an answer. `abandon`: the person left without submitting; a partial response of the session becomes abandoned. `navigator.sendBeacon` sends no headers: the publishable key may be the parameter `key`, and the JSON may come as text/plain.',
  auth: ['publishableKey', 'secretKey'],
  role: 'editor',
  grants: ['table:write'],
  status: 202,
  params: pathId('The ID of a live form.'),
  query: object([], {
    key: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'A publishable key, if you can’t send headers. The header takes precedence.',
    },
  }),
  body: object(['type', 'sessionId'], {
    type: { enum: ['view', 'focus', 'error', 'abandon'] },
    sessionId: {
      type: 'string',
      pattern: patterns.session.pattern,
      description: 'One visit of one person: the same as the `x-session-id` of its submissions.',
    },
    fieldId: { type: 'string', minLength: 1, maxLength: 64, description: 'Required for `focus` and `error`.' },
    rule: {
      type: 'string',
      pattern: patterns.rule.pattern,
      description: 'The broken rule, as in a 400: `required`. Only for `error`.',
    },
    at: {
      type: 'string',
      pattern: patterns.dateTime.pattern,
      description:
        'When it happened, in ISO 8601. If it is missing, more than 24 hours ago or 5 minutes ahead, the time of arrival counts.',
    },
  }),
  batchMax: 100,
  transport: { beacon: true },
  rateShare: 0.5,
  limits: { sender: 'LIMIT_EVENTS' },
  response: record({ accepted: { type: 'integer', description: 'The number of events.' } }),
} as const satisfies Contract;

export const events = { createEvents } as const;

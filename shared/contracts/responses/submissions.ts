import type { Contract } from '../contract.ts';
import { patterns } from '../patterns.ts';
import { object, record } from '../records.ts';
import { response } from './responses.ts';

export const createSubmission = {
  method: 'POST',
  path: '/v1/forms/{formId}/submissions',
  summary: 'Submit answers to a live form',
  description:
    'The body is a flat object, field id to value. `x-session-id` ties the saves of one visit to one response: partial saves add their answers to it, and a plain submission with it completes it. With an `Idempotency-Key`, a repeated request is answered with its first answer. 403: the form is not live; or, with a publishable key, the page’s origin is not among the form’s `allowedOrigins`. What each field takes: `GET /forms/{id}/public`.',
  auth: ['publishableKey', 'secretKey'],
  role: 'editor',
  table: 'write',
  files: 'claim',
  status: 201,
  alternatives: { 200: 'The response of this session was saved again, or completed' },
  params: record({ formId: { type: 'string', description: 'The id of a live form.' } }),
  query: object([], {
    status: {
      enum: ['partial', 'completed'],
      default: 'completed',
      description: '`partial` saves what there is: at least one answer, no required ones.',
    },
  }),
  headers: {
    type: 'object',
    properties: {
      'idempotency-key': {
        type: 'string',
        pattern: patterns.idempotencyKey.pattern,
        description: 'Any text that no other submission has; kept for 24 hours. With another request it is 409.',
      },
      'x-session-id': {
        type: 'string',
        pattern: patterns.session.pattern,
        description: 'Any text that names one visit of one person.',
      },
    },
  },
  body: {
    type: 'object',
    description:
      'Field id to answer: a string, for a field of type number a JSON number. `null` and `""` count as not answered; an id that the form does not have is refused.',
  },
  bodyBytesMax: 131_072,
  response,
} as const satisfies Contract;

export const submissions = { createSubmission } as const;

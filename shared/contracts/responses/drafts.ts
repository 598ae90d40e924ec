import type { Contract } from '../contract.ts';
import { patterns } from '../patterns.ts';
import { pathId, record, timestamp } from '../records.ts';
import { response } from './responses.ts';

const headers = {
  type: 'object',
  properties: {
    'x-session-id': {
      type: 'string',
      pattern: patterns.session.pattern,
      description: 'The session of the visit, as its partial submissions named it. Whoever has it can read the draft.',
    },
  },
  required: ['x-session-id'],
} as const;

const expiresAt = { ...timestamp, description: 'From then on the draft cannot be read any more.' } as const;

const ofVisit = {
  path: '/forms/{id}/draft',
  auth: ['publishableKey', 'secretKey'],
  role: 'editor',
  rateShare: 0.1,
  limits: { sender: 'LIMIT_UPLOADS' },
  status: 200,
  params: pathId('The id of a live form.'),
  headers,
} as const satisfies Partial<Contract>;

export const keepDraft = {
  ...ofVisit,
  method: 'POST',
  summary: 'Let a visit be gone on with later',
  description:
    'For 30 days, whoever names the session of the visit may read what it has saved, on any device: the visitor asked for a link that goes on with it. The form has to offer that, by `ui.saveAndResume`, and a partial submission has to be there. Asked again, it lasts 30 days from then. The session is stored as a hash.',
  table: 'write',
  bodyOptional: true,
  body: record({}),
  response: record({ expiresAt }),
} as const satisfies Contract;

export const getDraft = {
  ...ofVisit,
  method: 'GET',
  summary: 'Get what a visit has saved, to go on with it',
  description:
    'The answers of a partial or abandoned response whose visitor has asked for a link. Submissions that name the session go on with the same response. 404 once it is completed or deleted, or the 30 days are over.',
  table: 'read',
  response: record({
    answers: response.properties.answers,
    withheld: {
      type: 'array',
      items: { type: 'string' },
      description: 'Fields that are answered and whose answers are not shown again: those with a policy.',
    },
    expiresAt,
  }),
} as const satisfies Contract;

export const drafts = { keepDraft, getDraft } as const;

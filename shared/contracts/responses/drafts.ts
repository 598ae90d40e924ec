import type { Contract } from '../contract.ts';
import { patterns } from '../patterns.ts';
import { object, pathId, record, timestamp } from '../records.ts';
import { response } from './responses.ts';

const headers = {
  type: 'object',
  properties: {
    'x-session-id': {
      type: 'string',
      pattern: patterns.session.pattern,
      description: 'The session of the visit, as its partial submissions named it.',
    },
  },
  required: ['x-session-id'],
} as const;

const expiresAt = { ...timestamp, description: 'From then on the draft cannot be read any more.' } as const;

const shown = {
  answers: response.properties.answers,
  withheld: {
    type: 'array',
    items: { type: 'string' },
    description: 'Fields that are answered and whose answers are not shown again: those with a policy.',
  },
} as const;

const ofVisit = {
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
  path: '/forms/{id}/draft',
  method: 'POST',
  summary: 'Let a visit be gone on with later',
  description:
    'For 30 days, whoever names the session of the visit may go on with what it has saved, once, on any device (`POST /forms/{id}/draft/resume`): the visitor asked for a link that does. The form has to offer that, by `ui.saveAndResume`, and a partial submission has to be there. Asked again, it lasts 30 days from then. The session is stored as a hash.',
  table: 'write',
  bodyOptional: true,
  body: record({}),
  response: record({ expiresAt }),
} as const satisfies Contract;

export const resumeDraft = {
  ...ofVisit,
  path: '/forms/{id}/draft/resume',
  method: 'POST',
  summary: 'Go on with a draft in a new session',
  description:
    'Moves a partial or abandoned response, whose visitor has asked for a link, to a new session, and answers what it has saved. Submissions that name the new session go on with the same response. The link is used up, and the session in it ends: whoever made the link cannot read or change what comes after. Sent again with the same sessions, it is answered the same. 404 once the link was used, the response is completed or deleted, or the 30 days are over.',
  table: 'write',
  headers: {
    ...headers,
    properties: { 'x-session-id': { ...headers.properties['x-session-id'], description: 'The session in the link.' } },
  },
  body: object(['session'], {
    session: {
      type: 'string',
      pattern: patterns.session.pattern,
      description: 'The new session: random, and not the one in the link.',
    },
  }),
  response: record(shown),
} as const satisfies Contract;

/** For scripts on the pages of others that are older than `resumeDraft`. */
export const getDraft = {
  ...ofVisit,
  path: '/forms/{id}/draft',
  method: 'GET',
  deprecated: true,
  summary: 'Get what a visit has saved, to go on with it',
  description:
    'For embed scripts of earlier versions: call `POST /forms/{id}/draft/resume` instead. Here the session in the link goes on, and whoever made the link knows it. 404 once the link was gone on with there, the response is completed or deleted, or the 30 days are over.',
  table: 'read',
  response: record({ ...shown, expiresAt }),
} as const satisfies Contract;

export const drafts = { keepDraft, resumeDraft, getDraft } as const;

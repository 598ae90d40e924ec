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
      description: 'The session of the visit’s partial submissions.',
    },
  },
  required: ['x-session-id'],
} as const;

const expiresAt = { ...timestamp, description: 'When the draft can no longer be read.' } as const;

const shown = {
  answers: response.properties.answers,
  withheld: {
    type: 'array',
    items: { type: 'string' },
    description: 'Answered fields whose answers are not shown, because they have a policy.',
  },
} as const;

const ofVisit = {
  auth: ['publishableKey', 'secretKey'],
  role: 'editor',
  rateShare: 0.1,
  limits: { sender: 'LIMIT_UPLOADS' },
  status: 200,
  params: pathId('The ID of a live form.'),
  headers,
} as const satisfies Partial<Contract>;

export const keepDraft = {
  ...ofVisit,
  path: '/forms/{id}/draft',
  method: 'POST',
  summary: 'Let a visitor continue later',
  description:
    'Lets the visitor continue later from a link: for 30 days, a request with the session of the visit may resume it once, on any device (`POST /forms/{id}/draft/resume`). The form must have `ui.saveAndResume`, and there must be a partial submission. Asking again extends it to 30 days from then. The session is stored as a hash.',
  grants: ['table:write', 'files:answers'],
  bodyOptional: true,
  body: record({}),
  response: record({ expiresAt }),
} as const satisfies Contract;

export const resumeDraft = {
  ...ofVisit,
  path: '/forms/{id}/draft/resume',
  method: 'POST',
  summary: 'Continue a draft in a new session',
  description:
    'Moves a partial or abandoned response, whose visitor has asked for a link, to a new session, and returns the saved answers. Submissions with the new session continue the same response. The link is used up and its session ends, so the maker of the link can’t read or change what comes after. The same request gets the same answer again. 404 after the link was used, the response was completed or deleted, or the 30 days have passed.',
  grants: ['table:write', 'files:answers'],
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

/** Serves copies of scripts from before `resumeDraft`. */
export const getDraft = {
  ...ofVisit,
  path: '/forms/{id}/draft',
  method: 'GET',
  deprecated: true,
  summary: 'Get the saved answers of a visit, to continue it',
  description:
    'For earlier embed scripts: call `POST /forms/{id}/draft/resume` instead. This one keeps the session in the link, which the maker of the link knows. 404 after the draft was resumed there, the response was completed or deleted, or the 30 days have passed.',
  grants: ['table:read', 'files:answers'],
  response: record({ ...shown, expiresAt }),
} as const satisfies Contract;

export const drafts = { keepDraft, resumeDraft, getDraft } as const;

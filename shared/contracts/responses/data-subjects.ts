import type { Contract } from '../contract.ts';
import { reads } from '../operations.ts';
import {
  environmentName,
  instant,
  linkOrNone,
  listOf,
  object,
  paging,
  pathId,
  record,
  requestState,
  timestamp,
  timestampOrNull,
} from '../records.ts';

const counts = {
  found: { type: 'integer', description: 'The number of responses that name the person.' },
  archived: {
    type: 'integer',
    description: 'How many of these are in archives.',
  },
  erased: { type: 'integer', description: 'How many of these were removed. 0 for an export.' },
} as const;

const state = {
  enum: [...requestState.enum, 'done_with_remainder'],
  description: `${requestState.description} \`done_with_remainder\`: everything except \`pending\` is erased. The state becomes \`done\` once that is gone too.`,
} as const;

/**
 * The kinds of what a search finds. A response is of the first kind that fits, because it is kept or erased as a whole.
 */
const hitKinds = ['named', 'mentioned', 'notes', 'recipients', 'accounts'] as const;

const hitCounts = {
  named: { type: 'integer', description: 'Responses with the address or value as an answer. An erasure removes them.' },
  mentioned: { type: 'integer', description: 'Other responses with it within the text of an answer.' },
  notes: { type: 'integer', description: 'Other responses with it in a note or reply of your team.' },
  recipients: { type: 'integer', description: 'Integrations that send mails to the address.' },
  accounts: { type: 'integer', description: 'Members and invitations with the address.' },
} as const;

const shown = {
  id: { type: 'string' },
  type: { enum: ['search', 'export', 'erase'] },
  state,
  environment: environmentName,
  environments: {
    type: ['array', 'null'],
    description:
      'Of a request over all environments: its part in each of them. Every part is a request with an ID of its own. `null` for a request in one environment, and for API keys.',
    items: record({
      environment: environmentName,
      id: { type: 'string' },
      state,
      found: counts.found,
      erased: counts.erased,
      reason: { type: ['string', 'null'], description: 'Why it failed or waits.' },
    }),
  },
  subject: object(
    [],
    { email: { type: 'string' }, fieldId: { type: 'string' }, value: { type: 'string' } },
    'The person, masked. The address or value itself is not stored.',
  ),
  ...counts,
  views: {
    type: 'integer',
    description:
      'The number of saved views with the address or value in their name or filters. An erasure removes them; the file of an export lists them.',
  },
  forms: {
    type: 'array',
    description: 'The forms with responses that name the person.',
    items: record({ formId: { type: 'string' }, ...counts }),
  },
  file: {
    type: ['object', 'null'],
    description: 'The exported file, until `expiresAt` or until an erasure removes it.',
    required: ['bytes', 'files', 'expiresAt'],
    properties: {
      bytes: { type: 'integer' },
      files: { type: 'integer', description: 'The number of the responses’ uploaded files.' },
      expiresAt: timestamp,
    },
    additionalProperties: false,
  },
  pending: {
    type: ['object', 'null'],
    description:
      'What an erasure could not remove yet, because the owner of a bucket denies access, or a service refuses. The service tries again every hour.',
    required: ['files', 'exports', 'buckets', 'rows'],
    properties: {
      files: { type: 'integer', description: 'Uploaded files, and objects with answers.' },
      exports: { type: 'integer', description: 'Files of exports.' },
      buckets: { type: 'array', items: { type: 'string' } },
      rows: { type: 'integer', description: 'Rows of responses in Google Sheets, Notion and Airtable.' },
    },
    additionalProperties: false,
  },
  disclosedTo: {
    type: 'array',
    description:
      'Of an erasure: the webhooks and integrations that got the erased responses, by the deliveries of the last 30 days, and every active integration with Google Sheets, Notion or Airtable. Ask those with `rows: null` to erase, too.',
    items: record({
      kind: { enum: ['webhook', 'integration', 'automatic_reply'] },
      id: { type: 'string' },
      name: { type: 'string', description: 'The host of a webhook, or the type of an integration.' },
      rows: {
        type: ['object', 'null'],
        description: 'The erased responses by what became of their rows. `null` for receivers without rows.',
        required: ['removed', 'pending', 'failed'],
        properties: {
          removed: { type: 'integer', description: 'Responses that have no row there any more.' },
          pending: { type: 'integer', description: 'Responses whose rows are still to be removed.' },
          failed: {
            type: 'integer',
            description: 'Responses whose rows you must remove. The log of deliveries says why.',
          },
        },
        additionalProperties: false,
      },
    }),
  },
  reason: { type: ['string', 'null'], description: 'Why it failed or waits.' },
  hits: {
    type: ['object', 'null'],
    description: 'What a search has found, by kind. `null` for other requests.',
    required: [...hitKinds, 'expiresAt'],
    properties: {
      ...hitCounts,
      expiresAt: {
        ...timestampOrNull,
        description: 'Until when its hits can be listed, and an erasure can start from it. `null` while it runs.',
      },
    },
    additionalProperties: false,
  },
  searchId: { type: ['string', 'null'], description: 'The search that an erasure started from.' },
  mentions: {
    type: 'array',
    items: { type: 'string' },
    description: 'Of an erasure: the responses that only mention the person and that it erases, too.',
  },
  except: {
    type: 'array',
    description: 'Of an erasure: the responses that it keeps, and why.',
    items: record({
      responseId: { type: 'string' },
      reason: { type: ['string', 'null'], description: '`null` if the request gave none.' },
    }),
  },
  deadline: { ...timestamp, description: 'When the person must have an answer.' },
  note: { type: ['string', 'null'], description: 'Your note about the request.' },
  createdAt: { ...timestamp, description: 'When the request was made. It finds what was submitted before.' },
  startedAt: { ...timestampOrNull, description: 'When the search began.' },
  endedAt: { ...timestampOrNull, description: 'When it finished or failed.' },
} as const;

const request = record(shown);

const subject = object([], {
  environment: { ...environmentName, description: 'Default: the environment of the request.' },
  email: {
    type: 'string',
    minLength: 1,
    maxLength: 254,
    description:
      'Finds responses with this address as an answer, in any field, case and spelling: also with invisible characters, full-width letters, or its domain in Punycode. Texts that only contain the address are not found.',
  },
  fieldId: {
    type: 'string',
    minLength: 1,
    maxLength: 64,
    description:
      'A field of type `email`, or one that a form marks with `identifies`. Requires `value`. Only forms with such a field are searched for the value.',
  },
  value: {
    type: ['string', 'number', 'boolean'],
    maxLength: 1000,
    description: 'Finds responses with this answer to the field, in any case, or with it as one of several values.',
  },
});

const responsesMax = {
  type: 'integer',
  minimum: 1,
  maximum: 1_000_000,
  default: 100,
  description:
    'The maximum number of responses that one person can have. A request that finds more fails, says how many it found, and changes nothing. Check the criterion, then send a higher number to confirm.',
} as const;

const handling = {
  environments: {
    enum: ['one', 'all'],
    default: 'one',
    description:
      '`all` makes one request over every environment of the organization, with a part in each. It needs a session: an API key has one environment. `responsesMax` applies in each.',
  },
  deadline: {
    ...instant,
    description:
      'When the person must have an answer, if not within 30 days. The dashboard marks requests that are overdue.',
  },
  note: {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    description:
      'Why you make the request, such as the number of a case. It is kept for a year: do not name the person.',
  },
} as const;

const responseId = { type: 'string', minLength: 1, maxLength: 100 } as const;

const starts = {
  auth: ['secretKey', 'session'],
  role: 'admin',
  method: 'POST',
  grants: ['table:write'],
  status: 202,
  namesEnvironment: true,
  body: object([], { ...subject.properties, responsesMax, ...handling }),
  response: request,
} as const;

const responseIds = {
  type: 'array',
  maxItems: 100,
  uniqueItems: true,
  items: responseId,
} as const;

const about =
  'Covers every form of the environment, including archived ones, drafts, former fields, partial responses, spam and archives. Name the person by `email`, or by `fieldId` and `value`. Responds at once; `GET /data-subjects/{id}` shows the progress. An environment can have 100 unfinished requests.';

const searchedMax = 10_000;

export const searchDataSubject = {
  ...starts,
  path: '/data-subjects/search',
  summary: 'Search for everything that names or mentions a person',
  description: `Changes nothing. Finds responses that name the person, as an erasure does, and those that only mention them in a text, a note or a reply; also the integrations, members and invitations with the address. \`GET /data-subjects/{id}/hits\` lists them for 7 days, and an erasure can start from it. ${about}`,
  body: object([], { ...subject.properties, responsesMax: { ...responsesMax, maximum: searchedMax }, ...handling }),
  audited: 'data_subject.search_requested',
} as const satisfies Contract;

export const exportDataSubject = {
  ...starts,
  path: '/data-subjects/export',
  body: object([], {
    ...subject.properties,
    responsesMax,
    ...handling,
    includeMasked: {
      type: 'boolean',
      default: false,
      description:
        'Whether the file shows answers to `masked` fields in full. Only an owner’s session can request this, and the audit trail records it.',
    },
    include: {
      type: 'array',
      uniqueItems: true,
      items: { enum: ['notes'] },
      default: [],
      description: 'What else the file has. `notes`: the notes of your team about the responses.',
    },
    language: {
      enum: ['en', 'de'],
      description:
        'The language of the page, and of the texts of forms that have it. Without it, the page is English, and each form is in its own language.',
    },
  }),
  summary: 'Export everything that is stored about a person',
  description: `Makes a ZIP archive for the person and a JSON file for programs, which are kept for 7 days. ${about}`,
  audited: 'data_subject.export_requested',
} as const satisfies Contract;

export const eraseDataSubject = {
  ...starts,
  path: '/data-subjects/erase',
  summary: 'Permanently erase everything that is stored about a person',
  body: object([], {
    ...subject.properties,
    searchId: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description:
        'A finished search, in place of `email` or `fieldId`. The erasure then concerns what was submitted until that search, so nothing is erased that you have not seen.',
    },
    responsesMax,
    ...handling,
    mentions: {
      ...responseIds,
      description:
        'IDs of responses to erase although they only mention the person, in a text, a note or a reply. Others than those that mention the person are ignored.',
    },
    except: {
      type: 'array',
      maxItems: 100,
      uniqueItems: true,
      items: {
        anyOf: [
          responseId,
          object(['responseId', 'reason'], {
            responseId,
            reason: {
              type: 'string',
              minLength: 1,
              maxLength: 200,
              description:
                'Why it is kept. The request and the audit trail have it for a year: do not name the person.',
            },
          }),
        ],
      },
      description:
        'Responses to keep, such as those of another person who gave the address as a contact. Each is an ID, or an ID with the reason.',
    },
  }),
  description: `Deletes responses with their notes and files, visits, deliveries, Idempotency-Keys, and exports that contain them. ${about}`,
  audited: 'data_subject.erasure_requested',
} as const satisfies Contract;

export const listDataSubjectRequests = {
  ...reads,
  path: '/data-subjects',
  summary: 'List the requests to export or erase a person',
  description: 'The requests of the environment in the last year.',
  role: 'admin',
  query: object([], { environment: environmentName, ...paging }),
  response: listOf(request),
} as const satisfies Contract;

const orNull = { type: ['string', 'null'] } as const;

export const listDataSubjectHits = {
  ...reads,
  path: '/data-subjects/{id}/hits',
  summary: 'List what a search has found',
  description:
    'The hits of a search by kind, without any answers. Empty once they have expired, and for other requests. A response that is erased leaves the list.',
  role: 'admin',
  params: pathId('The ID of a request.'),
  query: object([], { kind: { enum: hitKinds, description: 'Only hits of this kind.' }, ...paging }),
  response: listOf(
    record({
      id: { type: 'string', description: 'The ID of the response, integration, user or invitation.' },
      kind: { enum: hitKinds },
      formId: { ...orNull, description: 'The form of a response.' },
      formTitle: orNull,
      archived: { type: 'boolean', description: 'Whether the response was in an archive.' },
      fields: {
        type: 'array',
        description:
          'The fields whose answers name or mention the person, ten at most. `label` is `null` without a field.',
        items: record({ id: { type: 'string' }, label: orNull }),
      },
      noteIds: { type: 'array', items: { type: 'string' }, description: 'The notes that mention the person.' },
      replyIds: { type: 'array', items: { type: 'string' }, description: 'The replies that mention the person.' },
    }),
  ),
} as const satisfies Contract;

const link = {
  url: { type: 'string', description: 'A GET downloads it without a credential.' },
  expiresIn: {
    type: 'integer',
    description: 'The seconds until the link expires. Get the request again for another link.',
  },
} as const;

export const getDataSubjectRequest = {
  ...reads,
  path: '/data-subjects/{id}',
  summary: 'Get a request to export or erase a person',
  description: 'A finished export has links to its files.',
  role: 'admin',
  auditedReading: ['data_subject.export_read'],
  grants: ['table:read', 'files:export'],
  params: pathId('The ID of a request.'),
  response: record({
    ...shown,
    download: {
      type: ['object', 'null'],
      required: ['url', 'expiresIn'],
      properties: link,
      additionalProperties: false,
      description: 'The JSON file of an export.',
    },
    downloads: {
      type: 'array',
      description: 'The files of an export, one for each format. Empty until it is done, and when they are gone.',
      items: object(['format', 'bytes', 'url', 'expiresIn'], {
        format: {
          enum: ['zip', 'json'],
          description:
            '`zip`: a page for the person, `index.html`, with the uploaded files and the data for programs, `data.json`. `json`: that data alone. Exports from before 0.3.0 have only `json`.',
        },
        bytes: { type: 'integer' },
        files: { type: 'integer', description: 'The number of uploaded files in it.' },
        ...link,
      }),
    },
  }),
} as const satisfies Contract;

export const listDataSubjectFiles = {
  ...reads,
  path: '/data-subjects/{id}/files',
  summary: 'List the uploaded files of an export, with links',
  description: 'The files of the exported responses, in the order of upload.',
  role: 'admin',
  auditedReading: ['data_subject.export_read'],
  grants: ['table:read', 'files:read'],
  params: pathId('The ID of a request.'),
  query: object([], paging),
  response: listOf(
    object(['id', 'responseId', 'fieldId', 'name', 'contentType', 'size', 'url', 'expiresIn'], {
      id: { type: 'string' },
      responseId: { type: 'string' },
      fieldId: { type: 'string' },
      name: { type: 'string' },
      contentType: { type: 'string' },
      size: { type: 'integer', description: 'Bytes.' },
      ...link,
      ...linkOrNone(link.url.description),
    }),
  ),
} as const satisfies Contract;

export const dataSubjects = {
  searchDataSubject,
  exportDataSubject,
  eraseDataSubject,
  listDataSubjectRequests,
  getDataSubjectRequest,
  listDataSubjectHits,
  listDataSubjectFiles,
} as const;

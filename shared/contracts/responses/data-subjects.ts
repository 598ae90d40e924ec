import type { Contract } from '../contract.ts';
import { reads } from '../operations.ts';
import {
  environmentName,
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
  found: { type: 'integer', description: 'Responses that name the person.' },
  archived: {
    type: 'integer',
    description: 'Those of them that lay in an archive of a form whose retention archives.',
  },
  erased: { type: 'integer', description: 'Those of them that were removed; 0 for an export.' },
} as const;

const shown = {
  id: { type: 'string' },
  type: { enum: ['export', 'erase'] },
  state: requestState,
  environment: environmentName,
  subject: object(
    [],
    { email: { type: 'string' }, fieldId: { type: 'string' }, value: { type: 'string' } },
    'Who it is about: masked, as the address or the value itself is not kept.',
  ),
  ...counts,
  forms: {
    type: 'array',
    description: 'The forms in which something was found.',
    items: record({ formId: { type: 'string' }, ...counts }),
  },
  file: {
    type: ['object', 'null'],
    description: 'What an export came to: until `expiresAt`, or until an erasure removes what is in it.',
    required: ['bytes', 'files', 'expiresAt'],
    properties: {
      bytes: { type: 'integer' },
      files: { type: 'integer', description: 'Uploaded files that the responses have.' },
      expiresAt: timestamp,
    },
    additionalProperties: false,
  },
  reason: { type: ['string', 'null'], description: 'Why it failed, or waits.' },
  createdAt: { ...timestamp, description: 'The moment that counts: what was submitted until then is found.' },
  startedAt: { ...timestampOrNull, description: 'When the search began.' },
  endedAt: { ...timestampOrNull, description: 'When it was done, or failed.' },
} as const;

const request = record(shown);

const subject = object([], {
  environment: { ...environmentName, description: 'Default: the environment of the request.' },
  email: {
    type: 'string',
    minLength: 1,
    maxLength: 254,
    description:
      'Finds the responses with an answer that is this address, in whatever field, in upper or lower case. Texts that merely contain it are not found.',
  },
  fieldId: {
    type: 'string',
    minLength: 1,
    maxLength: 64,
    description: 'A field, together with `value`; of all forms, also of those that no longer have it.',
  },
  value: {
    type: ['string', 'number', 'boolean'],
    maxLength: 1000,
    description:
      'Finds the responses whose answer to the field is this, exactly; of an answer with several values, one of them.',
  },
});

const starts = {
  auth: ['secretKey', 'session'],
  role: 'admin',
  method: 'POST',
  table: 'write',
  status: 202,
  namesEnvironment: true,
  body: subject,
  response: request,
} as const;

const about =
  'Every form of the environment is searched, archived ones and drafts too, with fields that were removed, partial responses, spam, and what was moved into archives by a retention. Name the person by `email`, or by `fieldId` and `value`. The answer comes at once; `GET /data-subjects/{id}` tells how far it is. At most 100 requests of an environment can be unfinished.';

export const exportDataSubject = {
  ...starts,
  path: '/data-subjects/export',
  summary: 'Gather everything that is stored of a person',
  description: `Into one JSON file, which is kept for 7 days. ${about}`,
  audited: 'data_subject.export_requested',
} as const satisfies Contract;

export const eraseDataSubject = {
  ...starts,
  path: '/data-subjects/erase',
  summary: 'Permanently erase everything that is stored about a person',
  description: `Responses with their notes and files, visits, deliveries, Idempotency-Keys, and exports that hold them. ${about}`,
  audited: 'data_subject.erasure_requested',
} as const satisfies Contract;

export const listDataSubjectRequests = {
  ...reads,
  path: '/data-subjects',
  summary: 'List the requests to export or erase a person',
  description: 'Those of the environment, for a year.',
  role: 'admin',
  query: object([], { environment: environmentName, ...paging }),
  response: listOf(request),
} as const satisfies Contract;

const link = {
  url: { type: 'string', description: 'A GET downloads it, without any credential.' },
  expiresIn: { type: 'integer', description: 'Seconds; read the request again for another link.' },
} as const;

export const getDataSubjectRequest = {
  ...reads,
  path: '/data-subjects/{id}',
  summary: 'Get a request to export or erase a person',
  description: 'Of an export that is done, with a link to its file.',
  role: 'admin',
  files: 'export',
  params: pathId('The id of a request.'),
  response: record({
    ...shown,
    download: {
      type: ['object', 'null'],
      required: ['url', 'expiresIn'],
      properties: link,
      additionalProperties: false,
      description: 'The JSON file of an export.',
    },
  }),
} as const satisfies Contract;

export const listDataSubjectFiles = {
  ...reads,
  path: '/data-subjects/{id}/files',
  summary: 'List the uploaded files of an export, with links',
  description: 'The files that the exported responses have, in the order in which they were uploaded.',
  role: 'admin',
  files: 'read',
  params: pathId('The id of a request.'),
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
  exportDataSubject,
  eraseDataSubject,
  listDataSubjectRequests,
  getDataSubjectRequest,
  listDataSubjectFiles,
} as const;

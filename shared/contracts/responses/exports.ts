import type { Contract } from '../contract.ts';
import { deletes, reads } from '../operations.ts';
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
import { listResponses } from './responses.ts';

const { status, folder, headers, bom, guard, columns, timezone, delimiter } = listResponses.query.properties;

const format = {
  enum: ['csv', 'jsonl', 'parquet', 'xlsx'],
  description:
    '`parquet`: numbers, flags and times as such, several choices and matrices as JSON. `xlsx`: an Excel workbook with a sheet of responses and one of their fields.',
} as const;

const exported = record({
  id: { type: 'string' },
  state: requestState,
  environment: environmentName,
  formId: { type: ['string', 'null'], description: '`null`: all forms of the environment.' },
  format,
  rows: { type: 'integer', description: 'Responses that are in files by now.' },
  total: { type: ['integer', 'null'], description: 'As many as there were to export when it began.' },
  files: { type: 'integer', description: 'How many files there are by now.' },
  bytes: { type: 'integer', description: 'Of all files.' },
  reason: { type: ['string', 'null'], description: 'Why it failed, or waits.' },
  createdAt: { ...timestamp, description: 'The moment that counts: what was submitted until then is exported.' },
  endedAt: { ...timestampOrNull, description: 'When it was done, or failed.' },
  expiresAt: { ...timestampOrNull, description: 'When its files are removed: seven days after the end.' },
});

export const createExport = {
  auth: ['secretKey', 'session'],
  role: 'viewer',
  method: 'POST',
  path: '/exports',
  summary: 'Export all responses of an environment, or of a form, to files',
  description:
    'For those that are more than the 200 MB that one answer takes. The answer comes at once; `GET /exports/{id}` tells how far it is, `GET /exports/{id}/files` has links to the files. A form has a file for each 50,000 responses, fewer where they are long or have more than 20 columns; each is whole in itself, with its header or schema. Answers are shown as to the caller in a list: what is sealed only to those who may change responses. Files of a form with a bucket of its own go there. Ten exports of an environment can be unfinished. An erasure of a person removes all exports of the environment.',
  audited: 'responses.export_requested',
  table: 'write',
  status: 202,
  namesEnvironment: true,
  body: object(['format'], {
    environment: { ...environmentName, description: 'Default: the environment of the request.' },
    formId: { type: 'string', minLength: 1, description: 'Only this form; left out, every form of the environment.' },
    format,
    status,
    folder: {
      enum: folder.enum,
      description: '`inbox`, where it is left out; `spam`: those that were taken for spam.',
    },
    from: { ...instant, description: 'ISO 8601: submitted at this time or later.' },
    to: { ...instant, description: 'ISO 8601: submitted before this time; a bare date includes that whole UTC day.' },
    columns: { ...columns, description: 'With `formId`: which columns, as in `GET /responses`.' },
    timezone,
    headers: { enum: headers.enum, description: headers.description },
    bom: { type: 'boolean', description: bom.description },
    guard: { type: 'boolean', description: `${guard.description} \`true\`, where it is left out.` },
    delimiter,
  }),
  response: exported,
} as const satisfies Contract;

export const listExports = {
  ...reads,
  path: '/exports',
  summary: 'List the exports of an environment',
  description: 'Those of the last 30 days.',
  query: object([], { environment: environmentName, ...paging }),
  response: listOf(exported),
} as const satisfies Contract;

export const getExport = {
  ...reads,
  path: '/exports/{id}',
  summary: 'Get an export, with how far it is',
  params: pathId('The id of an export.'),
  response: exported,
} as const satisfies Contract;

export const listExportFiles = {
  ...reads,
  path: '/exports/{id}/files',
  summary: 'List the files of an export, with links',
  description:
    'A file that shows sealed answers has a link only for those who may see them. Links live five minutes; ask again for others.',
  files: 'readExports',
  params: pathId('The id of an export.'),
  query: object([], paging),
  response: listOf(
    object(['id', 'formId', 'name', 'rows', 'bytes', 'url', 'expiresIn'], {
      id: { type: 'string' },
      formId: { type: 'string' },
      name: { type: 'string', description: 'What the file is called: by the form, and which of its files it is.' },
      rows: { type: 'integer' },
      bytes: { type: 'integer' },
      expiresIn: { type: 'integer', description: 'Seconds.' },
      ...linkOrNone('A GET downloads it, without any credential.'),
    }),
  ),
} as const satisfies Contract;

export const deleteExport = {
  ...deletes('editor'),
  path: '/exports/{id}',
  summary: 'Cancel an export, and remove its files',
  audited: 'responses.export_deleted',
  params: pathId('The id of an export.'),
} as const satisfies Contract;

export const responseExports = { createExport, listExports, getExport, listExportFiles, deleteExport } as const;

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
import { exportedFolders } from '../response-states.ts';
import { listResponses } from './responses.ts';
import { answerConditions } from './views.ts';

const { status, headers, bom, guard, columns, timezone, delimiter, order, ...filters } = listResponses.query.properties;
const { handling, assignee, source, origin, language, browser, q } = filters;

const format = {
  enum: ['csv', 'jsonl', 'parquet', 'xlsx'],
  description:
    '`parquet`: numbers, booleans and times keep their types; multiple choices and matrices are JSON. `xlsx`: an Excel workbook with one sheet of responses and one of their fields.',
} as const;

const exported = record({
  id: { type: 'string' },
  state: requestState,
  environment: environmentName,
  formId: { type: ['string', 'null'], description: '`null`: all forms of the environment.' },
  format,
  rows: { type: 'integer', description: 'The number of responses in finished files.' },
  total: {
    type: ['integer', 'null'],
    description:
      'The number of responses to export when it began. `null` for a search, whose matches are known at the end.',
  },
  files: { type: 'integer', description: 'The number of finished files.' },
  bytes: { type: 'integer', description: 'The size of all files, in bytes.' },
  reason: { type: ['string', 'null'], description: 'Why it failed or waits.' },
  createdAt: { ...timestamp, description: 'When the export was requested. It contains what was submitted before.' },
  endedAt: { ...timestampOrNull, description: 'When it finished or failed.' },
  expiresAt: {
    ...timestampOrNull,
    description:
      'When its files are removed: seven days after it ends, or when the first response in them expires. They are removed sooner if a response in them is deleted.',
  },
});

export const createExport = {
  auth: ['secretKey', 'session'],
  role: 'viewer',
  method: 'POST',
  path: '/exports',
  summary: 'Export all responses of an environment, or of a form, to files',
  description:
    'For exports larger than the 200 MB of one response. `GET /exports/{id}` shows the progress, `GET /exports/{id}/files` has links to the files. A file has up to 50,000 responses, fewer if they are long or have more than 20 columns, and its own header or schema. Answers are shown as you see them in a list: encrypted ones only to editors. A search reads every response once. If a form has its own bucket, its files are stored there. An environment can have ten unfinished exports. An erasure of a person removes all exports of the environment.',
  audited: 'responses.export_requested',
  grants: ['table:write'],
  status: 202,
  namesEnvironment: true,
  body: object(['format'], {
    environment: { ...environmentName, description: 'Default: the environment of the request.' },
    formId: { type: 'string', minLength: 1, description: 'Only this form. Default: every form of the environment.' },
    format,
    status,
    folder: {
      enum: exportedFolders,
      description: 'Default: `inbox`. `spam`: responses marked as spam.',
    },
    viewId: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description:
        'With `formId`: the filters, columns and order of this saved view, as they are now. Properties of the request replace those of the view.',
    },
    handling: { enum: handling.enum, description: 'With `formId`: only responses in this state.' },
    assignee: {
      ...assignee,
      description: 'With `formId`: only the responses of this assignee, by the ID of the user, or of `none`.',
    },
    source: { enum: source.enum, description: source.description },
    origin: { ...origin, description: 'With `formId`: only the responses from pages of this origin.' },
    language: {
      ...language,
      description: 'With `formId`: only the responses of browsers in this language. `de` finds `de-AT`, too.',
    },
    browser: { enum: browser.enum, description: 'With `formId`: only the responses from this browser.' },
    q: {
      ...q,
      description: 'With `formId`: only responses with this text in an answer, in any case, or with this ID.',
    },
    answers: answerConditions,
    order: { enum: order.enum, description: 'Default: `asc`, oldest first, or the order of the view.' },
    from: { ...instant, description: 'ISO 8601: submitted at this time or later.' },
    to: { ...instant, description: 'ISO 8601: submitted before this time; a bare date includes that whole UTC day.' },
    columns: { ...columns, description: 'With `formId`: the columns, as in `GET /responses`.' },
    timezone,
    headers: { enum: headers.enum, description: headers.description },
    bom: { type: 'boolean', description: bom.description },
    guard: { type: 'boolean', description: `${guard.description} Default: \`true\`.` },
    delimiter,
  }),
  response: exported,
} as const satisfies Contract;

export const listExports = {
  ...reads,
  path: '/exports',
  summary: 'List the exports of an environment',
  description: 'The exports of the last 30 days.',
  query: object([], { environment: environmentName, ...paging }),
  response: listOf(exported),
} as const satisfies Contract;

export const getExport = {
  ...reads,
  path: '/exports/{id}',
  summary: 'Get an export with its progress',
  params: pathId('The ID of an export.'),
  response: exported,
} as const satisfies Contract;

export const listExportFiles = {
  ...reads,
  path: '/exports/{id}/files',
  summary: 'List the files of an export, with links',
  auditedReading: ['responses.export_read'],
  description:
    'A file with encrypted answers has a link only for people who may see them. Links work for five minutes.',
  grants: ['table:read', 'files:readExports'],
  params: pathId('The ID of an export.'),
  query: object([], paging),
  response: listOf(
    object(['id', 'formId', 'name', 'rows', 'bytes', 'url', 'expiresIn'], {
      id: { type: 'string' },
      formId: { type: 'string' },
      name: { type: 'string', description: 'The name of the file: the name of the form, with a number.' },
      rows: { type: 'integer' },
      bytes: { type: 'integer' },
      expiresIn: { type: 'integer', description: 'The seconds until the link expires.' },
      ...linkOrNone('A GET downloads it without a credential.'),
    }),
  ),
} as const satisfies Contract;

export const deleteExport = {
  ...deletes('editor'),
  path: '/exports/{id}',
  summary: 'Cancel an export, and remove its files',
  audited: 'responses.export_deleted',
  params: pathId('The ID of an export.'),
} as const satisfies Contract;

export const responseExports = { createExport, listExports, getExport, listExportFiles, deleteExport } as const;

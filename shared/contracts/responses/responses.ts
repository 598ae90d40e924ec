import type { Contract } from '../contract.ts';
import { getForm } from '../forms/forms.ts';
import { creates, deletes, reads, updates } from '../operations.ts';
import { patterns } from '../patterns.ts';
import {
  environmentName,
  idempotencyKey,
  instant,
  linkOrNone,
  listOf,
  object,
  paging,
  pathId,
  record,
  timestamp,
  timeZone,
} from '../records.ts';
import { browserNames, exportedFolders, handling, replyState, status } from '../response-states.ts';

const source = { enum: ['browser', 'server', 'import'] } as const;

const fault = record({ field: { type: 'string' }, rule: { type: 'string' }, message: { type: 'string' } });

const note = record({
  id: { type: 'string', description: 'Send it back to keep the note as it is.' },
  body: { type: 'string' },
  authorId: { type: 'string', description: 'The user, or the secret key, that added it.' },
  createdAt: timestamp,
});

const spam = object(
  ['score', 'reasons', 'at'],
  {
    score: { type: 'number', minimum: 0, maximum: 1, description: 'From 0 to 1: 1 is certain.' },
    reasons: {
      type: 'array',
      items: { type: 'string' },
      description:
        '`ticket_missing`, `ticket_invalid`, `ticket_early`, `ticket_expired`: the fault of the ticket; `marked`: a person marked it.',
    },
    at: { ...timestamp, description: 'When it was marked. It is removed 30 days later.' },
  },
  'Present if the response is marked as spam.',
);

const file = object(['id', 'name', 'contentType', 'size', 'url'], {
  id: { type: 'string' },
  name: { type: 'string' },
  contentType: { type: 'string' },
  size: { type: 'integer', description: 'Bytes.' },
  ...linkOrNone('A GET downloads the file without a credential, for at most an hour.'),
});

const answer = {
  type: ['string', 'number', 'boolean', 'array', 'object'],
  items: { type: 'string' },
  additionalProperties: { type: 'string' },
} as const;

export const response = object(
  [
    ...(['id', 'formId', 'formVersion', 'environment', 'status', 'startedAt', 'submittedAt', 'updatedAt'] as const),
    ...(['handling', 'answers', 'notes', 'meta'] as const),
  ],
  {
    id: { type: 'string' },
    formId: { type: 'string' },
    formVersion: { type: 'integer', description: 'The version of the form that the answers were checked against.' },
    environment: environmentName,
    status,
    startedAt: {
      ...timestamp,
      description: 'When the first answers arrived, or the first event of the visit if earlier.',
    },
    submittedAt: {
      ...timestamp,
      description:
        'When the response was first completed; until then, when its first answers arrived. Lists are ordered by it. It does not change with the status later.',
    },
    updatedAt: { ...timestamp, description: 'When answers, status, notes, handling or assignee last changed.' },
    handling,
    assigneeId: {
      type: 'string',
      description:
        'The user who takes care of it. Absent if nobody does. It stays when that member is removed, and then counts as `none` in filters.',
    },
    answers: {
      type: 'object',
      additionalProperties: answer,
      description:
        'Field ID to value: a string, a number, a boolean, a list of strings, or for a matrix an object, row to column.',
    },
    concealed: {
      type: 'object',
      description:
        'Field ID to the reason why the answer is not shown in full: `hidden` from this caller or `masked` by the field’s policy, `unavailable`, because it could not be decrypted or read, or `destroyed`, because the operator destroyed the key that encrypted it. Absent if all are shown.',
      additionalProperties: { enum: ['hidden', 'masked', 'unavailable', 'destroyed'] },
    },
    answersUnavailable: {
      type: 'boolean',
      description:
        'True if the answers are in a bucket of the form’s owner that can’t be read now. Each answer then shows as unavailable, and changes are refused with 503. Otherwise absent.',
    },
    files: {
      type: 'object',
      description: 'Only in a list with `files=url`: field ID to the answer’s file, or to a list of files.',
      additionalProperties: { ...file, type: ['object', 'array'], items: file },
    },
    notes: { type: 'array', items: note },
    meta: object([], {
      source: {
        ...source,
        description: 'The kind of key: publishable or secret. `import`: it was submitted elsewhere.',
      },
      origin: { type: 'string', description: 'The page’s origin, as the browser sent it.' },
      userAgent: {
        type: 'string',
        description:
          'The names of the sender’s browser and system, or that of a program: `Firefox on Linux`. Responses from before 0.3.0 have the whole `User-Agent`.',
      },
      language: {
        type: 'string',
        description:
          'The browser’s language, as a BCP 47 tag. Missing in responses from servers, and from before 0.3.0.',
      },
      durationMs: { type: 'integer', description: 'The time from the first save to completion.' },
      consents: {
        type: 'object',
        description:
          'The proof of each consent, by field id: which text, when, and from whom. A withdrawn one stays, with `withdrawnAt`.',
        additionalProperties: object(['textHash', 'at'], {
          textHash: {
            type: 'string',
            description:
              'SHA-256 of the text in the language that was shown, in UTF-8, as hexadecimal digits. The text: `GET /forms/{id}/consent-texts`.',
          },
          language: {
            type: 'string',
            description:
              'The language of the text. Missing for a form that names none, and in responses from before 0.3.',
          },
          shown: {
            type: 'boolean',
            description:
              'The sender named exactly this text by its `consentId`. Without it, the text is the one in the form’s own language at that time.',
          },
          at: { ...timestamp, description: 'When it was given.' },
          by: {
            enum: ['visitor', 'server'],
            description: '`visitor`: sent with a publishable key. `server`: sent or set with a secret key or session.',
          },
          withdrawnAt: { ...timestamp, description: 'When it was taken back.' },
        }),
      },
    }),
    spam,
    restricted: {
      type: 'boolean',
      description:
        'True while the processing of the response is restricted (GDPR, Article 18). Only admins see its answers and notes. Otherwise absent.',
    },
  },
);

export const listResponses = {
  ...reads,
  path: '/responses',
  summary: 'List or export responses',
  auditedExport: 'responses.exported',
  auditedReading: ['responses.read', 'files.read'],
  grants: ['table:read', 'changes:read', 'dataKeys:open', 'files:read'],
  description:
    'Of one form, or of all forms of the environment. JSON is paged; CSV, Excel and JSON Lines stream every match unless `limit` is given.',
  transport: { streamed: true },
  queryObjects: ['answers'],
  produces: ['text/csv', 'application/jsonl', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  query: object([], {
    form_id: { type: 'string', minLength: 1, description: 'Only the responses of this form.' },
    status: { ...status, description: 'Only responses of this status.' },
    handling: {
      ...handling,
      description:
        'With `form_id`: only responses in this state. Responses that nobody has handled are `open`, including those that earlier versions stored.',
    },
    assignee: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description:
        'With `form_id`: only the responses of this assignee, by the ID of the user; `none` for those without a current member as assignee. Like a search, this reads each response.',
    },
    source: {
      ...source,
      description: 'With `form_id`: only the responses from this source. Like a search, this reads each response.',
    },
    origin: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'With `form_id`: only the responses from pages of this origin, such as `https://www.example.com`.',
    },
    language: {
      type: 'string',
      minLength: 2,
      maxLength: 35,
      description:
        'With `form_id`: only the responses of browsers in this language. `de` finds `de-AT`, too. Responses from before 0.3.0 have none.',
    },
    browser: {
      enum: browserNames,
      description: 'With `form_id`: only the responses from this browser, by its `userAgent`.',
    },
    form: {
      type: 'boolean',
      default: false,
      description: 'With `form_id`: the page has `form`, as `GET /forms/{id}` shows it.',
    },
    folder: {
      enum: [...exportedFolders, 'restricted'],
      default: 'inbox',
      description:
        '`spam`: responses marked as spam. `restricted`, with `form_id` and only as JSON: responses whose processing is restricted; only admins see their answers. No other list, count, export, webhook or integration includes either.',
    },
    answers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description:
        'With `form_id`: `answers[topic]=Sales` finds responses with this answer to the field `topic`, or with it as one of several choices. Operators: `answers[age][gte]=18`, `gt`, `lt`, `lte`, `not`, `contains` in any case, `in` a list with commas, `empty` `true` or `false`, and `answers[quality][row][Speed]=Good` for a row of a matrix. All conditions must match. Encrypted fields are refused. Each response is read: send `from`, `to` and `status` to read fewer.',
    },
    q: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description:
        'With `form_id`: only responses with this text in an answer, in any case, or with this ID. Encrypted answers are not searched. A page reads at most 10,000 responses, 1,000 if their answers are in the owner’s bucket: it may have fewer items than `limit`, or none. Continue with `nextCursor`.',
    },
    environment: environmentName,
    from: { ...instant, description: 'ISO 8601 date or date-time: submitted at this time or later.' },
    to: { ...instant, description: 'ISO 8601: submitted before this time; a bare date includes that whole UTC day.' },
    updated_since: {
      ...instant,
      description:
        'ISO 8601: submitted or changed at this time or later, in order of `updatedAt`, and of IDs where that is the same. To keep a copy up to date, continue from the greatest `updatedAt` that you have, minus a minute. Repeats have the same `id`. Deleted responses are not listed.',
    },
    format: {
      enum: ['json', 'csv', 'jsonl', 'xlsx'],
      default: 'json',
      description:
        '`json` is one page; `csv`, `jsonl` and `xlsx` are downloads of every match. `xlsx` is an Excel workbook: numbers, dates and times as such, one sheet of responses and one of their fields.',
    },
    headers: {
      enum: ['id', 'label'],
      default: 'id',
      description: 'CSV and Excel: name the columns by field ID or by label.',
    },
    bom: { type: 'boolean', default: false, description: 'CSV: begin with a byte order mark, for Excel.' },
    guard: {
      type: 'boolean',
      default: true,
      description: "CSV: put `'` before a text cell that a spreadsheet would take for a formula.",
    },
    columns: {
      type: 'string',
      minLength: 1,
      maxLength: 8192,
      description:
        'Exports: the columns, separated by commas: properties of a response (`id`, `updatedAt`, `notes`, …) and of its `meta` (`origin`, `durationMs`, …), IDs of fields, or `all`. A field with the name of a property is `answers.<id>`. JSON Lines then have flat objects.',
    },
    timezone: timeZone(
      'Exports: the IANA time zone, such as `Europe/Berlin`, of `startedAt`, `submittedAt` and `updatedAt`: `2026-01-31T10:30:00.000+01:00`.',
    ),
    delimiter: {
      enum: [',', ';', 'tab'],
      description: 'CSV: the separator of cells. Default: a comma.',
    },
    files: {
      enum: ['id', 'url'],
      default: 'id',
      description:
        '`url`: includes links to download the files, in JSON as `files`, in CSV instead of their IDs. They work for at most an hour.',
    },
    limit: {
      type: paging.limit.type,
      minimum: 1,
      maximum: 1000,
      description:
        'JSON: the most items in a page; 50 by default. An export has no pages: it contains every match, or at most this many. `Link` with `rel="next"` leads to the rest, if there is any.',
    },
    offset: paging.offset,
    cursor: paging.cursor,
    order: {
      enum: paging.order.enum,
      description: 'Default: `desc`, newest first; with `updated_since`: `asc`.',
    },
  }),
  response: {
    ...listOf(response),
    properties: {
      ...listOf(response).properties,
      search: record({
        read: { type: 'integer', description: 'The number of responses that the page has read.' },
        isTotal: {
          type: 'boolean',
          description: 'Whether `total` covers all responses; otherwise at least this many match.',
        },
      }),
      form: getForm.response,
    },
  },
} as const satisfies Contract;

export const getResponse = {
  ...reads,
  path: '/responses/{id}',
  summary: 'Get a response',
  auditedReading: ['responses.read'],
  grants: ['table:read', 'dataKeys:open', 'files:answers'],
  etag: true,
  params: pathId('The ID of a response.'),
  response,
} as const satisfies Contract;

const noteBody = { type: 'string', minLength: 1, maxLength: 4000, pattern: patterns.notBlank.pattern } as const;

export const updateResponse = {
  ...updates('editor'),
  path: '/responses/{id}',
  summary: 'Update a response',
  audited: 'response.updated',
  roleOf: { restricted: 'admin' },
  grants: ['table:write', 'dataKeys:seal', 'files:claim'],
  description:
    'Changes status, handling or assignee, adds notes, corrects answers, restricts processing, or says what is spam. A change of `handling` or `assigneeId` sends no event to webhooks; one of status, answers or notes sends `response.updated`. `notes` adds notes; a note sent back with its `id` stays as it is. `answers` changes the fields named; `null` removes an answer. `spam: null` moves a response out of spam: it counts, and `response.created` is sent once. `spam: true` marks it as spam: it leaves lists and counts, and is removed after 30 days. `restricted: true` restricts the processing of a response: it leaves lists, counts, summaries and exports, is sent to nobody, does not expire, and nothing else of it can be changed, until `restricted: false`. Exports that may contain it are deleted. Send `spam` and `restricted` alone. 409: the restriction can’t be lifted after the response has expired, or while a data subject request runs.',
  etag: true,
  params: pathId('The ID of a response.'),
  patches: {
    responseOnly: [
      'id',
      'formId',
      'formVersion',
      'environment',
      'startedAt',
      'submittedAt',
      'updatedAt',
      'concealed',
      'meta',
    ],
  },
  body: object(['status', 'handling', 'notes', 'answers'], {
    status,
    handling,
    assigneeId: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'A member of the organization, by the ID of the user. `null` removes the assignee.',
    },
    notes: {
      type: ['array', 'string'],
      description: 'Notes to add: one text, or a list of texts and of objects with `body`.',
      ...{ minLength: 1, maxLength: 4000, pattern: patterns.notBlank.pattern },
      items: {
        type: ['object', 'string'],
        ...{ minLength: 1, maxLength: 4000, pattern: patterns.notBlank.pattern },
        required: ['body'],
        properties: {
          id: note.properties.id,
          body: noteBody,
          authorId: note.properties.authorId,
          createdAt: note.properties.createdAt,
        },
        additionalProperties: false,
      },
    },
    answers: {
      type: 'object',
      description: 'Field ID to the new answer, checked by the field’s rules. Other answers stay.',
    },
    spam: {
      type: ['boolean', 'object'],
      description: '`true`: it is spam. `null` or `false`: it is not. The mark, as it was read, stays.',
    },
    restricted: {
      type: 'boolean',
      description: '`true` restricts the processing of the response, `null` or `false` lifts the restriction.',
    },
    restrictionReason: {
      ...{ type: 'string', minLength: 1, maxLength: 500, pattern: patterns.notBlank.pattern },
      description: 'With a change of `restricted`: the reason, for the audit trail and the timeline.',
    },
  }),
  response,
} as const satisfies Contract;

export const changeResponses = {
  ...creates('editor'),
  // `null` removes the assignee.
  takesCopies: undefined,
  path: '/responses/bulk',
  summary: 'Change or delete up to 100 responses',
  description:
    'Makes one change to each of these responses: status, handling and assignee together, or `spam`, or `delete`. Each is changed as by `PUT` or `DELETE /responses/{id}`, with its own event and audit entry. The reply has a result for each ID, in order: one that fails does not stop the others. Repeat the request after an error: what is already done stays, as `unchanged` or `not_found`. A restricted response fails, except that admins can delete it.',
  audited: 'response.updated',
  grants: ['table:write', 'dataKeys:seal', 'dataKeys:note', 'files:claim'],
  rateShare: 0.05,
  status: 200,
  body: object(['ids'], {
    ids: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength: 200 },
      description: 'The IDs of the responses, of any forms of the environment.',
    },
    status: { enum: status.enum, description: 'The new status.' },
    handling: { enum: handling.enum, description: 'The new handling.' },
    assigneeId: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 64,
      description: 'A member of the organization, by the ID of the user. `null` removes the assignee.',
    },
    spam: { type: 'boolean', description: '`true` moves them to spam, `false` out of it. Send it alone.' },
    delete: { const: true, description: 'Permanently deletes them with their files. Send it alone.' },
  }),
  response: record({
    results: {
      type: 'array',
      items: object(['id', 'result'], {
        id: { type: 'string' },
        result: {
          enum: ['changed', 'unchanged', 'deleted', 'not_found', 'failed'],
          description:
            '`unchanged`: it was already so. `not_found`: no such response in this environment, or no longer. `failed`: see `error`.',
        },
        error: object(['code', 'message', 'details'], {
          code: { type: 'string', description: 'As in the body of an error.' },
          message: { type: 'string' },
          details: { type: 'array', items: fault },
        }),
      }),
    },
  }),
} as const satisfies Contract;

export const createReply = {
  ...creates('editor'),
  path: '/responses/{id}/replies',
  summary: 'Reply to a response by email',
  description:
    'Sends an email from the deployment’s address to the email address that the visitor gave. Answers to it go to the address of `memberId`. Later replies to the response are in the same thread. `GET /responses/{id}/timeline` shows what became of it. Fields with a policy are never used. 400 `validation_failed` also when the response is not submitted, is spam or restricted, when earlier email to the address came back, when its reader wants no more, and for the 11th reply to a response. 429: an organization sends 200 replies a day. With an `Idempotency-Key`, a repeated request sends nothing again and returns the first reply.',
  audited: 'response.replied',
  grants: [
    ...(['table:write', 'accounts:users', 'accounts:organizations', 'accounts:mails'] as const),
    ...(['dataKeys:open', 'files:answers', 'hashKey:open'] as const),
  ],
  params: pathId('The id of a response.'),
  headers: {
    type: 'object',
    properties: idempotencyKey('A unique text for this reply. With a different request it is 409.'),
  },
  body: object(['subject', 'body'], {
    subject: { type: 'string', minLength: 1, maxLength: 150, pattern: patterns.notBlank.pattern },
    body: {
      type: 'string',
      minLength: 1,
      maxLength: 4000,
      pattern: patterns.notBlank.pattern,
      description: 'Plain text. An empty line separates paragraphs.',
    },
    fieldId: {
      type: 'string',
      minLength: 1,
      description: 'The field of type email with the address. Default: the first that was answered.',
    },
    memberId: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description:
        'The member who gets the answers, by the id of the user. Default: the user of the session; a secret key must name one.',
    },
  }),
  response: record({
    id: { type: 'string' },
    responseId: { type: 'string' },
    fieldId: { type: 'string', description: 'The field with the address.' },
    memberId: { type: 'string' },
    subject: { type: 'string' },
    body: { type: 'string' },
    authorId: { type: 'string', description: 'The user, or the secret key, that wrote it.' },
    createdAt: timestamp,
    state: replyState,
  }),
} as const satisfies Contract;

export const deleteResponse = {
  ...deletes('editor'),
  grants: ['table:write', 'dataKeys:note', 'files:answers'],
  path: '/responses/{id}',
  summary: 'Permanently delete a response with its files',
  description: 'A restricted response can be deleted only by an admin.',
  audited: 'response.deleted',
  params: pathId('The ID of a response.'),
} as const satisfies Contract;

export const responses = {
  listResponses,
  getResponse,
  updateResponse,
  changeResponses,
  createReply,
  deleteResponse,
} as const;

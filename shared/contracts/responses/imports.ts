import type { Contract } from '../contract.ts';
import { creates } from '../operations.ts';
import { patterns } from '../patterns.ts';
import { object, record } from '../records.ts';

const line = { type: 'integer', description: 'Of the file, where the row begins.' } as const;

const fault = record({
  field: { type: 'string', description: 'The id of a field, or the name of another column.' },
  rule: { type: 'string' },
  message: { type: 'string' },
});

export const importResponses = {
  ...creates('editor'),
  // Its `columns` name what is left out by `null`.
  takesCopies: undefined,
  path: '/responses/import',
  summary: 'Import responses from CSV',
  audited: 'responses.imported',
  dataKeys: 'seal',
  conflicts: true,
  rateShare: 0.05,
  status: 200,
  bodyBytesMax: 2_097_152,
  description: [
    'Up to 1,000 rows of one form, of any status, in CSV as `GET /responses` exports it or as other services do; a longer file is sent in parts, each with the header line and the `firstLine` of its rows. Columns are known by the ids of fields or by their labels, besides `id`, `status` (`completed` where there is none) and `submittedAt`. Several choices are separated by `; `, a matrix has a column for each row (`field.row`).',
    'Each row becomes a response with the time and the status that it has in the file, and `meta.source` `import`. It is counted as a submission of its time that no browser sent; webhooks and integrations are not told, and `maxResponses` and `closesAt` are for visitors alone. Answers are checked as those of a submission from a server, calculated fields computed, and fields with a policy sealed.',
    'A row is imported once, however often it is sent. It is recognized by its `id`, or without one by its content. An id of this form is kept. `existing` lists the lines of rows that were already there, and `refused` those that were not imported, with the reasons. All others are imported. `warnings` names the columns that responses have no place for. After a failure, or after correcting the refused rows, send the same file again.',
  ].join('\n\n'),
  body: object(['formId', 'csv'], {
    formId: { type: 'string', description: 'The id of a form.' },
    csv: { type: 'string', minLength: 1, description: 'RFC 4180, with a first line that names the columns.' },
    dryRun: { type: 'boolean', default: false, description: 'Look, and store nothing.' },
    rules: {
      enum: ['all', 'types'],
      default: 'all',
      description:
        '`types`: answers have to be of the types of their fields; `required`, `validate` and conditions are not asked, which they may not have been when the rows were submitted.',
    },
    columns: {
      type: 'object',
      description:
        'What columns are, by their names in the file: `id`, `status`, `submittedAt`, the id of a field, or `null` for one to leave out. Those that are not named here are known by their names.',
      additionalProperties: { type: ['string', 'null'], maxLength: 200 },
    },
    submittedAt: {
      type: 'string',
      pattern: patterns.dateOrDateTime.pattern,
      description: 'ISO 8601: when the rows were submitted that do not say it.',
    },
    delimiter: { enum: [',', ';', '\t'], description: 'Without it, the one that the first line has most of.' },
    guard: {
      type: 'boolean',
      default: true,
      description:
        "Take the `'` away that an export puts before what a spreadsheet would take for a formula; `false` for one that was made with `guard=false`.",
    },
    firstLine: {
      type: 'integer',
      minimum: 2,
      maximum: 1_000_000_000,
      default: 2,
      description: 'The line of the file on which the first of these rows begins.',
    },
  }),
  response: record({
    dryRun: { type: 'boolean' },
    rows: { type: 'integer', description: 'How many the part of the file has.' },
    imported: { type: 'integer', description: 'How many were stored; on a dry run, would be.' },
    existing: { type: 'array', items: line, description: 'Lines of rows whose responses were there.' },
    refused: {
      type: 'array',
      description: 'Rows that were not imported, each with what is wrong; ten faults are named.',
      items: record({ line, details: { type: 'array', items: fault } }),
    },
    warnings: {
      type: 'array',
      description: 'What is in the file and not in the responses.',
      items: record({
        column: { type: 'string' },
        rule: { enum: ['unknown', 'file', 'concealed', 'calculated'] },
        message: { type: 'string' },
        rows: { type: 'integer', description: 'How many rows have something there.' },
      }),
    },
  }),
} as const satisfies Contract;

export const responseImports = { importResponses } as const;

import type { Contract } from '../contract.ts';
import { creates } from '../operations.ts';
import { patterns } from '../patterns.ts';
import { object, record } from '../records.ts';

const line = { type: 'integer', description: 'The line of the file where the row begins.' } as const;

const fault = record({
  field: { type: 'string', description: 'The ID of a field, or the name of another column.' },
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
  grants: ['table:write', 'dataKeys:seal'],
  conflicts: true,
  rateShare: 0.05,
  status: 200,
  bodyBytesMax: 2_097_152,
  description: [
    'Up to 1,000 rows of one form, of any status, in CSV as `GET /responses` exports it or as other services do; a longer file is sent in parts, each with the header line and the `firstLine` of its rows. Columns are named by field ID or label, or `id`, `status` (default `completed`) and `submittedAt`. Several choices are separated by `; `, a matrix has a column for each row (`field.row`).',
    'Each row becomes a response with the time and the status that it has in the file, and `meta.source` `import`. It counts as a submission at that time, not from a browser. Webhooks and integrations get nothing, and `maxResponses` and `closesAt` do not apply. Answers are checked as those of a submission from a server, calculated fields computed, and fields with a policy sealed.',
    'A row is imported once, however often it is sent. It is recognized by its `id`, or without one by its content. An ID of this form is kept. `existing` lists the lines of rows that were already there, and `refused` those that were not imported, with the reasons. All others are imported. `warnings` names columns that were not imported. After a failure, or after correcting the refused rows, send the same file again.',
  ].join('\n\n'),
  body: object(['formId', 'csv'], {
    formId: { type: 'string', description: 'The ID of a form.' },
    csv: { type: 'string', minLength: 1, description: 'RFC 4180, with a first line that names the columns.' },
    dryRun: { type: 'boolean', default: false, description: 'Checks and stores nothing.' },
    rules: {
      enum: ['all', 'types'],
      default: 'all',
      description:
        '`types`: only checks that answers have their field’s type, not `required`, `validate` and conditions, which may be newer than the rows.',
    },
    columns: {
      type: 'object',
      description:
        'Column name to `id`, `status`, `submittedAt`, a field ID, or `null` to leave it out. Other columns are matched by name.',
      additionalProperties: { type: ['string', 'null'], maxLength: 200 },
    },
    submittedAt: {
      type: 'string',
      pattern: patterns.dateOrDateTime.pattern,
      description: 'ISO 8601: the time of rows without one.',
    },
    delimiter: { enum: [',', ';', '\t'], description: 'Default: the most frequent one in the first line.' },
    guard: {
      type: 'boolean',
      default: true,
      description: "Removes the `'` that an export puts before formulas. `false` for an export with `guard=false`.",
    },
    firstLine: {
      type: 'integer',
      minimum: 2,
      maximum: 1_000_000_000,
      default: 2,
      description: 'The line of the file on which the first row begins.',
    },
  }),
  response: record({
    dryRun: { type: 'boolean' },
    rows: { type: 'integer', description: 'The number of rows in this part.' },
    imported: { type: 'integer', description: 'The number of stored rows; in a dry run, of those that would be.' },
    existing: { type: 'array', items: line, description: 'Lines of rows whose responses already exist.' },
    refused: {
      type: 'array',
      description: 'Rows that were not imported, each with up to ten faults.',
      items: record({ line, details: { type: 'array', items: fault } }),
    },
    warnings: {
      type: 'array',
      description: 'What is in the file but not in the responses.',
      items: record({
        column: { type: 'string' },
        rule: { enum: ['unknown', 'file', 'concealed', 'calculated'] },
        message: { type: 'string' },
        rows: { type: 'integer', description: 'The number of rows with a value there.' },
      }),
    },
  }),
} as const satisfies Contract;

export const responseImports = { importResponses } as const;

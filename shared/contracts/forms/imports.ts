import type { Contract } from '../contract.ts';
import { object, record } from '../records.ts';
import { createForm } from './forms.ts';

const warning = record({
  path: { type: 'string', description: 'The place in the source: `fields[2]`.' },
  message: { type: 'string', description: 'What could not be imported, or needs a look.' },
});

/** `createForm` makes the form, and this contract extends its contract. */
export const importForm = {
  ...createForm,
  path: '/forms/import',
  summary: 'Import a form from another stage or service',
  description: [
    'Stores the form as a draft. It must pass every rule of `POST /forms`. `warnings` names everything that could not be imported.',
    '`formline`: a form as `GET /forms/{id}` returns it, from any stage. `html`: the text of a page or of a `<form>`. `typeform`: a form of its Create API; jumps forward become `visibleIf`. `google`: as `forms.get` of its Forms API answers. `surveyjs`: the JSON of a survey. `jsonschema`: the schema of an object, of which simple properties become fields.',
  ].join('\n\n'),
  roleOf: undefined,
  namesEnvironment: undefined,
  etag: undefined,
  takesCopies: undefined,
  alternatives: { 200: 'With `dryRun`: the form that would be stored' },
  body: object(['format', 'source'], {
    format: { enum: ['formline', 'html', 'typeform', 'google', 'surveyjs', 'jsonschema'] },
    source: { type: ['object', 'string'], description: 'JSON, as a value or a text. For `html`, a text.' },
    dryRun: { type: 'boolean', default: false, description: 'Checks and stores nothing.' },
  }),
  response: record({
    form: {
      type: 'object',
      description: 'The form as `POST /forms` returns it. With `dryRun`, the body to send there.',
    },
    warnings: { type: 'array', items: warning },
  }),
} as const satisfies Contract;

export const formImports = { importForm } as const;

import type { Contract } from '../contract.ts';
import { object, record } from '../records.ts';
import { createForm } from './forms.ts';

const warning = record({
  path: { type: 'string', description: 'Where in the source: `fields[2]`.' },
  message: { type: 'string', description: 'What has no place in the form, or is to be looked at.' },
});

/** `createForm` makes the form, and this contract extends its contract. */
export const importForm = {
  ...createForm,
  path: '/forms/import',
  summary: 'Make a form of one of another stage or service',
  description: [
    'The form is stored as a draft, in the environment of the caller, and has to pass every rule of `POST /forms`. What of the source has no place in it is named in `warnings`; nothing is left out in silence.',
    '`formline`: a form as `GET /forms/{id}` answers it, of any stage. `html`: the text of a page or of a `<form>`. `typeform`: as its Create API answers a form; jumps forward become `visibleIf`. `google`: as `forms.get` of its Forms API answers. `surveyjs`: the JSON of a survey. `jsonschema`: the schema of an object, of which simple properties become fields.',
  ].join('\n\n'),
  roleOf: undefined,
  namesEnvironment: undefined,
  etag: undefined,
  takesCopies: undefined,
  alternatives: { 200: 'With `dryRun`: what the form would be' },
  body: object(['format', 'source'], {
    format: { enum: ['formline', 'html', 'typeform', 'google', 'surveyjs', 'jsonschema'] },
    source: { type: ['object', 'string'], description: 'JSON, as it is or as a text; for `html` a text.' },
    dryRun: { type: 'boolean', default: false, description: 'Look, and store nothing.' },
  }),
  response: record({
    form: {
      type: 'object',
      description: 'As `POST /forms` answers it; with `dryRun`, the body that it would be sent.',
    },
    warnings: { type: 'array', items: warning },
  }),
} as const satisfies Contract;

export const formImports = { importForm } as const;

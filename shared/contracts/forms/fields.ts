import { patterns } from '../patterns.ts';
import { object } from '../records.ts';
import { logic } from './conditions.ts';

const fieldType = {
  enum: [
    ...(['text', 'email', 'select', 'textarea', 'number', 'date', 'file'] as const),
    ...(['radio', 'multiselect', 'checkbox', 'consent', 'rating', 'scale', 'phone', 'url', 'hidden', 'time'] as const),
    ...(['statement', 'page', 'calculated', 'ranking', 'matrix', 'currency'] as const),
  ],
  description: [
    'What an answer is. A string: `text` one line; `textarea` any lines; `email` an address; `phone` 5 to 25 digits and the signs between them; `url` an address with http or https; `select` and `radio` exactly one of `options`; `date` YYYY-MM-DD; `time` HH:MM; `hidden` what the page found in its address, never to be trusted; `file` the id of an upload, or a list of ids with a `maxFiles` above 1.',
    'A JSON number: `number`; `currency` an amount in the field’s `currency`; `rating` 1 to `max`, 5 where it is left out; `scale` `min` to `max`, 0 to 10 where they are left out.',
    'A boolean: `checkbox`, which has to be true where it is required; `consent` to its `text`, true alone: false is no answer.',
    'A list of strings: `multiselect` some of `options`; `ranking` all of them, the first the best.',
    '`matrix`: an object, row to column. `calculated` is computed by the service. `statement` and `page`, where the next page of the form begins, take no answer.',
  ].join('\n\n'),
} as const;

const choice = {
  type: ['string', 'object'],
  minLength: 1,
  maxLength: 1000,
  required: ['value', 'label'],
  properties: {
    value: { type: 'string', minLength: 1, maxLength: 1000, description: 'What is answered and stored.' },
    label: { type: 'string', minLength: 1, maxLength: 1000, description: 'What people read.' },
  },
  additionalProperties: false,
  description: 'A text, which is answered as it is; or a `value` with the `label` that people read.',
} as const;

const validate = object(
  [],
  {
    minLength: { type: 'integer', minimum: 0, maximum: 100_000, description: 'In Unicode code points.' },
    maxLength: {
      type: 'integer',
      minimum: 0,
      maximum: 100_000,
      description:
        'In Unicode code points, 1 or more. Where it is left out: 10,000 for `text`, 100,000 for `textarea`, 254 for `email`, which has no more; 1,000 with a pattern. A pattern may take so much time in all: the longer the answer, the simpler it has to be.',
    },
    pattern: {
      type: 'string',
      minLength: 1,
      maxLength: 512,
      description:
        'A regular expression in RE2 syntax, which matches in linear time: no back-references, no look-around. It may match anywhere in the answer; anchor it with `^` and `$`.',
    },
    min: {
      type: ['number', 'string'],
      description:
        'The least that is accepted: of `number`, `currency` and `scale` (0 or 1) a number; of `time` HH:MM; of `date` YYYY-MM-DD, `today`, `today+N` or `today-N` with a number of days. It is today for a visitor as long as it is today anywhere on earth.',
    },
    max: {
      type: ['number', 'string'],
      description: 'The greatest that is accepted, like `min`; of `rating` and `scale` up to 10.',
    },
    step: {
      type: 'number',
      exclusiveMinimum: 0,
      description: 'Of `number`: from `min`, or 0, answers go in steps of this, in decimal arithmetic.',
    },
    integer: { type: 'boolean', description: 'Of `number`: no fractions.' },
    minSelected: {
      type: 'integer',
      minimum: 1,
      maximum: 500,
      description:
        'How many options have to be chosen, at least. A `ranking` with this or `maxSelected` may be of a part of them.',
    },
    maxSelected: { type: 'integer', minimum: 1, maximum: 500, description: 'And at most.' },
    domains: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: { type: 'string', maxLength: 253 },
      description: 'Of `email`: the domains that an address may be of, in any case; a subdomain is another one.',
    },
    accept: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: { type: 'string', maxLength: 100 },
      description:
        'Of `file`: media types (`image/png`, `image/*`) and endings of names (`.pdf`); one of them has to fit. The type and the name are those that the sender declares.',
    },
    maxBytes: {
      type: 'integer',
      minimum: 1,
      description:
        'Of `file`: the largest, in bytes; at most that of the deployment, which holds where it is left out.',
    },
    maxFiles: { type: 'integer', minimum: 1, maximum: 20, description: 'Of `file`: 1 where it is left out.' },
  },
  'What an answer has to be besides being of its type. A rule that the type does not have is refused.',
);

const words = { type: 'string', maxLength: 1000 } as const;

export const field = object(['id', 'type'], {
  id: {
    type: 'string',
    pattern: patterns.fieldId.pattern,
    description: 'The key of the answer in a submission; unique in the form.',
  },
  type: fieldType,
  label: { ...words, description: 'The question, as people read it.' },
  required: {
    type: 'boolean',
    description:
      'No submission is completed without an answer; `false` where it is left out. Of a `matrix`: without one in each row.',
  },
  placeholder: { ...words, description: 'What an input shows while it is empty.' },
  help: { type: 'string', maxLength: 2000, description: 'What helps to answer, shown beside the input.' },
  default: {
    type: ['string', 'number', 'boolean', 'array', 'object'],
    description:
      'The answer that a page begins with: one that the field accepts. The service itself never fills it in. Not of `file` and `consent`, which only a person gives.',
  },
  autocomplete: {
    type: 'string',
    maxLength: 200,
    description:
      'How a browser may fill the input: an autofill token of HTML, such as `email` or `shipping postal-code`; `off` for never.',
  },
  validate,
  options: {
    type: 'array',
    minItems: 1,
    maxItems: 500,
    items: choice,
    description:
      'The choices of a `select`, `radio`, `multiselect` or `ranking`, each value once. Required there, and refused for every other type.',
  },
  other: {
    type: 'boolean',
    description:
      'Of `select`, `radio` and `multiselect`: one line of up to 200 characters may stand in the place of an option.',
  },
  lowLabel: { ...words, description: 'What the least value of a `rating` or `scale` means.' },
  highLabel: { ...words, description: 'What the greatest value means.' },
  text: {
    type: 'string',
    minLength: 1,
    maxLength: 10_000,
    pattern: patterns.notBlank.pattern,
    description:
      'Of a `statement`, what it says; of a `consent`, what is agreed to. In limited Markdown: paragraphs, lists, **bold**, *italic*, [links](https://www.example.com). Required there.',
  },
  rows: { type: 'array', minItems: 1, maxItems: 100, items: choice, description: 'What a `matrix` asks about.' },
  columns: {
    type: 'array',
    minItems: 1,
    maxItems: 50,
    items: choice,
    description: 'What a row of a `matrix` is answered with.',
  },
  query: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description:
      'Of a `hidden` field: the parameter in the address of the page that holds its answer; the field’s id where it is left out.',
  },
  currency: {
    type: 'string',
    minLength: 3,
    maxLength: 3,
    description:
      'Of a `currency` field: the code of ISO 4217 that its amounts are in, such as `EUR`. An amount has no more decimal places than the currency. Required there.',
  },
  ...logic,
  pii: { type: 'boolean', description: 'Personal data: never in a log, a trace or a webhook.' },
});

export const fields = {
  type: 'array',
  maxItems: 200,
  items: field,
  description: 'The questions, in the order in which they are asked. A live form has at least one.',
} as const;

const { pii: _, ...shown } = field.properties;

/** The public part of a field. */
export const publicField = object(['id', 'type'], {
  ...shown,
  consentId: {
    type: 'string',
    description:
      'Identifies the text of a `consent` in this language. Send those that you show as `_consents`: they prove what a person agreed to.',
  },
});

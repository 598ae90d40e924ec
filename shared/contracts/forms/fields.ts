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
    'The type of answer. A string: `text` one line; `textarea` any lines; `email` an address; `phone` 5 to 25 digits and the signs between them; `url` an address with http or https; `select` and `radio` exactly one of `options`; `date` YYYY-MM-DD; `time` HH:MM; `hidden` a value from the page’s address, not to be trusted; `file` the ID of an upload, or a list of IDs with a `maxFiles` above 1.',
    'A JSON number: `number`; `currency` an amount in the field’s `currency`; `rating` 1 to `max`, default 5; `scale` `min` to `max`, default 0 to 10.',
    'A boolean: `checkbox`, true if it is required; `consent`, where false counts as not answered.',
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
    value: { type: 'string', minLength: 1, maxLength: 1000, description: 'The stored answer.' },
    label: { type: 'string', minLength: 1, maxLength: 1000, description: 'The text that people read.' },
  },
  additionalProperties: false,
  description: 'A text, or a `value` with the `label` that people read.',
} as const;

const option = {
  ...choice,
  properties: {
    ...choice.properties,
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 10_000_000,
      description:
        'The most completed responses that may choose this option. After that, the option is refused with the rule `full`. Only for `select`, `radio` and `multiselect` without `other`, and not for fields with a policy.',
    },
  },
  description: 'A text, or a `value` with the `label` that people read and its `limit`.',
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
        'In Unicode code points, 1 or more. Default: 10,000 for `text`, 100,000 for `textarea`, 254 for `email` (the most), 1,000 with a pattern. The longer the answer, the simpler the pattern must be.',
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
        'The lowest accepted answer: a number for `number`, `currency` and `scale` (0 or 1); HH:MM for `time`; YYYY-MM-DD, `today`, `today+N` or `today-N` days for `date`. A date counts as today while it is today anywhere on earth.',
    },
    max: {
      type: ['number', 'string'],
      description: 'The highest accepted answer, like `min`; for `rating` and `scale` up to 10.',
    },
    step: {
      type: 'number',
      exclusiveMinimum: 0,
      description: 'For `number`: answers are multiples of this, counted from `min` or 0, in decimal arithmetic.',
    },
    integer: { type: 'boolean', description: 'For `number`: no fractions.' },
    minSelected: {
      type: 'integer',
      minimum: 1,
      maximum: 500,
      description: 'The fewest options to choose. With this or `maxSelected`, a `ranking` may have a part of them.',
    },
    maxSelected: { type: 'integer', minimum: 1, maximum: 500, description: 'The most options to choose.' },
    domains: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: { type: 'string', maxLength: 253 },
      description: 'For `email`: the allowed domains, in any case. A subdomain is a different domain.',
    },
    accept: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: { type: 'string', maxLength: 100 },
      description:
        'For `file`: media types (`image/png`, `image/*`) and name endings (`.pdf`). One must match the type or name that the sender declares.',
    },
    maxBytes: {
      type: 'integer',
      minimum: 1,
      description: 'For `file`: the largest size in bytes. Default and maximum: the deployment’s limit.',
    },
    maxFiles: { type: 'integer', minimum: 1, maximum: 20, description: 'For `file`. Default: 1.' },
  },
  'Rules for answers. A rule that the type does not have is refused.',
);

const words = { type: 'string', maxLength: 1000 } as const;

export const field = object(['id', 'type'], {
  id: {
    type: 'string',
    pattern: patterns.fieldId.pattern,
    description: 'The key of the answer in a submission; unique in the form.',
  },
  type: fieldType,
  label: { ...words, description: 'The question.' },
  required: {
    type: 'boolean',
    description: 'Whether a completed submission needs an answer, for a `matrix` in each row. Default: `false`.',
  },
  placeholder: { ...words, description: 'Shown in an empty input.' },
  help: { type: 'string', maxLength: 2000, description: 'A help text, shown beside the input.' },
  default: {
    type: ['string', 'number', 'boolean', 'array', 'object'],
    description:
      'The answer that a page starts with. It must be valid for the field. The service never fills it in. Not for `file` and `consent`.',
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
    items: option,
    description:
      'The choices of a `select`, `radio`, `multiselect` or `ranking`, each value once. Required for these types only.',
  },
  other: {
    type: 'boolean',
    description: 'For `select`, `radio` and `multiselect`: one line of up to 200 characters may replace an option.',
  },
  lowLabel: { ...words, description: 'The label of the lowest value of a `rating` or `scale`.' },
  highLabel: { ...words, description: 'The label of the highest value.' },
  text: {
    type: 'string',
    minLength: 1,
    maxLength: 10_000,
    pattern: patterns.notBlank.pattern,
    description:
      'The text of a `statement` or `consent`, required for these types. In limited Markdown: paragraphs, lists, **bold**, *italic*, [links](https://www.example.com).',
  },
  rows: { type: 'array', minItems: 1, maxItems: 100, items: choice, description: 'The rows of a `matrix`.' },
  columns: {
    type: 'array',
    minItems: 1,
    maxItems: 50,
    items: choice,
    description: 'The possible answers for each row of a `matrix`.',
  },
  query: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description: 'For a `hidden` field: the parameter of the page’s address with its answer. Default: the field’s ID.',
  },
  currency: {
    type: 'string',
    minLength: 3,
    maxLength: 3,
    description:
      'For a `currency` field, and required there: the ISO 4217 code, such as `EUR`. An amount has no more decimal places than the currency.',
  },
  ...logic,
  pii: { type: 'boolean', description: 'Personal data: never in logs, traces or webhooks.' },
  identifies: {
    type: 'boolean',
    description:
      'Each answer belongs to one person, such as a customer number: requests of data subjects may name the person by it.',
  },
});

export const fields = {
  type: 'array',
  maxItems: 200,
  items: field,
  description: 'The questions in order. A live form has at least one.',
} as const;

const { pii: _, identifies: _identifies, ...shown } = field.properties;

/** The public part of a field. */
export const publicField = object(['id', 'type'], {
  ...shown,
  unsaved: {
    type: 'boolean',
    description:
      'Its answer is personal or encrypted: it is sent only with the submission, never in a partial save, and the browser does not keep it.',
  },
  left: {
    type: 'object',
    additionalProperties: { type: 'integer' },
    description:
      'The number of places left, by the value of each option with a `limit`: `{"Pottery": 3}`. At 0, the option is full.',
  },
  consentId: {
    type: 'string',
    description:
      'Identifies the text of a `consent` in this language. Send those that you show as `_consents`: they prove what a person agreed to.',
  },
});

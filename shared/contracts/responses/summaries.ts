import type { Contract } from '../contract.ts';
import { reads } from '../operations.ts';
import { patterns } from '../patterns.ts';
import { object, pathId, record, timestamp } from '../records.ts';

const count = { type: 'integer', minimum: 0 } as const;
const numberOrNull = { type: ['number', 'null'] } as const;

const choice = record({
  value: { type: 'string', description: 'Empty for `other`.' },
  label: { type: 'string' },
  count,
  share: { type: 'number', description: 'In percent of `answered`.' },
  kind: {
    enum: ['option', 'former', 'other'],
    description:
      '`option` of the field; `former`: it was one; `other`: texts in place of an option, and values beyond those that are counted one by one.',
  },
});

const part = record({ value: { type: 'string' }, label: { type: 'string' } });

const number = record({
  sum: { type: 'number' },
  mean: numberOrNull,
  standardDeviation: { ...numberOrNull, description: 'Of a sample: divided by one less than the count.' },
  median: {
    ...object(['from', 'to'], { from: { type: 'number' }, to: { type: 'number' } }),
    type: ['object', 'null'],
    description:
      'It lies between `from` and `to`, which are the same where it is exact: numbers are counted in ranges of two digits, integers below 100 one by one.',
  },
  histogram: {
    type: 'array',
    items: record({ from: { type: 'number' }, to: { type: 'number' }, count }),
    description: 'From `from` to below `to`; the same two for a single integer.',
  },
});

const points = object(['mean'], {
  mean: numberOrNull,
  nps: object(['score', 'promoters', 'passives', 'detractors'], {
    score: {
      type: ['integer', 'null'],
      description: 'Of a `scale` from 0 to 10: the share of 9 and 10 less the share of 0 to 6.',
    },
    promoters: count,
    passives: count,
    detractors: count,
  }),
});

const texts = record({
  answers: { ...count, description: 'How many answers of the sample the rest is made of.' },
  latest: {
    type: 'array',
    items: record({ responseId: { type: 'string' }, submittedAt: timestamp, answer: { type: 'string' } }),
  },
  words: {
    type: 'array',
    items: record({ word: { type: 'string' }, count }),
    description: 'Words that two or more answers of the sample have, the most frequent first.',
  },
});

const fieldSummary = object(['fieldId', 'label', 'type', 'kind', 'answered'], {
  fieldId: { type: 'string' },
  label: { type: 'string', description: 'The id, where the field has no label.' },
  type: { type: ['string', 'null'], description: '`null`: the form no longer has the field.' },
  kind: {
    enum: [
      ...(['option', 'options', 'points', 'boolean', 'number', 'ranking', 'matrix'] as const),
      ...(['date', 'time', 'files', 'text', 'none'] as const),
    ],
    description: 'What there is of it below: of `none` nothing.',
  },
  answered: { type: ['integer', 'null'], description: 'Responses with an answer; `null` where they are not counted.' },
  unsummarized: {
    enum: ['encrypted', 'masked', 'pii'],
    description: 'Why its answers are not counted: the policy of the field, or that it is personal data.',
  },
  choices: {
    type: 'array',
    items: choice,
    description: 'Every option in the order of the form, then former ones, the most frequent first, then `other`.',
  },
  points,
  number,
  ranking: {
    type: 'array',
    items: record({
      value: { type: 'string' },
      label: { type: 'string' },
      count,
      meanRank: { ...numberOrNull, description: '1 is the best; `null` of an option that nobody ranked.' },
    }),
  },
  matrix: record({
    rows: { type: 'array', items: part },
    columns: { type: 'array', items: part },
    counts: { type: 'array', items: { type: 'array', items: count }, description: 'By row, then by column.' },
  }),
  dates: record({
    unit: { enum: ['day', 'month', 'year'] },
    counts: { type: 'array', items: record({ date: { type: 'string' }, count }) },
  }),
  times: { type: 'array', items: record({ hour: { type: 'integer' }, count }) },
  files: { ...count, description: 'All files together.' },
  texts,
});

const day = (description: string) => ({ type: 'string', pattern: patterns.date.pattern, description }) as const;

export const getSummary = {
  ...reads,
  path: '/forms/{id}/summary',
  summary: 'Summarize the answers to a form',
  description:
    'Counts, means and distributions of the answers of completed responses, from counters: exact, and as quick for millions of responses as for ten. It follows submissions, changes and deletions within seconds. Answers in words are shown from a sample of the newest responses; `sampled` says how many. Fields that are encrypted, masked or personal data are never summarized. As CSV, each count is a row: `fieldId,label,kind,value,name,count,share`.',
  produces: ['text/csv'],
  params: pathId('The id of a form.'),
  query: object([], {
    from: day('The first day, in the time zone: `2026-01-31`. All from the first response on, where it is left out.'),
    to: day('The last day, in the time zone. Up to now, where it is left out.'),
    timezone: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      default: 'UTC',
      description: 'An IANA name, such as `Europe/Berlin`: days are those of its clocks.',
    },
    field_id: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'Only this field, of the form now or once.',
    },
    format: { enum: ['json', 'csv'], default: 'json', description: 'The format of the answer.' },
  }),
  response: record({
    formId: { type: 'string' },
    period: record({
      from: { type: ['string', 'null'] },
      to: { type: ['string', 'null'] },
      timezone: { type: 'string' },
    }),
    responses: { ...count, description: 'Completed responses.' },
    sampled: { ...count, description: 'How many of the newest responses were read for answers in words.' },
    fields: {
      type: 'array',
      items: fieldSummary,
      description: 'In the order of the form; then those that it no longer has.',
    },
  }),
} as const satisfies Contract;

export const summaries = { getSummary } as const;

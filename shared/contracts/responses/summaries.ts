import type { Contract } from '../contract.ts';
import { reads } from '../operations.ts';
import { count, day, object, pathId, record, timestamp, timeZoneOfDays } from '../records.ts';

const numberOrNull = { type: ['number', 'null'] } as const;

const choice = object(['value', 'label', 'count', 'share', 'kind'], {
  value: { type: 'string', description: 'Empty for `other`.' },
  label: { type: 'string' },
  count,
  share: { type: 'number', description: 'The percentage of `answered`.' },
  kind: {
    enum: ['option', 'former', 'other'],
    description:
      '`option`: a current option. `former`: a former one. `other`: free texts, and values beyond the limit.',
  },
  limit: { type: 'integer', description: 'The option’s `limit`, if it has one.' },
  left: { ...count, description: 'The places left now, whatever the period.' },
});

const part = record({ value: { type: 'string' }, label: { type: 'string' } });

const number = record({
  sum: { type: 'number' },
  mean: numberOrNull,
  standardDeviation: { ...numberOrNull, description: 'The sample standard deviation.' },
  median: {
    ...object(['from', 'to'], { from: { type: 'number' }, to: { type: 'number' } }),
    type: ['object', 'null'],
    description:
      'The median is between `from` and `to`, which are equal if it is exact. Numbers are counted in ranges by their first two digits, integers below 100 one by one.',
  },
  histogram: {
    type: 'array',
    items: record({ from: { type: 'number' }, to: { type: 'number' }, count }),
    description: 'Each range goes from `from` to just below `to`. They are equal for a single integer.',
  },
});

const points = object(['mean'], {
  mean: numberOrNull,
  nps: object(['score', 'promoters', 'passives', 'detractors'], {
    score: {
      type: ['integer', 'null'],
      description: 'For a `scale` from 0 to 10: the share of 9 and 10 minus the share of 0 to 6.',
    },
    promoters: count,
    passives: count,
    detractors: count,
  }),
});

const texts = record({
  answers: { ...count, description: 'The number of answers in the sample.' },
  latest: {
    type: 'array',
    items: record({ responseId: { type: 'string' }, submittedAt: timestamp, answer: { type: 'string' } }),
  },
  words: {
    type: 'array',
    items: record({ word: { type: 'string' }, count }),
    description: 'Words in two or more answers of the sample, most frequent first.',
  },
});

const fieldSummary = object(['fieldId', 'label', 'type', 'kind', 'answered'], {
  fieldId: { type: 'string' },
  label: { type: 'string', description: 'The label, or the ID if the field has none.' },
  type: { type: ['string', 'null'], description: '`null`: the form no longer has the field.' },
  kind: {
    enum: [
      ...(['option', 'options', 'points', 'boolean', 'number', 'ranking', 'matrix'] as const),
      ...(['date', 'time', 'files', 'text', 'none'] as const),
    ],
    description: 'The kind of summary; `none` has no counts.',
  },
  answered: { type: ['integer', 'null'], description: 'Responses with an answer; `null` if they are not counted.' },
  unsummarized: {
    enum: ['encrypted', 'masked', 'pii'],
    description: 'Why its answers are not counted: the field’s policy, or personal data.',
  },
  choices: {
    type: 'array',
    items: choice,
    description: 'Every option in the form’s order, then former options, most frequent first, then `other`.',
  },
  points,
  number,
  ranking: {
    type: 'array',
    items: record({
      value: { type: 'string' },
      label: { type: 'string' },
      count,
      meanRank: { ...numberOrNull, description: '1 is the best; `null` for an option that nobody ranked.' },
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

export const getSummary = {
  ...reads,
  grants: ['table:read', 'files:answers'],
  path: '/forms/{id}/summary',
  summary: 'Summarize the answers to a form',
  description:
    'Counts, means and distributions of the answers of completed responses, exact and equally fast for any number of responses. It is up to date within seconds. Text answers come from a sample of the newest responses; `sampled` says how many. Encrypted, masked and personal fields are never summarized. As CSV, each count is a row: `fieldId,label,kind,value,name,count,share`.',
  produces: ['text/csv'],
  params: pathId('The ID of a form.'),
  query: object([], {
    from: day('The first day, in the time zone: `2026-01-31`. Default: the day of the first response.'),
    to: day('The last day, in the time zone. Default: today.'),
    timezone: timeZoneOfDays,
    field_id: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'Only this current or former field of the form.',
    },
    format: { enum: ['json', 'csv'], default: 'json', description: 'The format of the response.' },
  }),
  response: record({
    formId: { type: 'string' },
    period: record({
      from: { type: ['string', 'null'] },
      to: { type: ['string', 'null'] },
      timezone: { type: 'string' },
    }),
    responses: { ...count, description: 'Completed responses.' },
    sampled: { ...count, description: 'The number of newest responses that were read for text answers.' },
    fields: {
      type: 'array',
      items: fieldSummary,
      description: 'In the form’s order, followed by former fields.',
    },
  }),
} as const satisfies Contract;

export const summaries = { getSummary } as const;

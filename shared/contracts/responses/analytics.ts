import type { Contract } from '../contract.ts';
import { reads } from '../operations.ts';
import { patterns } from '../patterns.ts';
import { environmentName, object, pathId, record, timestamp } from '../records.ts';

const count = { type: 'integer', minimum: 0 } as const;

const percent = (description: string) =>
  ({ type: 'number', minimum: 0, maximum: 100, description: `${description}, in percent.` }) as const;

const date = { type: 'string', format: 'date', description: 'A day of the time zone: `2026-01-31`.' } as const;

/** The query parameters of every report. */
const period = {
  days: {
    type: 'integer',
    minimum: 1,
    maximum: 365,
    default: 30,
    description: 'How many days the report covers.',
  },
  to: {
    type: 'string',
    pattern: patterns.date.pattern,
    description: 'The last of the days, in the time zone: today, where it is left out.',
  },
  timezone: {
    type: 'string',
    minLength: 1,
    maxLength: 64,
    default: 'UTC',
    description: 'An IANA name, such as `Europe/Berlin`: the days are those of its clocks.',
  },
  environment: environmentName,
} as const;

const formId = { type: 'string', minLength: 1, description: 'The id of a form.' } as const;

const periodShown = record({ from: date, to: date, days: { type: 'integer' }, timezone: { type: 'string' } });

const submissions = { ...count, description: 'Completed responses, those by secret key among them.' } as const;

const abandoned = { ...count, description: 'Abandoned responses, and visits abandoned before there was one.' } as const;

const counts = {
  views: count,
  starts: { ...count, description: 'Visits that focused or answered a field.' },
  submissions,
  partial: count,
  abandoned,
} as const;

const submissionsFromBrowsers = { ...count, description: 'Those of them that came with a publishable key.' } as const;

const totals = record({
  forms: { ...count, description: 'Forms that there are now; 1 in the report on one form.' },
  ...counts,
  submissionsFromBrowsers,
  spamBlocked: {
    ...count,
    description:
      'Submissions that the honeypot caught, and responses that are marked as spam. They count nowhere else.',
  },
});

const rates = record({
  startRate: percent('Starts of all views'),
  completionRate: percent('Starts with a submission, whenever that came, of all starts'),
  conversionRate: percent('Starts with a submission of all views'),
  dropOffRate: percent('Starts without a submission of all starts'),
});

const fieldMetric = record({
  fieldId: { type: 'string' },
  label: { type: 'string', description: 'The id, where the field has no label.' },
  type: { type: ['string', 'null'], description: '`null`: the form no longer has the field.' },
  reached: { ...count, description: 'Visits that focused or answered it.' },
  answered: { ...count, description: 'Those that answered it, in a saved or completed submission.' },
  completionRate: percent('`answered` of `reached`'),
  validationErrors: record({
    total: { ...count, description: 'Errors that pages reported, and those of submissions that were refused.' },
    byRule: { type: 'object', additionalProperties: count, description: 'Rule to count, most frequent first.' },
  }),
  errorRate: percent('Errors of `reached`, 100 at most'),
});

const definitions =
  'A view: the form was shown. A start: a visit’s first focus or answer. A submission: a completed response. A visit that starts, or submits, without a view counts one. Submissions by secret key have no view and no start, and are left out of the rates. Everything counts by the time it happened, a submission by `submittedAt`; what is deleted later stays counted. Reports follow what happens within seconds.';

const orderOfFields =
  'Fields come in the order of the form; then those that it no longer has, if the period has any counts of them.';

export const getAnalytics = {
  ...reads,
  path: '/analytics',
  summary: 'Report on all forms of the environment',
  description: `${definitions} \`forms\` has the newest 100 forms, those with the most submissions first; \`totals\` has all.`,
  query: object([], period),
  response: record({
    environment: environmentName,
    period: periodShown,
    totals,
    rates,
    forms: {
      type: 'array',
      maxItems: 100,
      items: record({
        formId: { type: 'string' },
        title: { type: 'string' },
        views: count,
        submissions,
        conversionRate: rates.properties.conversionRate,
      }),
    },
  }),
} as const satisfies Contract;

export const getFormAnalytics = {
  ...reads,
  path: '/forms/{id}/analytics',
  summary: 'Report on a form and its fields',
  description: `${definitions} ${orderOfFields}`,
  params: pathId('The id of a form.'),
  query: object([], period),
  response: record({
    formId: { type: 'string' },
    environment: environmentName,
    period: periodShown,
    totals,
    rates,
    fields: { type: 'array', items: fieldMetric },
    dropped: {
      type: 'array',
      maxItems: 20,
      items: record({
        name: { type: 'string' },
        count: { ...count, description: 'How many submissions sent it, until now.' },
        lastAt: timestamp,
      }),
      description:
        'The names that pages send answers under, and the form has no field for: the answers are dropped. Add a `hidden` field with such a name to keep them. The 20 most frequent of the last 90 days, whatever the period.',
    },
  }),
} as const satisfies Contract;

export const getTrends = {
  ...reads,
  path: '/analytics/trends',
  summary: 'Report day by day',
  description: `${definitions} Every day of the period has its point, the oldest first.`,
  query: object([], {
    form_id: { ...formId, description: 'Only this form; left out: all forms of the environment.' },
    ...period,
  }),
  response: record({
    formId: { type: ['string', 'null'] },
    period: periodShown,
    points: {
      type: 'array',
      items: object(['date', 'views', 'starts', 'submissions', 'partial', 'abandoned'], { date, ...counts }),
    },
  }),
} as const satisfies Contract;

export const getDropoffs = {
  ...reads,
  path: '/analytics/dropoffs',
  summary: 'Report where people leave a form',
  description: `${definitions} A visit that was started and not completed is a drop-off at the field where it was last.`,
  query: object(['form_id'], { form_id: formId, ...period }),
  response: object(
    [
      ...(['formId', 'period', 'starts', 'submissions', 'submissionsFromBrowsers'] as const),
      ...(['dropOffs', 'dropOffRate', 'fields'] as const),
    ],
    {
      formId: { type: 'string' },
      period: periodShown,
      starts: counts.starts,
      submissions,
      submissionsFromBrowsers,
      dropOffs: { ...count, description: 'Starts that did not end in a submission, whenever that came.' },
      dropOffRate: rates.properties.dropOffRate,
      fields: {
        type: 'array',
        items: record({
          fieldId: { type: 'string' },
          label: fieldMetric.properties.label,
          position: { type: ['integer', 'null'], description: 'From 1. `null`: the form no longer has the field.' },
          reached: fieldMetric.properties.reached,
          dropOffs: { ...count, description: 'Visits that were last here, and not completed.' },
          dropOffRate: percent('`dropOffs` of `reached`'),
        }),
      },
    },
  ),
} as const satisfies Contract;

export const getFieldAnalytics = {
  ...reads,
  path: '/analytics/fields',
  summary: 'Report on the fields of a form',
  description: `${definitions} ${orderOfFields}`,
  query: object(['form_id'], {
    form_id: formId,
    field_id: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'Only this field, of the form now or once.',
    },
    ...period,
  }),
  response: record({ formId: { type: 'string' }, period: periodShown, items: { type: 'array', items: fieldMetric } }),
} as const satisfies Contract;

export const exportFormAnalytics = {
  ...reads,
  path: '/forms/{id}/analytics.csv',
  summary: 'Export the days, or the fields, of a form as CSV',
  description: `${definitions} RFC 4180 in UTF-8 with CRLF. By days, every day of the period, the oldest first: \`date,views,starts,submissions,partial,abandoned,startRate,completionRate,conversionRate,dropOffRate\`. By fields: \`fieldId,label,type,position,reached,answered,completionRate,validationErrors,errorRate,dropOffs,dropOffRate\`. ${orderOfFields}`,
  streamed: true,
  produces: ['text/csv'],
  params: pathId('The id of a form.'),
  query: object([], {
    section: {
      enum: ['days', 'fields'],
      default: 'days',
      description: '`days`: a row for each day. `fields`: a row for each field, over the whole period.',
    },
    ...period,
  }),
} as const satisfies Contract;

export const analytics = {
  getAnalytics,
  getFormAnalytics,
  getTrends,
  getDropoffs,
  getFieldAnalytics,
  exportFormAnalytics,
} as const;

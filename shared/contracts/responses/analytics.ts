import type { Contract } from '../contract.ts';
import { reads } from '../operations.ts';
import { count, day, environmentName, object, pathId, record, timestamp, timeZoneOfDays } from '../records.ts';

const percent = (description: string) =>
  ({ type: 'number', minimum: 0, maximum: 100, description: `${description}, as a percentage.` }) as const;

const date = { type: 'string', format: 'date', description: 'A day of the time zone: `2026-01-31`.' } as const;

/** The query parameters of every report. */
const period = {
  days: {
    type: 'integer',
    minimum: 1,
    maximum: 365,
    default: 30,
    description: 'The number of days.',
  },
  to: day('The last day, in the time zone. Default: today.'),
  timezone: timeZoneOfDays,
  environment: environmentName,
} as const;

const formId = { type: 'string', minLength: 1, description: 'The ID of a form.' } as const;

const periodShown = record({ from: date, to: date, days: { type: 'integer' }, timezone: { type: 'string' } });

const submissions = {
  ...count,
  description: 'Completed responses, including those submitted with a secret key.',
} as const;

const abandoned = {
  ...count,
  description: 'Abandoned responses, and visits that were abandoned before there was a response.',
} as const;

const counts = {
  views: count,
  starts: { ...count, description: 'Visits that focused or answered a field.' },
  submissions,
  partial: count,
  abandoned,
} as const;

const submissionsFromBrowsers = {
  ...count,
  description: 'Completed responses that were submitted with a publishable key.',
} as const;

const everyTotal = record({
  forms: { ...count, description: 'The number of existing forms. Always 1 in the report on one form.' },
  ...counts,
  submissionsFromBrowsers,
  spamBlocked: {
    ...count,
    description:
      'Submissions that the honeypot caught, and responses that are marked as spam. They are not counted anywhere else.',
  },
});

const totals = object(everyTotal.required, {
  ...everyTotal.properties,
  deliveries: {
    ...count,
    description:
      'In the report on all forms, with `deliveries=true`: deliveries of the period’s events to webhooks and integrations, in any status.',
  },
});

const rates = record({
  startRate: percent('`starts` / `views`'),
  completionRate: percent('Starts that ended in a submission / `starts`'),
  conversionRate: percent('Starts that ended in a submission / `views`'),
  dropOffRate: percent('Starts without a submission / `starts`'),
});

const fieldMetric = record({
  fieldId: { type: 'string' },
  label: { type: 'string', description: 'The label, or the ID if the field has none.' },
  type: { type: ['string', 'null'], description: '`null`: the form no longer has the field.' },
  reached: { ...count, description: 'Visits that focused or answered the field.' },
  answered: { ...count, description: 'Visits that answered the field, in a saved or completed submission.' },
  completionRate: percent('`answered` / `reached`'),
  validationErrors: record({
    total: { ...count, description: 'Errors that pages reported, and errors in refused submissions.' },
    byRule: { type: 'object', additionalProperties: count, description: 'Rule to count, most frequent first.' },
  }),
  errorRate: percent('Errors / `reached`, at most 100'),
});

const definitions =
  'A view means that the form was shown. A start is a visit’s first focus or answer. A submission is a completed response. A visit that starts or submits without a view counts as one view. Submissions with a secret key have no view and no start, and are not part of the rates. Everything is counted at the time when it happened, a submission at `submittedAt`. Deleted responses are still counted. Reports are up to date within seconds.';

const orderOfFields = 'Fields are in the form’s order, followed by former fields that have counts.';

export const getAnalytics = {
  ...reads,
  path: '/analytics',
  summary: 'Report on all forms of the environment',
  description: `${definitions} \`forms\` has the newest 100 forms, most submissions first; \`totals\` has all.`,
  query: object([], {
    ...period,
    trend: {
      type: 'boolean',
      default: false,
      description: 'If `true`, each form has `trend`: its submissions on each day of the period.',
    },
    deliveries: { type: 'boolean', default: false, description: 'If `true`, `totals` has `deliveries`.' },
  }),
  response: record({
    environment: environmentName,
    period: periodShown,
    totals,
    rates,
    forms: {
      type: 'array',
      maxItems: 100,
      items: object(['formId', 'title', 'views', 'submissions', 'conversionRate'], {
        formId: { type: 'string' },
        title: { type: 'string' },
        views: count,
        submissions,
        conversionRate: rates.properties.conversionRate,
        trend: { type: 'array', items: count, description: 'Submissions on each day, oldest first.' },
      }),
    },
  }),
} as const satisfies Contract;

export const getFormAnalytics = {
  ...reads,
  path: '/forms/{id}/analytics',
  summary: 'Report on a form and its fields',
  description: `${definitions} ${orderOfFields}`,
  params: pathId('The ID of a form.'),
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
        count: { ...count, description: 'The number of submissions with the name.' },
        lastAt: timestamp,
      }),
      description:
        'Names that pages send without a field in the form. Their answers are dropped; add a `hidden` field with the name to keep them. The 20 most frequent names of the last 90 days, for any period.',
    },
  }),
} as const satisfies Contract;

export const getTrends = {
  ...reads,
  path: '/analytics/trends',
  summary: 'Report day by day',
  description: `${definitions} Every day of the period has a point, oldest first.`,
  query: object([], {
    form_id: { ...formId, description: 'Only this form. Default: all forms of the environment.' },
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
  description: `${definitions} A visit that started and did not complete is a drop-off at its last field.`,
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
      dropOffs: { ...count, description: 'Starts that did not end in a submission.' },
      dropOffRate: rates.properties.dropOffRate,
      fields: {
        type: 'array',
        items: record({
          fieldId: { type: 'string' },
          label: fieldMetric.properties.label,
          position: {
            type: ['integer', 'null'],
            description: 'The position in the form, from 1. `null`: the form no longer has the field.',
          },
          reached: fieldMetric.properties.reached,
          dropOffs: { ...count, description: 'Visits that ended here without completing.' },
          dropOffRate: percent('`dropOffs` / `reached`'),
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
      description: 'Only this current or former field of the form.',
    },
    ...period,
  }),
  response: record({ formId: { type: 'string' }, period: periodShown, items: { type: 'array', items: fieldMetric } }),
} as const satisfies Contract;

export const exportFormAnalytics = {
  ...reads,
  path: '/forms/{id}/analytics.csv',
  summary: 'Export the days, or the fields, of a form as CSV',
  description: `${definitions} RFC 4180 in UTF-8 with CRLF. For days, a row for every day of the period, oldest first: \`date,views,starts,submissions,partial,abandoned,startRate,completionRate,conversionRate,dropOffRate\`. For fields: \`fieldId,label,type,position,reached,answered,completionRate,validationErrors,errorRate,dropOffs,dropOffRate\`. ${orderOfFields}`,
  transport: { streamed: true },
  produces: ['text/csv'],
  params: pathId('The ID of a form.'),
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

import type { Contract } from '../contract.ts';
import { environmentName, pathId } from '../records.ts';

const count = { type: 'integer', minimum: 0 } as const;

const percent = (description: string) =>
  ({ type: 'number', minimum: 0, maximum: 100, description: `${description}, in percent.` }) as const;

const date = { type: 'string', description: 'A day of the time zone: `2026-01-31`.' } as const;

/** The query parameters of every report. */
const period = {
  days: {
    type: 'integer',
    minimum: 1,
    maximum: 365,
    default: 30,
    description: 'How many days the report covers. The last of them is today.',
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

const periodShown = {
  type: 'object',
  required: ['from', 'to', 'days', 'timezone'],
  properties: { from: date, to: date, days: { type: 'integer' }, timezone: { type: 'string' } },
  additionalProperties: false,
} as const;

const submissions = { ...count, description: 'Completed responses, those by secret key among them.' } as const;

const abandoned = { ...count, description: 'Abandoned responses, and visits abandoned before there was one.' } as const;

const counts = {
  views: count,
  starts: { ...count, description: 'Visits that focused or answered a field.' },
  submissions,
  partial: count,
  abandoned,
} as const;

const totals = {
  type: 'object',
  required: ['forms', 'views', 'starts', 'submissions', 'partial', 'abandoned', 'spamBlocked'],
  properties: {
    forms: { ...count, description: 'Forms that there are now; 1 in the report on one form.' },
    ...counts,
    spamBlocked: { ...count, description: 'Submissions that the honeypot caught. They count nowhere else.' },
  },
  additionalProperties: false,
} as const;

const rates = {
  type: 'object',
  required: ['startRate', 'completionRate', 'conversionRate', 'dropOffRate'],
  properties: {
    startRate: percent('Starts of all views'),
    completionRate: percent('Submissions from browsers of all starts'),
    conversionRate: percent('Submissions from browsers of all views'),
    dropOffRate: percent('Starts without a submission of all starts'),
  },
  additionalProperties: false,
} as const;

const fieldMetric = {
  type: 'object',
  required: ['fieldId', 'label', 'type', 'reached', 'answered', 'completionRate', 'validationErrors', 'errorRate'],
  properties: {
    fieldId: { type: 'string' },
    label: { type: 'string', description: 'The id, where the field has no label.' },
    type: { type: ['string', 'null'], description: '`null`: the form no longer has the field.' },
    reached: { ...count, description: 'Visits that focused or answered it.' },
    answered: { ...count, description: 'Those that answered it, in a saved or completed submission.' },
    completionRate: percent('`answered` of `reached`'),
    validationErrors: {
      type: 'object',
      required: ['total', 'byRule'],
      properties: {
        total: { ...count, description: 'Errors that pages reported, and those of submissions that were refused.' },
        byRule: { type: 'object', additionalProperties: count, description: 'Rule to count, most frequent first.' },
      },
      additionalProperties: false,
    },
    errorRate: percent('Errors of `reached`, 100 at most'),
  },
  additionalProperties: false,
} as const;

const common = {
  method: 'GET',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  table: 'read',
  status: 200,
} as const;

const definitions =
  'A view: the form was shown. A start: a visit’s first focus or answer. A submission: a completed response. A visit that starts, or submits, without a view counts one. Submissions by secret key have no view and no start, and are left out of the rates. Everything counts by the time it happened, a submission by `submittedAt`; what is deleted later stays counted. Reports follow what happens within seconds.';

const orderOfFields =
  'Fields come in the order of the form; then those that it no longer has, if the period has any counts of them.';

export const getAnalytics = {
  ...common,
  path: '/analytics',
  summary: 'Report on all forms of the environment',
  description: `${definitions} \`forms\` has the newest 100 forms, those with the most submissions first; \`totals\` has all.`,
  query: { type: 'object', properties: period, additionalProperties: false },
  response: {
    type: 'object',
    required: ['environment', 'period', 'totals', 'rates', 'forms'],
    properties: {
      environment: environmentName,
      period: periodShown,
      totals,
      rates,
      forms: {
        type: 'array',
        maxItems: 100,
        items: {
          type: 'object',
          required: ['formId', 'title', 'views', 'submissions', 'conversionRate'],
          properties: {
            formId: { type: 'string' },
            title: { type: 'string' },
            views: count,
            submissions,
            conversionRate: rates.properties.conversionRate,
          },
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  },
} as const satisfies Contract;

export const getFormAnalytics = {
  ...common,
  path: '/forms/{id}/analytics',
  summary: 'Report on a form and its fields',
  description: `${definitions} ${orderOfFields}`,
  params: pathId('The id of a form.'),
  query: { type: 'object', properties: period, additionalProperties: false },
  response: {
    type: 'object',
    required: ['formId', 'environment', 'period', 'totals', 'rates', 'fields'],
    properties: {
      formId: { type: 'string' },
      environment: environmentName,
      period: periodShown,
      totals,
      rates,
      fields: { type: 'array', items: fieldMetric },
    },
    additionalProperties: false,
  },
} as const satisfies Contract;

export const getTrends = {
  ...common,
  path: '/analytics/trends',
  summary: 'Report day by day',
  description: `${definitions} Every day of the period has its point, the oldest first.`,
  query: {
    type: 'object',
    properties: {
      form_id: { ...formId, description: 'Only this form; left out: all forms of the environment.' },
      ...period,
    },
    additionalProperties: false,
  },
  response: {
    type: 'object',
    required: ['formId', 'period', 'points'],
    properties: {
      formId: { type: ['string', 'null'] },
      period: periodShown,
      points: {
        type: 'array',
        items: {
          type: 'object',
          required: ['date', 'views', 'starts', 'submissions', 'partial', 'abandoned'],
          properties: { date, ...counts },
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  },
} as const satisfies Contract;

export const getDropoffs = {
  ...common,
  path: '/analytics/dropoffs',
  summary: 'Report where people leave a form',
  description: `${definitions} A visit that was started and not completed is a drop-off at the field where it was last.`,
  query: {
    type: 'object',
    required: ['form_id'],
    properties: { form_id: formId, ...period },
    additionalProperties: false,
  },
  response: {
    type: 'object',
    required: [
      ...(['formId', 'period', 'starts', 'submissions', 'submissionsFromBrowsers'] as const),
      ...(['dropOffs', 'dropOffRate', 'fields'] as const),
    ],
    properties: {
      formId: { type: 'string' },
      period: periodShown,
      starts: counts.starts,
      submissions,
      submissionsFromBrowsers: { ...count, description: 'Those of them that came with a publishable key.' },
      dropOffs: { ...count, description: 'Starts less `submissionsFromBrowsers`.' },
      dropOffRate: rates.properties.dropOffRate,
      fields: {
        type: 'array',
        items: {
          type: 'object',
          required: ['fieldId', 'label', 'position', 'reached', 'dropOffs', 'dropOffRate'],
          properties: {
            fieldId: { type: 'string' },
            label: fieldMetric.properties.label,
            position: { type: ['integer', 'null'], description: 'From 1. `null`: the form no longer has the field.' },
            reached: fieldMetric.properties.reached,
            dropOffs: { ...count, description: 'Visits that were last here, and not completed.' },
            dropOffRate: percent('`dropOffs` of `reached`'),
          },
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  },
} as const satisfies Contract;

export const getFieldAnalytics = {
  ...common,
  path: '/analytics/fields',
  summary: 'Report on the fields of a form',
  description: `${definitions} ${orderOfFields}`,
  query: {
    type: 'object',
    required: ['form_id'],
    properties: {
      form_id: formId,
      field_id: {
        type: 'string',
        minLength: 1,
        maxLength: 64,
        description: 'Only this field, of the form now or once.',
      },
      ...period,
    },
    additionalProperties: false,
  },
  response: {
    type: 'object',
    required: ['formId', 'period', 'items'],
    properties: { formId: { type: 'string' }, period: periodShown, items: { type: 'array', items: fieldMetric } },
    additionalProperties: false,
  },
} as const satisfies Contract;

export const exportFormAnalytics = {
  ...common,
  path: '/forms/{id}/analytics.csv',
  summary: 'Export the days, or the fields, of a form as CSV',
  description: `${definitions} RFC 4180 in UTF-8 with CRLF. By days, every day of the period, the oldest first: \`date,views,starts,submissions,partial,abandoned,startRate,completionRate,conversionRate,dropOffRate\`. By fields: \`fieldId,label,type,position,reached,answered,completionRate,validationErrors,errorRate,dropOffs,dropOffRate\`. ${orderOfFields}`,
  streamed: true,
  produces: ['text/csv'],
  params: pathId('The id of a form.'),
  query: {
    type: 'object',
    properties: {
      section: {
        enum: ['days', 'fields'],
        default: 'days',
        description: '`days`: a row for each day. `fields`: a row for each field, over the whole period.',
      },
      ...period,
    },
    additionalProperties: false,
  },
} as const satisfies Contract;

import type { Contract } from '../contract.ts';
import { creates, deletes, reads, updates } from '../operations.ts';
import { patterns } from '../patterns.ts';
import { listOf, object, paging, pathId, record, timestamp } from '../records.ts';
import { exportedFolders } from '../response-states.ts';
import { listResponses } from './responses.ts';

const { status, handling, assignee, source, origin, language, browser, from, to, q, order } =
  listResponses.query.properties;

const name = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  pattern: patterns.notBlank.pattern,
  description: 'The name of the view. Names need not be unique.',
} as const;

const columns = {
  type: ['array', 'null'],
  maxItems: 500,
  uniqueItems: true,
  items: { type: 'string', minLength: 1, maxLength: 200 },
  description:
    'The columns of the table in order, by their names in `columns` of `GET /responses`: `submittedAt`, `status`, `answers.email`. `null`: the default columns.',
} as const;

/** Conditions on answers in a body, by their names in a query. */
export const answerConditions = {
  type: 'object',
  maxProperties: 50,
  additionalProperties: { type: 'string', maxLength: 1000 },
  description:
    'Conditions on answers, by their names in the query of `GET /responses`: `topic` to `Sales`, `age][gte` to `18`.',
} as const;

const filters = object(
  [],
  {
    ...{ status, handling, assignee, source, origin, language, browser },
    folder: { enum: exportedFolders, description: '`spam`: responses marked as spam.' },
    from,
    to,
    q: { ...q, description: 'A text in an answer.' },
    answers: answerConditions,
  },
  'The filters of the view, with the parameters of `GET /responses`.',
);

const properties = {
  name,
  columns,
  filters,
  order: { enum: order.enum, description: 'The order of its responses. Default: `desc`, newest first.' },
} as const;

const view = record({
  id: { type: 'string' },
  formId: { type: 'string' },
  ...properties,
  createdBy: { type: 'string', description: 'The user, or the secret key, that created it.' },
  createdAt: timestamp,
  updatedAt: timestamp,
});

const path = '/forms/{id}/views';
const ofForm = pathId('The ID of a form.');
const ofView = record({
  ...ofForm.properties,
  viewId: { type: 'string', description: 'The ID of a view.' },
});

export const createView = {
  ...creates('editor'),
  path,
  summary: 'Save a view of the responses to a form',
  description:
    'Saves filters, columns and order under a name. Every member of the organization sees the view in the dashboard. A form can have 50 views. Conditions are checked when the view is used.',
  audited: 'view.created',
  params: ofForm,
  body: object(['name'], properties),
  response: view,
} as const satisfies Contract;

export const listViews = {
  ...reads,
  path,
  summary: 'List the saved views of a form',
  params: ofForm,
  query: object([], paging),
  response: listOf(view),
} as const satisfies Contract;

export const updateView = {
  ...updates('editor'),
  path: `${path}/{viewId}`,
  summary: 'Update a saved view',
  description: '`null` removes a filter.',
  audited: 'view.updated',
  params: ofView,
  patches: { responseOnly: ['id', 'formId', 'createdBy', 'createdAt', 'updatedAt'] },
  body: object(['name', 'filters', 'order'], properties),
  response: view,
} as const satisfies Contract;

export const deleteView = {
  ...deletes('editor'),
  path: `${path}/{viewId}`,
  summary: 'Delete a saved view',
  audited: 'view.deleted',
  params: ofView,
} as const satisfies Contract;

export const views = { createView, listViews, updateView, deleteView } as const;

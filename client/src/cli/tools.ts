import type { Formline } from '../formline.ts';
import type { AnyCall, Operation } from '../requests.ts';
import { planOf } from './plan.ts';

/** The input of a tool, checked against its JSON schema. */
type ToolInput = Readonly<Record<string, unknown>>;

export type Tool = {
  readonly title: string;
  readonly description: string;
  /** The JSON schema of each property. */
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  /** Whether it changes something. Such tools need --write. */
  readonly writes?: boolean;
  readonly run: (formline: Formline, stage: string, input: ToolInput) => Promise<unknown>;
};

const id = (description: string) => ({ type: 'string', description });
const instant = (description: string) => ({ type: 'string', description: `ISO 8601: ${description}` });
const page = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  cursor: { type: 'string', description: 'The nextCursor of the page before.' },
};

/**
 * Calls one operation. The path gets the properties that it names. The rest becomes the body of a change, or the query
 * of a list.
 */
const calls =
  (operation: Operation, parts: (input: ToolInput) => AnyCall): Tool['run'] =>
  (formline, _stage, input) =>
    formline.call(operation, parts(input) as never);

const byId = ({ id }: ToolInput): AnyCall => ({ params: { id: String(id) } });

const withQuery = ({ id, ...query }: ToolInput): AnyCall => ({ ...(id !== undefined && byId({ id })), query });

export const tools: Readonly<Record<string, Tool>> = {
  list_forms: {
    title: 'List forms',
    description: 'The forms of the environment, the newest first.',
    properties: { status: { enum: ['live', 'draft', 'archived'] }, ...page },
    run: calls('listForms', withQuery),
  },
  get_form: {
    title: 'Get a form',
    description: 'A form with its fields and settings.',
    properties: { id: id('form_…') },
    required: ['id'],
    run: calls('getForm', byId),
  },
  diff_forms: {
    title: 'Compare form files with the stage',
    description: 'What a push of the form files of a folder would change.',
    properties: { dir: { type: 'string', default: 'forms', description: 'The folder of the files.' } },
    run: async (formline, stage, { dir = 'forms' }) => {
      const plan = await planOf(formline, String(dir), stage);
      return plan.map(({ file, action, id, stale, changes }) => ({ file, action, id, stale, changes }));
    },
  },
  get_form_analytics: {
    title: 'Report on a form',
    description: 'Views, starts, submissions, rates, and each field, over some days.',
    properties: { id: id('form_…'), days: { type: 'integer', minimum: 1, maximum: 365, default: 30 } },
    required: ['id'],
    run: calls('getFormAnalytics', withQuery),
  },
  get_form_summary: {
    title: 'Sum up the answers to a form',
    description:
      'For each field how often each value was answered, or its numbers, exactly and for any number of responses.',
    properties: {
      id: id('form_…'),
      from: { type: 'string', description: 'The first day: 2026-01-31.' },
      to: { type: 'string', description: 'The last day.' },
      timezone: { type: 'string', description: 'An IANA name, such as Europe/Berlin.' },
      field_id: { type: 'string', description: 'Only this field.' },
    },
    required: ['id'],
    run: calls('getSummary', withQuery),
  },
  list_responses: {
    title: 'List responses',
    description: 'What was submitted, the newest first, of one form or all.',
    properties: {
      form_id: id('form_…'),
      status: { enum: ['completed', 'partial', 'abandoned'] },
      from: instant('submitted at this time or later'),
      to: instant('submitted before'),
      ...page,
    },
    run: calls('listResponses', withQuery),
  },
  get_response: {
    title: 'Get a response',
    description: 'A response with its answers and notes.',
    properties: { id: id('sub_…') },
    required: ['id'],
    run: calls('getResponse', byId),
  },
  list_exports: {
    title: 'List exports',
    description: 'Exports of responses into files, newest first, with their states.',
    properties: page,
    run: calls('listExports', withQuery),
  },
  get_export: {
    title: 'Get an export',
    description: 'An export with its state and size.',
    properties: { id: id('exp_…') },
    required: ['id'],
    run: calls('getExport', byId),
  },
  list_export_files: {
    title: 'List the files of an export',
    description: 'The files, with links that download them without a credential for a short time.',
    properties: { id: id('exp_…'), ...page },
    required: ['id'],
    run: calls('listExportFiles', withQuery),
  },
  list_webhooks: {
    title: 'List webhooks',
    description: 'The webhooks of the environment.',
    properties: page,
    run: calls('listWebhooks', withQuery),
  },
  list_deliveries: {
    title: 'List the deliveries of a webhook',
    description: 'What was sent, what failed, and when it is tried again; the newest first.',
    properties: {
      id: id('wh_…'),
      status: { enum: ['scheduled', 'succeeded', 'dead', 'cancelled'] },
      since: instant('of events at this time or later'),
      ...page,
    },
    required: ['id'],
    run: calls('listDeliveries', withQuery),
  },
  create_form: {
    title: 'Create a form',
    description: 'A new form, a draft unless it says `"status": "live"`.',
    properties: { form: { type: 'object', description: 'The body of POST /forms: title, fields, settings.' } },
    required: ['form'],
    writes: true,
    run: calls('createForm', ({ form }) => ({ body: form })),
  },
  update_form: {
    title: 'Change a form',
    description:
      'A JSON merge patch of the form; lists are replaced as a whole. With the etag of nobody else’s change.',
    properties: { id: id('form_…'), patch: { type: 'object', description: 'What is to change; null removes.' } },
    required: ['id', 'patch'],
    writes: true,
    run: async (formline, _stage, { id, patch }) => {
      const params = { id: String(id) };
      const { headers } = await formline.send('getForm', { params });
      const etag = headers.get('etag') ?? undefined;
      return formline.call('updateForm', { params, headers: { 'if-match': etag }, body: patch as object });
    },
  },
  update_response: {
    title: 'Change a response',
    description: 'Its status, its answers, or a note to add.',
    properties: { id: id('sub_…'), patch: { type: 'object', description: '`status`, `answers`, `notes`.' } },
    required: ['id', 'patch'],
    writes: true,
    run: calls('updateResponse', ({ id, patch }) => ({ params: { id: String(id) }, body: patch })),
  },
  create_export: {
    title: 'Export responses',
    description: 'Starts an export into files. Ask get_export until its state is done.',
    properties: {
      format: { enum: ['csv', 'jsonl', 'parquet', 'xlsx'], default: 'csv' },
      formId: id('form_…; all forms if left out'),
      viewId: id('view_…: the filters, columns and order of a saved view of the form'),
      status: { enum: ['completed', 'partial', 'abandoned'] },
      from: instant('submitted at this time or later'),
      to: instant('submitted before'),
    },
    writes: true,
    run: calls('createExport', body => ({ body })),
  },
  redrive_webhook: {
    title: 'Attempt dead deliveries again',
    description: 'Every dead delivery of a webhook, or those of events between two times.',
    properties: { id: id('wh_…'), from: instant('of events at this time or later'), to: instant('of events before') },
    required: ['id'],
    writes: true,
    run: calls('redriveWebhook', ({ id, ...body }) => ({ params: { id: String(id) }, body })),
  },
};

import type { Contract } from '../contract.ts';
import { creates, deletes, reads, updates } from '../operations.ts';
import { patterns } from '../patterns.ts';
import { environmentName, listOf, object, paging, pathId, record, timestamp } from '../records.ts';
import { deliveriesOf } from './deliveries.ts';

const type = { enum: ['slack', 'google_sheets', 'notion'] } as const;

/** Every property of every type; which of them a type takes and needs, `domain/receivers/integration-config.ts` says. */
const config = object(
  [],
  {
    includePersonalData: {
      type: 'boolean',
      description:
        'Send also the answers to fields that are `pii`, and what `masked` shows of those with that policy. Otherwise left out; `encrypted` ones are never sent.',
    },
    webhookUrl: {
      type: 'string',
      maxLength: 2048,
      description: 'Of Slack: `https://hooks.slack.com/services/…`. Write-only.',
    },
    serviceAccount: {
      type: ['object', 'string'],
      description: 'The JSON key of a Google service account, as an object or as its text. Write-only.',
    },
    spreadsheetId: {
      type: 'string',
      pattern: patterns.spreadsheetId.pattern,
      description: 'In the spreadsheet’s address, between `/d/` and `/edit`.',
    },
    sheetName: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 100,
      description: 'The name of the tab; `null` or left out: the first one.',
    },
    token: {
      type: 'string',
      pattern: patterns.notionToken.pattern,
      description: 'The secret of an internal integration of Notion. Write-only.',
    },
    databaseId: {
      type: 'string',
      pattern: patterns.notionDatabaseId.pattern,
      description: 'In the database’s address: 32 hexadecimal digits.',
    },
  },
  '`slack`: `webhookUrl`. `google_sheets`: `serviceAccount`, `spreadsheetId`, `sheetName`. `notion`: `token`, `databaseId`. `includePersonalData` is for all.',
);

const formId = {
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 64,
  description: 'Only responses to this form; `null`: to all forms of the environment.',
} as const;

const active = {
  type: 'boolean',
  description: 'An inactive integration gets nothing; what is queued for it is cancelled.',
} as const;

const integration = record({
  id: { type: 'string' },
  type,
  formId: { type: ['string', 'null'], description: 'The form whose responses are sent; `null`: those of all forms.' },
  config: object(
    ['includePersonalData'],
    {
      includePersonalData: { type: 'boolean' },
      webhookUrlLast4: { type: 'string' },
      clientEmail: { type: 'string', description: 'Share the spreadsheet with this address.' },
      spreadsheetId: { type: 'string' },
      sheetName: { type: 'string' },
      tokenLast4: { type: 'string' },
      databaseId: { type: 'string' },
    },
    'Without its credential, of which only enough is shown to recognise it by.',
  ),
  active: { type: 'boolean' },
  disabledReason: {
    enum: ['gone', 'failing', null],
    description:
      'Why the service disabled the integration: it was answered 410 twice in a row, or failed for 8 days. Make it active again to clear it.',
  },
  environment: environmentName,
  createdAt: timestamp,
  updatedAt: timestamp,
});

const deliveries = deliveriesOf('/integrations', 'an integration', { integrationId: { type: 'string' } });

export const createIntegration = {
  ...creates('admin'),
  path: '/integrations',
  summary: 'Create an integration: each completed response goes to Slack, Google Sheets or Notion',
  description:
    'At most 20 in an environment. The credential is encrypted and never returned; whether the service takes it, `POST /integrations/{id}/test` shows.',
  namesEnvironment: true,
  audited: 'integration.created',
  secrets: 'seal',
  body: object(['type', 'config'], {
    type,
    formId,
    config,
    active: { ...active, default: true },
    environment: environmentName,
  }),
  response: integration,
} as const satisfies Contract;

export const listIntegrations = {
  ...reads,
  path: '/integrations',
  summary: 'List the integrations of the environment',
  query: object([], {
    form_id: { type: 'string', minLength: 1, description: 'Only the integrations that are for this form alone.' },
    environment: environmentName,
    ...paging,
  }),
  response: listOf(integration),
} as const satisfies Contract;

export const getIntegration = {
  ...reads,
  path: '/integrations/{id}',
  summary: 'Get an integration',
  etag: true,
  params: pathId('The id of an integration.'),
  response: integration,
} as const satisfies Contract;

export const updateIntegration = {
  ...updates('admin'),
  path: '/integrations/{id}',
  summary: 'Update an integration',
  description:
    'A credential that is not sent stays. `active: true` enables an integration again that the service disabled. The type stays.',
  audited: 'integration.updated',
  secrets: 'seal',
  etag: true,
  params: pathId('The id of an integration.'),
  patches: {
    responseOnly: [
      ...(['id', 'type', 'environment', 'disabledReason', 'createdAt', 'updatedAt'] as const),
      ...(['config.webhookUrlLast4', 'config.clientEmail', 'config.tokenLast4'] as const),
    ],
    writeOnly: ['config.webhookUrl', 'config.serviceAccount', 'config.token'],
  },
  body: object(['config', 'active'], { formId, config, active }),
  response: integration,
} as const satisfies Contract;

export const deleteIntegration = {
  ...deletes('admin'),
  path: '/integrations/{id}',
  summary: 'Delete an integration',
  description:
    'Once this has answered, nothing more is taken from the queues; of what a worker had taken already, attempts may still begin for some seconds.',
  audited: 'integration.deleted',
  params: pathId('The id of an integration.'),
} as const satisfies Contract;

export const testIntegration = {
  ...deliveries.test,
  summary: 'Send a made-up response to an integration',
  description:
    'Delivered, retried and logged as every response: it leaves a message, a row or a page that says that it is a test. An inactive integration gets none: 409.',
} as const satisfies Contract;

export const listIntegrationDeliveries = {
  ...deliveries.list,
  summary: 'List the deliveries of an integration',
  description: 'Ordered by the time of their responses. Kept for 30 days after their end.',
} as const satisfies Contract;

export const getIntegrationDelivery = {
  ...deliveries.get,
  summary: 'Get a delivery of an integration with its attempts',
} as const satisfies Contract;

export const retryIntegrationDelivery = {
  ...deliveries.retry,
  summary: 'Attempt a delivery of an integration again, now',
  description:
    'Whatever its status, any number of times: its id stays the same, its schedule begins anew. An inactive integration gets none: 409.',
} as const satisfies Contract;

export const redriveIntegration = {
  ...deliveries.redrive,
  summary: 'Attempt every dead delivery of an integration again',
  description:
    'Those of responses between `from` and `to`, or all; 20 a second. The answer comes at once; the deliveries show the progress. An inactive integration gets none: 409.',
} as const satisfies Contract;

export const integrations = {
  createIntegration,
  listIntegrations,
  getIntegration,
  updateIntegration,
  deleteIntegration,
  testIntegration,
  listIntegrationDeliveries,
  getIntegrationDelivery,
  retryIntegrationDelivery,
  redriveIntegration,
} as const;

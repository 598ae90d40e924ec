import type { Contract } from '../contract.ts';
import { patterns } from '../patterns.ts';
import { environmentName, listOf, paging, pathId, timestamp } from '../records.ts';
import {
  deliveriesQuery,
  deliveryAttempts,
  deliveryPathOf,
  deliveryProperties,
  deliveryRequired,
  redriveBody,
  redriveProperties,
  redriveRequired,
} from './deliveries.ts';

const type = { enum: ['slack', 'google_sheets', 'notion'] } as const;

/** Every property of every type; which of them a type takes and needs, `domain/receivers/integration-config.ts` says. */
const config = {
  type: 'object',
  description:
    '`slack`: `webhookUrl`. `google_sheets`: `serviceAccount`, `spreadsheetId`, `sheetName`. `notion`: `token`, `databaseId`. `includePersonalData` is for all.',
  properties: {
    includePersonalData: {
      type: 'boolean',
      description:
        'Send also the answers to fields that are `pii` or have a `fieldPolicies` entry. Otherwise left out.',
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
  additionalProperties: false,
} as const;

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

const integration = {
  type: 'object',
  required: [
    ...(['id', 'type', 'formId', 'config', 'active', 'disabledReason'] as const),
    ...(['environment', 'createdAt', 'updatedAt'] as const),
  ],
  properties: {
    id: { type: 'string' },
    type,
    formId: { type: ['string', 'null'], description: 'The form whose responses are sent; `null`: those of all forms.' },
    config: {
      type: 'object',
      description: 'Without its credential, of which only enough is shown to recognise it by.',
      required: ['includePersonalData'],
      properties: {
        includePersonalData: { type: 'boolean' },
        webhookUrlLast4: { type: 'string' },
        clientEmail: { type: 'string', description: 'Share the spreadsheet with this address.' },
        spreadsheetId: { type: 'string' },
        sheetName: { type: 'string' },
        tokenLast4: { type: 'string' },
        databaseId: { type: 'string' },
      },
      additionalProperties: false,
    },
    active: { type: 'boolean' },
    disabledReason: {
      enum: ['gone', 'failing', null],
      description:
        'Why the service disabled the integration: it was answered 410 twice in a row, or failed for 8 days. Make it active again to clear it.',
    },
    environment: environmentName,
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  additionalProperties: false,
} as const;

const summaryProperties = { ...deliveryProperties, integrationId: { type: 'string' } } as const;
const summaryRequired = [...deliveryRequired, 'integrationId'] as const;

const deliverySummary = {
  type: 'object',
  required: summaryRequired,
  properties: summaryProperties,
  additionalProperties: false,
} as const;

const delivery = {
  type: 'object',
  required: [...summaryRequired, 'attempts'],
  properties: { ...summaryProperties, attempts: deliveryAttempts },
  additionalProperties: false,
} as const;

export const createIntegration = {
  method: 'POST',
  path: '/integrations',
  summary: 'Create an integration: each completed response goes to Slack, Google Sheets or Notion',
  description:
    'At most 20 in an environment. The credential is encrypted and never returned; whether the service takes it, `POST /integrations/{id}/test` shows.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  namesEnvironment: true,
  audited: 'integration.created',
  table: 'write',
  secrets: 'seal',
  status: 201,
  body: {
    type: 'object',
    required: ['type', 'config'],
    properties: { type, formId, config, active: { ...active, default: true }, environment: environmentName },
    additionalProperties: false,
  },
  response: integration,
} as const satisfies Contract;

export const listIntegrations = {
  method: 'GET',
  path: '/integrations',
  summary: 'List the integrations of the environment',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  table: 'read',
  status: 200,
  query: {
    type: 'object',
    properties: {
      form_id: { type: 'string', minLength: 1, description: 'Only the integrations that are for this form alone.' },
      environment: environmentName,
      ...paging,
    },
    additionalProperties: false,
  },
  response: listOf(integration),
} as const satisfies Contract;

export const getIntegration = {
  method: 'GET',
  path: '/integrations/{id}',
  summary: 'Get an integration',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  table: 'read',
  status: 200,
  etag: true,
  params: pathId('The id of an integration.'),
  response: integration,
} as const satisfies Contract;

export const updateIntegration = {
  method: 'PUT',
  path: '/integrations/{id}',
  summary: 'Update an integration',
  description:
    'A credential that is not sent stays. `active: true` enables an integration again that the service disabled. The type stays.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  audited: 'integration.updated',
  table: 'write',
  secrets: 'seal',
  status: 200,
  etag: true,
  params: pathId('The id of an integration.'),
  patches: {
    responseOnly: [
      ...(['id', 'type', 'environment', 'disabledReason', 'createdAt', 'updatedAt'] as const),
      ...(['config.webhookUrlLast4', 'config.clientEmail', 'config.tokenLast4'] as const),
    ],
    writeOnly: ['config.webhookUrl', 'config.serviceAccount', 'config.token'],
  },
  body: {
    type: 'object',
    required: ['config', 'active'],
    properties: { formId, config, active },
    additionalProperties: false,
  },
  response: integration,
} as const satisfies Contract;

export const deleteIntegration = {
  method: 'DELETE',
  path: '/integrations/{id}',
  summary: 'Delete an integration',
  description:
    'Once this has answered, nothing more is taken from the queues; of what a worker had taken already, attempts may still begin for some seconds.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  audited: 'integration.deleted',
  table: 'write',
  status: 204,
  params: pathId('The id of an integration.'),
} as const satisfies Contract;

export const testIntegration = {
  method: 'POST',
  path: '/integrations/{id}/test',
  summary: 'Send a made-up response to an integration',
  description:
    'Delivered, retried and logged as every response: it leaves a message, a row or a page that says that it is a test. An inactive integration gets none: 409.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  conflicts: true,
  table: 'write',
  status: 202,
  params: pathId('The id of an integration.'),
  response: delivery,
} as const satisfies Contract;

export const listIntegrationDeliveries = {
  method: 'GET',
  path: '/integrations/{id}/deliveries',
  summary: 'List the deliveries of an integration',
  description: 'Ordered by the time of their responses. Kept for 30 days after their end.',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  table: 'read',
  status: 200,
  params: pathId('The id of an integration.'),
  query: deliveriesQuery,
  response: listOf(deliverySummary),
} as const satisfies Contract;

export const getIntegrationDelivery = {
  method: 'GET',
  path: '/integrations/{id}/deliveries/{deliveryId}',
  summary: 'Get a delivery of an integration with its attempts',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  table: 'read',
  status: 200,
  params: deliveryPathOf('integration'),
  response: delivery,
} as const satisfies Contract;

export const retryIntegrationDelivery = {
  method: 'POST',
  path: '/integrations/{id}/deliveries/{deliveryId}/retry',
  summary: 'Attempt a delivery of an integration again, now',
  description:
    'Whatever its status, any number of times: its id stays the same, its schedule begins anew. An inactive integration gets none: 409.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  conflicts: true,
  table: 'write',
  status: 202,
  params: deliveryPathOf('integration'),
  response: delivery,
} as const satisfies Contract;

export const redriveIntegration = {
  method: 'POST',
  path: '/integrations/{id}/redrive',
  summary: 'Attempt every dead delivery of an integration again',
  description:
    'Those of responses between `from` and `to`, or all; 20 a second. The answer comes at once; the deliveries show the progress. An inactive integration gets none: 409.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  conflicts: true,
  table: 'write',
  status: 202,
  params: pathId('The id of an integration.'),
  body: redriveBody,
  bodyOptional: true,
  response: {
    type: 'object',
    required: ['integrationId', ...redriveRequired],
    properties: { integrationId: { type: 'string' }, ...redriveProperties },
    additionalProperties: false,
  },
} as const satisfies Contract;

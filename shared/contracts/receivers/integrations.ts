import type { Contract } from '../contract.ts';
import { creates, deletes, reads, updates } from '../operations.ts';
import { patterns } from '../patterns.ts';
import { environmentName, listOf, object, paging, pathId, record, timestamp } from '../records.ts';
import { deliveriesOf } from './deliveries.ts';

const type = { enum: ['slack', 'google_sheets', 'notion', 'email'] } as const;

const recipients = {
  type: 'array',
  minItems: 1,
  maxItems: 20,
  items: { type: 'string', minLength: 3, maxLength: 254 },
  description:
    'Ids of members of the organization, and addresses. A member gets mail for as long as they are one; an address, once somebody has followed the link that it is sent.',
} as const;

const emailConfig = {
  recipients,
  includeAnswers: {
    type: 'boolean',
    description: 'Put the answers into the mail. Otherwise it has a link to them, for those who may log in.',
  },
  replyToField: {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 64,
    description:
      'With `formId`: the e-mail field to whose answer a reply goes. `null` or left out: the first one whose answers may be sent. Not for digests, which are about many.',
  },
  digest: {
    enum: ['immediately', 'hourly', 'daily'],
    description:
      '`immediately`, where it is left out: a mail for each response. `hourly` and `daily`: one for all of the hour or the day, if there were any.',
  },
  digestHour: {
    type: ['integer', 'null'],
    minimum: 0,
    maximum: 23,
    description: 'The hour at which a `daily` one ends and is sent; 8 where it is left out.',
  },
  timeZone: {
    type: ['string', 'null'],
    maxLength: 64,
    description: 'Of `digestHour`, and of the times in mails: `Europe/Berlin`. `UTC` where it is left out.',
  },
} as const;

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
    ...emailConfig,
  },
  '`slack`: `webhookUrl`. `google_sheets`: `serviceAccount`, `spreadsheetId`, `sheetName`. `notion`: `token`, `databaseId`. `email`: `recipients`, `includeAnswers`, `replyToField`, `digest`, `digestHour`, `timeZone`. `includePersonalData` is for all.',
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
      recipients: { type: 'array', items: { type: 'string' } },
      recipientStatus: {
        type: 'object',
        additionalProperties: { enum: ['member', 'gone', 'pending', 'confirmed', 'unsubscribed', 'undeliverable'] },
        description:
          'How each recipient is: a `member`, or `gone` from the organization; an address that is `pending` until its link is followed, then `confirmed`, until it has `unsubscribed`. `undeliverable`: mails to it came back, or were complained of.',
      },
      includeAnswers: { type: 'boolean' },
      replyToField: { type: 'string' },
      digest: emailConfig.digest,
      digestHour: { type: 'integer' },
      timeZone: { type: 'string' },
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
  summary:
    'Create an integration: each completed response goes to Slack, Google Sheets or Notion, or is told by e-mail',
  description:
    'At most 20 in an environment. The credential is encrypted and never returned; whether the service takes it, `POST /integrations/{id}/test` shows. For `email`, the deployment has to send mail (`MAIL_FROM`), or this is refused as `not_supported`; addresses that were not asked before are sent a link to confirm.',
  namesEnvironment: true,
  audited: 'integration.created',
  owns: ['mails'],
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
  owns: ['mails'],
  secrets: 'seal',
  etag: true,
  params: pathId('The id of an integration.'),
  patches: {
    responseOnly: [
      ...(['id', 'type', 'environment', 'disabledReason', 'createdAt', 'updatedAt'] as const),
      ...(['config.webhookUrlLast4', 'config.clientEmail', 'config.tokenLast4', 'config.recipientStatus'] as const),
    ],
    writeOnly: ['config.webhookUrl', 'config.serviceAccount', 'config.token'],
  },
  body: object(['config', 'active'], { formId, config, active }),
  response: integration,
} as const satisfies Contract;

export const confirmRecipient = {
  ...creates('admin'),
  method: 'POST',
  path: '/integrations/{id}/confirmations',
  summary: 'Send an address the link that confirms it once more',
  description:
    'Three in a day at most (429). An address that is confirmed needs none, and one that has unsubscribed within 30 days is not asked: 409.',
  owns: ['mails'],
  conflicts: true,
  status: 202,
  params: pathId('The id of an integration.'),
  body: record({ address: { type: 'string', minLength: 3, maxLength: 254, description: 'One of its recipients.' } }),
  response: record({ address: { type: 'string' }, status: { const: 'pending' } }),
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
    'Whatever its status, any number of times: its id stays the same, its schedule begins anew. A digest that still collects responses is sent at its end alone: 409. An inactive integration gets none: 409.',
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
  confirmRecipient,
  deleteIntegration,
  testIntegration,
  listIntegrationDeliveries,
  getIntegrationDelivery,
  retryIntegrationDelivery,
  redriveIntegration,
} as const;

import type { Contract } from '../contract.ts';
import { creates, deletes, reads, updates } from '../operations.ts';
import { patterns } from '../patterns.ts';
import { environmentName, listOf, object, paging, pathId, record, timestamp } from '../records.ts';
import { deliveriesOf } from './deliveries.ts';
import { configPropertiesOf, type IntegrationType, integrationTypes } from './integration-types.ts';

const type = { enum: integrationTypes } as const;

const recipients = {
  type: 'array',
  minItems: 1,
  maxItems: 20,
  items: { type: 'string', minLength: 3, maxLength: 254 },
  description:
    'IDs of members, or email addresses. Members get email while they are members. An address gets email once its owner follows the link in a confirmation email.',
} as const;

const emailConfig = {
  recipients,
  includeAnswers: {
    type: 'boolean',
    description: 'Includes the answers in the email. Otherwise it links to them.',
  },
  replyToField: {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 64,
    description:
      'With `formId`: the email field that replies go to. Default: the first email field whose answers may be sent. Not for digests.',
  },
  digest: {
    enum: ['immediately', 'hourly', 'daily'],
    description:
      '`immediately` (the default): an email for each response. `hourly` and `daily`: one email for all responses in that time, if there are any.',
  },
  digestHour: {
    type: ['integer', 'null'],
    minimum: 0,
    maximum: 23,
    description: 'The hour at which a `daily` digest is sent. Default: 8.',
  },
  timeZone: {
    type: ['string', 'null'],
    maxLength: 64,
    description: 'The time zone of `digestHour` and of times in emails, such as `Europe/Berlin`. Default: `UTC`.',
  },
} as const;

/** Every property of every type. Which of them a type takes and needs, `integrationConfigs` says. */
const config = object(
  [],
  {
    includePersonalData: {
      type: 'boolean',
      description:
        'Also sends answers to `pii` fields, and the visible part of `masked` ones. `encrypted` answers are never sent.',
    },
    webhookUrl: {
      type: 'string',
      maxLength: 2048,
      description:
        'The URL of an incoming webhook of Slack (`https://hooks.slack.com/services/…`) or Discord (`https://discord.com/api/webhooks/…`), or of a workflow of Teams. Write-only.',
    },
    serviceAccount: {
      type: ['object', 'string'],
      description: 'The JSON key of a Google service account, as an object or as text. Write-only.',
    },
    spreadsheetId: {
      type: 'string',
      pattern: patterns.spreadsheetId.pattern,
      description: 'In the spreadsheet’s URL, between `/d/` and `/edit`.',
    },
    sheetName: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 100,
      description: 'The name of the sheet. Default: the first one.',
    },
    token: {
      type: 'string',
      pattern: patterns.accessToken.pattern,
      description: 'The secret of a Notion internal integration, or a personal access token of Airtable. Write-only.',
    },
    databaseId: {
      type: 'string',
      pattern: patterns.notionDatabaseId.pattern,
      description: 'In the database’s URL: 32 hexadecimal digits.',
    },
    baseId: {
      type: 'string',
      pattern: patterns.airtableBaseId.pattern,
      description: 'In the Airtable base’s URL: `app` and 14 letters or digits.',
    },
    table: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'The name of the Airtable table, or its ID, `tbl…`.',
    },
    ...emailConfig,
  },
  '`slack`, `discord` and `teams`: `webhookUrl`. `google_sheets`: `serviceAccount`, `spreadsheetId`, `sheetName`. `notion`: `token`, `databaseId`. `airtable`: `token`, `baseId`, `table`. `email`: `recipients`, `includeAnswers`, `replyToField`, `digest`, `digestHour`, `timeZone`. `includePersonalData` is for all.',
);

const formId = {
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 64,
  description: 'Only responses to this form. `null`: all forms of the environment.',
} as const;

const active = {
  type: 'boolean',
  description: 'An inactive integration gets nothing, and its queued deliveries are cancelled.',
} as const;

/** Returns the body of a new integration of a type. */
function newIntegrationOf(type: IntegrationType): object {
  const { credential = [], required, optional } = configPropertiesOf(type);
  const needed = [credential, required].flat();
  const taken = new Set([...needed, ...optional, 'includePersonalData']);
  const properties = Object.entries(config.properties).filter(([name]) => taken.has(name));
  return object(['type', 'config'], {
    type: { const: type },
    formId,
    config: object(needed, Object.fromEntries(properties)),
    active: { ...active, default: true },
    environment: environmentName,
  });
}

const integration = record({
  id: { type: 'string' },
  type,
  formId: { type: ['string', 'null'], description: 'The form whose responses are sent. `null`: all forms.' },
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
      baseId: { type: 'string' },
      table: { type: 'string' },
      recipients: { type: 'array', items: { type: 'string' } },
      recipientStatus: {
        type: 'object',
        additionalProperties: { enum: ['member', 'gone', 'pending', 'confirmed', 'unsubscribed', 'undeliverable'] },
        description:
          'The status of each recipient: a `member`, or `gone` from the organization; an address is `pending` until its link is followed, then `confirmed`, or `unsubscribed`. `undeliverable`: emails bounced or were reported as spam.',
      },
      includeAnswers: { type: 'boolean' },
      replyToField: { type: 'string' },
      digest: emailConfig.digest,
      digestHour: { type: 'integer' },
      timeZone: { type: 'string' },
    },
    'The config. Of the credential, it shows only enough to recognize it.',
  ),
  active: { type: 'boolean' },
  disabledReason: {
    enum: ['gone', 'failing', null],
    description:
      'Why the service turned off the integration: it got 410 twice in a row, or failed for 8 days. Set `active` to clear it.',
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
    'Create an integration: send each completed response to Slack, Discord, Teams, Google Sheets, Notion, Airtable or email',
  description:
    'An environment can have 20 integrations. The credential is encrypted and never returned; try it with `POST /integrations/{id}/test`. `email` requires a deployment that sends email (`MAIL_FROM`), otherwise `not_supported`. New addresses get a link to confirm.',
  namesEnvironment: true,
  audited: 'integration.created',
  grants: ['table:write', 'accounts:mails', 'receiverSecrets:seal', 'hashKey:open'],
  body: object(['type', 'config'], {
    type,
    formId,
    config,
    active: { ...active, default: true },
    environment: environmentName,
  }),
  bodies: integrationTypes.map(newIntegrationOf),
  response: integration,
} as const satisfies Contract;

export const listIntegrations = {
  ...reads,
  path: '/integrations',
  summary: 'List the integrations of the environment',
  grants: ['table:read', 'accounts:mails', 'hashKey:open'],
  query: object([], {
    form_id: { type: 'string', minLength: 1, description: 'Only integrations that are limited to this form.' },
    environment: environmentName,
    ...paging,
  }),
  response: listOf(integration),
} as const satisfies Contract;

export const getIntegration = {
  ...reads,
  path: '/integrations/{id}',
  summary: 'Get an integration',
  grants: ['table:read', 'accounts:mails', 'hashKey:open'],
  etag: true,
  params: pathId('The ID of an integration.'),
  response: integration,
} as const satisfies Contract;

export const updateIntegration = {
  ...updates('admin'),
  path: '/integrations/{id}',
  summary: 'Update an integration',
  description:
    'Keeps the credential if you don’t send one. `active: true` turns a disabled integration on again. The type can’t change.',
  audited: 'integration.updated',
  grants: ['table:write', 'accounts:mails', 'receiverSecrets:seal', 'hashKey:open'],
  etag: true,
  params: pathId('The ID of an integration.'),
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
  summary: 'Resend the confirmation link to a recipient',
  description:
    'At most three a day, then 429. 409 if the address is confirmed, or has unsubscribed in the last 30 days.',
  grants: ['table:write', 'accounts:mails'],
  conflicts: true,
  status: 202,
  params: pathId('The ID of an integration.'),
  body: record({ address: { type: 'string', minLength: 3, maxLength: 254, description: 'One of its recipients.' } }),
  response: record({ address: { type: 'string' }, status: { const: 'pending' } }),
} as const satisfies Contract;

export const deleteIntegration = {
  ...deletes('admin'),
  path: '/integrations/{id}',
  summary: 'Delete an integration',
  description:
    'No more deliveries start after this response, except those that a worker picked up in the last seconds.',
  audited: 'integration.deleted',
  params: pathId('The ID of an integration.'),
} as const satisfies Contract;

export const testIntegration = {
  ...deliveries.test,
  summary: 'Send a test response to an integration',
  description:
    'Delivered, retried and logged like any response. The message, row or page says that it is a test. 409 for an inactive integration.',
} as const satisfies Contract;

export const listIntegrationDeliveries = {
  ...deliveries.list,
  summary: 'List the deliveries of an integration',
  description: 'Ordered by the time of the response. Kept for 30 days after they end.',
} as const satisfies Contract;

export const getIntegrationDelivery = {
  ...deliveries.get,
  summary: 'Get a delivery of an integration with its attempts',
} as const satisfies Contract;

export const retryIntegrationDelivery = {
  ...deliveries.retry,
  summary: 'Retry a delivery of an integration now',
  description:
    'Works for any status, any number of times. The ID stays the same and the schedule starts over. 409 for an inactive integration, and for a digest that still collects responses.',
} as const satisfies Contract;

export const redriveIntegration = {
  ...deliveries.redrive,
  summary: 'Retry failed deliveries of an integration',
  description:
    'Retries `dead` deliveries of responses between `from` and `to`, or all of them, at 20 a second. Responds at once; the deliveries show the progress. 409 for an inactive integration.',
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

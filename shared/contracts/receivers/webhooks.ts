import type { Contract } from '../contract.ts';
import { creates, deletes, reads, updates } from '../operations.ts';
import {
  environmentName,
  listOf,
  object,
  paging,
  pathId,
  record,
  searchOf,
  timestamp,
  webhookEvent,
  withTotal,
} from '../records.ts';
import { deliveriesOf } from './deliveries.ts';

const url = {
  type: 'string',
  minLength: 1,
  maxLength: 2048,
  description:
    'A public https URL, on port 443 or above 1023, without user name and password. With `listen:<name>`, nothing is sent: `formline listen` reads the deliveries, which count as successful. Such a webhook is disabled after a day. It can be created, but not updated.',
} as const;

const secret = {
  type: 'string',
  minLength: 8,
  maxLength: 256,
  description: 'Signs the requests. Default: a generated secret, `whsec_…`. Shown only once.',
} as const;

const events = { type: 'array', minItems: 1, maxItems: 5, uniqueItems: true, items: webhookEvent } as const;

const formId = { type: 'string', minLength: 1, maxLength: 64, description: 'Only events of this form.' } as const;

const active = {
  type: 'boolean',
  description: 'An inactive webhook gets nothing, and its queued deliveries are cancelled.',
} as const;

const partials = {
  type: 'boolean',
  description:
    'Also sends partial responses: `response.created` at the first save, with the status `partial`, then `response.updated` for each save and for completion. Without it, `response.created` is sent once, when the response is first complete.',
} as const;

const includeAnswers = {
  type: 'boolean',
  description:
    'Sends the answers in `event.attributes.answers` of `response.created` and `response.updated`, by field ID, as they are when the request is made. Fields that are `pii`, `encrypted` or `masked` are never sent. A file is `{fileId, name, size, type}`.',
} as const;

const webhook = record({
  id: { type: 'string' },
  formId: { type: ['string', 'null'], description: 'The form whose events are sent. `null`: all forms.' },
  url: { type: 'string' },
  events: { type: 'array', items: webhookEvent },
  active: { type: 'boolean' },
  partials: { type: 'boolean' },
  includeAnswers: { type: 'boolean' },
  environment: environmentName,
  disabledReason: {
    enum: ['gone', 'failing', null],
    description:
      'Why the service turned off the webhook: the receiver answered 410 twice in a row, or failed for 8 days. Set `active` to clear it.',
  },
  secretLast4: { type: 'string' },
  createdAt: timestamp,
  updatedAt: timestamp,
});

const webhookWithSecret = record({
  ...webhook.properties,
  secret: { type: 'string', description: 'Shown only once.' },
});

const deliveries = deliveriesOf('/webhooks', 'a webhook', { webhookId: { type: 'string' } });

export const createWebhook = {
  ...creates('admin'),
  path: '/webhooks',
  summary: 'Create a webhook',
  description:
    'An environment can have 20 webhooks. A host name that does not resolve is accepted; the delivery log shows the failure. Only this response contains the secret.',
  namesEnvironment: true,
  audited: 'webhook.created',
  grants: ['table:write', 'receiverSecrets:seal'],
  body: object(['url', 'events'], {
    formId: { ...formId, type: ['string', 'null'], description: 'Only events of this form. Default: all forms.' },
    url,
    events,
    active: { ...active, default: true },
    partials: { ...partials, default: false },
    includeAnswers: { ...includeAnswers, default: false },
    secret,
    environment: environmentName,
  }),
  response: webhookWithSecret,
} as const satisfies Contract;

export const listWebhooks = {
  ...reads,
  path: '/webhooks',
  summary: 'List the webhooks of the environment',
  description: 'Includes the `webhooks` entries of forms.',
  query: object([], {
    form_id: { type: 'string', minLength: 1, description: 'Only webhooks that are limited to this form.' },
    applies: {
      type: 'boolean',
      default: false,
      description:
        'With `form_id`: also lists webhooks for all forms, so that you get every webhook that receives this form’s events.',
    },
    q: searchOf('webhooks whose URL contains each word'),
    environment: environmentName,
    ...paging,
    total: withTotal,
  }),
  response: listOf(webhook),
} as const satisfies Contract;

export const getWebhook = {
  ...reads,
  path: '/webhooks/{id}',
  summary: 'Get a webhook',
  etag: true,
  params: pathId('The ID of a webhook.'),
  response: webhook,
} as const satisfies Contract;

export const updateWebhook = {
  ...updates('admin'),
  path: '/webhooks/{id}',
  summary: 'Update a webhook',
  description:
    'A new `secret` replaces the current one like a rotation. `active: true` turns a disabled webhook on again. For a form’s own entry, change the url, event, `partials` and `includeAnswers` in the form.',
  audited: 'webhook.updated',
  conflicts: true,
  grants: ['table:write', 'receiverSecrets:seal'],
  etag: true,
  params: pathId('The ID of a webhook.'),
  patches: {
    responseOnly: ['id', 'environment', 'disabledReason', 'secretLast4', 'createdAt', 'updatedAt'],
    writeOnly: ['secret'],
  },
  body: object(['url', 'events', 'active'], {
    formId: { ...formId, description: 'Only events of this form. `null`: all forms.' },
    url,
    events,
    active,
    partials,
    includeAnswers,
    secret,
  }),
  response: webhook,
} as const satisfies Contract;

export const deleteWebhook = {
  ...deletes('admin'),
  path: '/webhooks/{id}',
  summary: 'Delete a webhook',
  description:
    'No more deliveries start after this response, except those that a worker picked up in the last seconds. A form’s own entry is also removed from the form.',
  audited: 'webhook.deleted',
  params: pathId('The ID of a webhook.'),
} as const satisfies Contract;

export const rotateWebhookSecret = {
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  summary: 'Rotate the secret of a webhook',
  description:
    'Requests are also signed with the old secret for 24 hours. Only this response contains the new one. Of several concurrent requests, the first succeeds and the others get 409.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  conflicts: true,
  audited: 'webhook.secret_rotated',
  grants: ['table:write', 'receiverSecrets:seal'],
  status: 200,
  params: pathId('The ID of a webhook.'),
  body: object([], { secret }),
  bodyOptional: true,
  response: webhookWithSecret,
} as const satisfies Contract;

export const testWebhook = {
  ...deliveries.test,
  summary: 'Send a test event to a webhook',
  description:
    'Delivered, retried and logged like any event, with made-up IDs. `event` defaults to the webhook’s first event. 409 for an inactive webhook.',
  body: object([], { event: webhookEvent }),
  bodyOptional: true,
} as const satisfies Contract;

export const listDeliveries = {
  ...deliveries.list,
  summary: 'List the deliveries of a webhook',
  description: 'Ordered by the time of the event. Kept for 30 days after they end.',
} as const satisfies Contract;

export const getDelivery = {
  ...deliveries.get,
  summary: 'Get a delivery with its attempts and its payload',
  grants: ['table:read', 'dataKeys:open', 'version:know', 'files:answers'],
  response: object([...deliveries.get.response.required, 'payload'], {
    ...deliveries.get.response.properties,
    payload: { type: 'string', description: 'The body that a request would have now. The signature covers its bytes.' },
  }),
} as const satisfies Contract;

export const retryDelivery = {
  ...deliveries.retry,
  summary: 'Retry a delivery now',
  description:
    'Works for any status, any number of times. The ID stays the same and the schedule starts over. 409 for an inactive webhook.',
} as const satisfies Contract;

export const redriveWebhook = {
  ...deliveries.redrive,
  summary: 'Retry failed deliveries',
  description:
    'Retries `dead` deliveries of events between `from` and `to`, or all of them, at 20 a second. Responds at once; the deliveries show the progress. 409 for an inactive webhook.',
} as const satisfies Contract;

export const webhooks = {
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  getDelivery,
  retryDelivery,
  redriveWebhook,
} as const;

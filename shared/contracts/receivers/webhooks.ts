import type { Contract } from '../contract.ts';
import { creates, deletes, reads, updates } from '../operations.ts';
import { environmentName, listOf, object, paging, pathId, record, timestamp, webhookEvent } from '../records.ts';
import { deliveriesOf } from './deliveries.ts';

const url = {
  type: 'string',
  minLength: 1,
  maxLength: 2048,
  description: 'https, a public address, port 443 or one above 1023; no user name or password.',
} as const;

const secret = {
  type: 'string',
  minLength: 8,
  maxLength: 256,
  description: 'What requests are signed with. Left out, one is generated: `whsec_…`. It is shown this once.',
} as const;

const events = { type: 'array', minItems: 1, maxItems: 5, uniqueItems: true, items: webhookEvent } as const;

const formId = { type: 'string', minLength: 1, maxLength: 64, description: 'Only events of this form.' } as const;

const active = {
  type: 'boolean',
  description: 'An inactive webhook gets nothing; what is queued for it is cancelled.',
} as const;

const partials = {
  type: 'boolean',
  description:
    'Also sends partial responses: `response.created` at the first save, with the status `partial`, then `response.updated` for each save and for completion. Without it, `response.created` is sent once, when the response is first complete.',
} as const;

const includeAnswers = {
  type: 'boolean',
  description:
    'Sends the answers in `event.attributes.answers` of `response.created` and `response.updated`, by field id, as they are when the request is made. Never those to fields that are `pii`, `encrypted` or `masked`. A file is `{fileId, name, size, type}`.',
} as const;

const webhook = record({
  id: { type: 'string' },
  formId: { type: ['string', 'null'], description: 'The form whose events are sent; `null`: those of all forms.' },
  url: { type: 'string' },
  events: { type: 'array', items: webhookEvent },
  active: { type: 'boolean' },
  partials: { type: 'boolean' },
  includeAnswers: { type: 'boolean' },
  environment: environmentName,
  disabledReason: {
    enum: ['gone', 'failing', null],
    description:
      'Why the service disabled the webhook: its receiver answered 410 twice in a row, or failed for 8 days. Make it active again to clear it.',
  },
  secretLast4: { type: 'string' },
  createdAt: timestamp,
  updatedAt: timestamp,
});

const webhookWithSecret = record({
  ...webhook.properties,
  secret: { type: 'string', description: 'Shown this once.' },
});

const deliveries = deliveriesOf('/webhooks', 'a webhook', { webhookId: { type: 'string' } });

export const createWebhook = {
  ...creates('admin'),
  path: '/webhooks',
  summary: 'Create a webhook',
  description:
    'At most 20 in an environment. A name that does not resolve is accepted: the log of deliveries says so. The secret is in this answer only.',
  namesEnvironment: true,
  audited: 'webhook.created',
  secrets: 'seal',
  body: object(['url', 'events'], {
    formId: { ...formId, type: ['string', 'null'], description: 'Only events of this form; left out: of all forms.' },
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
  description: 'A form’s own `webhooks` entries are webhooks too.',
  query: object([], {
    form_id: { type: 'string', minLength: 1, description: 'Only the webhooks that are for this form alone.' },
    applies: {
      type: 'boolean',
      default: false,
      description: 'With `form_id`: those for all forms too, so every webhook that this form’s events go to.',
    },
    environment: environmentName,
    ...paging,
  }),
  response: listOf(webhook),
} as const satisfies Contract;

export const getWebhook = {
  ...reads,
  path: '/webhooks/{id}',
  summary: 'Get a webhook',
  etag: true,
  params: pathId('The id of a webhook.'),
  response: webhook,
} as const satisfies Contract;

export const updateWebhook = {
  ...updates('admin'),
  path: '/webhooks/{id}',
  summary: 'Update a webhook',
  description:
    'A new `secret` replaces the one there is as a rotation does. `active: true` enables a webhook again that the service disabled. A form’s own entry has its url, event, `partials` and `includeAnswers` from the form: change them there.',
  audited: 'webhook.updated',
  conflicts: true,
  secrets: 'seal',
  etag: true,
  params: pathId('The id of a webhook.'),
  patches: {
    responseOnly: ['id', 'environment', 'disabledReason', 'secretLast4', 'createdAt', 'updatedAt'],
    writeOnly: ['secret'],
  },
  body: object(['url', 'events', 'active'], {
    formId: { ...formId, description: 'Only events of this form; `null`: of all forms.' },
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
    'Once this has answered, nothing more is taken from the queues; of what a worker had taken already, attempts may still begin for some seconds. A form’s own entry is taken off the form too.',
  audited: 'webhook.deleted',
  params: pathId('The id of a webhook.'),
} as const satisfies Contract;

export const rotateWebhookSecret = {
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  summary: 'Give a webhook a new secret',
  description:
    'For 24 hours, requests are signed with the old secret too. The new one is in this answer only. Of requests at once the first rotates it; the others are 409.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  conflicts: true,
  audited: 'webhook.secret_rotated',
  table: 'write',
  secrets: 'seal',
  status: 200,
  params: pathId('The id of a webhook.'),
  body: object([], { secret }),
  bodyOptional: true,
  response: webhookWithSecret,
} as const satisfies Contract;

export const testWebhook = {
  ...deliveries.test,
  summary: 'Send a test event to a webhook',
  description:
    'Delivered, retried and logged as every event; its ids are made up. Without `event`, it is the first that the webhook is for. An inactive webhook gets none: 409.',
  body: object([], { event: webhookEvent }),
  bodyOptional: true,
} as const satisfies Contract;

export const listDeliveries = {
  ...deliveries.list,
  summary: 'List the deliveries of a webhook',
  description: 'Ordered by the time of their events. Kept for 30 days after their end.',
} as const satisfies Contract;

export const getDelivery = {
  ...deliveries.get,
  summary: 'Get a delivery with its attempts',
} as const satisfies Contract;

export const retryDelivery = {
  ...deliveries.retry,
  summary: 'Attempt a delivery again, now',
  description:
    'Whatever its status, any number of times: its id stays the same, its schedule begins anew. An inactive webhook gets none: 409.',
} as const satisfies Contract;

export const redriveWebhook = {
  ...deliveries.redrive,
  summary: 'Attempt every dead delivery again',
  description:
    'Those of events between `from` and `to`, or all; 20 a second. The answer comes at once; the deliveries show the progress. An inactive webhook gets none: 409.',
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

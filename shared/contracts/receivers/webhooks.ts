import type { Contract } from '../contract.ts';
import { environmentName, listOf, paging, pathId, timestamp, webhookEvent } from '../records.ts';
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

const webhookProperties = {
  id: { type: 'string' },
  formId: { type: ['string', 'null'], description: 'The form whose events are sent; `null`: those of all forms.' },
  url: { type: 'string' },
  events: { type: 'array', items: webhookEvent },
  active: { type: 'boolean' },
  environment: environmentName,
  disabledReason: {
    enum: ['gone', 'failing', null],
    description:
      'Why the service disabled the webhook: its receiver answered 410 twice in a row, or failed for 8 days. Make it active again to clear it.',
  },
  secretLast4: { type: 'string' },
  createdAt: timestamp,
  updatedAt: timestamp,
} as const;

const webhookRequired = [
  'id',
  'formId',
  'url',
  'events',
  'active',
  'environment',
  'disabledReason',
  'secretLast4',
  'createdAt',
  'updatedAt',
] as const;

const webhook = {
  type: 'object',
  required: webhookRequired,
  properties: webhookProperties,
  additionalProperties: false,
} as const;

const webhookWithSecret = {
  type: 'object',
  required: [...webhookRequired, 'secret'],
  properties: { ...webhookProperties, secret: { type: 'string', description: 'Shown this once.' } },
  additionalProperties: false,
} as const;

const summaryProperties = { ...deliveryProperties, webhookId: { type: 'string' } } as const;
const summaryRequired = [...deliveryRequired, 'webhookId'] as const;

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

const deliveryPath = deliveryPathOf('webhook');

export const createWebhook = {
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook',
  description:
    'At most 20 in an environment. A name that does not resolve is accepted: the log of deliveries says so. The secret is in this answer only.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  namesEnvironment: true,
  audited: 'webhook.created',
  table: 'write',
  secrets: 'seal',
  status: 201,
  body: {
    type: 'object',
    required: ['url', 'events'],
    properties: {
      formId: { ...formId, type: ['string', 'null'], description: 'Only events of this form; left out: of all forms.' },
      url,
      events,
      active: { ...active, default: true },
      secret,
      environment: environmentName,
    },
    additionalProperties: false,
  },
  response: webhookWithSecret,
} as const satisfies Contract;

export const listWebhooks = {
  method: 'GET',
  path: '/webhooks',
  summary: 'List the webhooks of the environment',
  description: 'A form’s own `webhooks` entries are webhooks too.',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  table: 'read',
  status: 200,
  query: {
    type: 'object',
    properties: {
      form_id: { type: 'string', minLength: 1, description: 'Only the webhooks that are for this form alone.' },
      applies: {
        type: 'boolean',
        default: false,
        description: 'With `form_id`: those for all forms too, so every webhook that this form’s events go to.',
      },
      environment: environmentName,
      ...paging,
    },
    additionalProperties: false,
  },
  response: listOf(webhook),
} as const satisfies Contract;

export const getWebhook = {
  method: 'GET',
  path: '/webhooks/{id}',
  summary: 'Get a webhook',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  table: 'read',
  status: 200,
  etag: true,
  params: pathId('The id of a webhook.'),
  response: webhook,
} as const satisfies Contract;

export const updateWebhook = {
  method: 'PUT',
  path: '/webhooks/{id}',
  summary: 'Update a webhook',
  description:
    'A new `secret` replaces the one there is as a rotation does. `active: true` enables a webhook again that the service disabled. The url and the event of a form’s own entry are changed through the form.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  audited: 'webhook.updated',
  conflicts: true,
  table: 'write',
  secrets: 'seal',
  status: 200,
  etag: true,
  params: pathId('The id of a webhook.'),
  patches: {
    responseOnly: ['id', 'environment', 'disabledReason', 'secretLast4', 'createdAt', 'updatedAt'],
    writeOnly: ['secret'],
  },
  body: {
    type: 'object',
    required: ['url', 'events', 'active'],
    properties: {
      formId: { ...formId, description: 'Only events of this form; `null`: of all forms.' },
      url,
      events,
      active,
      secret,
    },
    additionalProperties: false,
  },
  response: webhook,
} as const satisfies Contract;

export const deleteWebhook = {
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook',
  description:
    'Once this has answered, nothing more is taken from the queues; of what a worker had taken already, attempts may still begin for some seconds. A form’s own entry is taken off the form too.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  audited: 'webhook.deleted',
  table: 'write',
  status: 204,
  params: pathId('The id of a webhook.'),
} as const satisfies Contract;

export const rotateWebhookSecret = {
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  summary: 'Give a webhook a new secret',
  description: 'For 24 hours, requests are signed with the old secret too. The new one is in this answer only.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  audited: 'webhook.secret_rotated',
  table: 'write',
  secrets: 'seal',
  status: 200,
  params: pathId('The id of a webhook.'),
  body: { type: 'object', properties: { secret }, additionalProperties: false },
  bodyOptional: true,
  response: webhookWithSecret,
} as const satisfies Contract;

export const testWebhook = {
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Send a test event to a webhook',
  description:
    'Delivered, retried and logged as every event; its ids are made up. Without `event`, it is the first that the webhook is for. An inactive webhook gets none: 409.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  conflicts: true,
  table: 'write',
  status: 202,
  params: pathId('The id of a webhook.'),
  body: { type: 'object', properties: { event: webhookEvent }, additionalProperties: false },
  bodyOptional: true,
  response: delivery,
} as const satisfies Contract;

export const listDeliveries = {
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  summary: 'List the deliveries of a webhook',
  description: 'Ordered by the time of their events. Kept for 30 days after their end.',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  table: 'read',
  status: 200,
  params: pathId('The id of a webhook.'),
  query: deliveriesQuery,
  response: listOf(deliverySummary),
} as const satisfies Contract;

export const getDelivery = {
  method: 'GET',
  path: '/webhooks/{id}/deliveries/{deliveryId}',
  summary: 'Get a delivery with its attempts',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  table: 'read',
  status: 200,
  params: deliveryPath,
  response: delivery,
} as const satisfies Contract;

export const retryDelivery = {
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{deliveryId}/retry',
  summary: 'Attempt a delivery again, now',
  description:
    'Whatever its status, any number of times: its id stays the same, its schedule begins anew. An inactive webhook gets none: 409.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  conflicts: true,
  table: 'write',
  status: 202,
  params: deliveryPath,
  response: delivery,
} as const satisfies Contract;

export const redriveWebhook = {
  method: 'POST',
  path: '/webhooks/{id}/redrive',
  summary: 'Attempt every dead delivery again',
  description:
    'Those of events between `from` and `to`, or all; 20 a second. The answer comes at once; the deliveries show the progress. An inactive webhook gets none: 409.',
  auth: ['secretKey', 'session'],
  role: 'admin',
  conflicts: true,
  table: 'write',
  status: 202,
  params: pathId('The id of a webhook.'),
  body: redriveBody,
  bodyOptional: true,
  response: {
    type: 'object',
    required: ['webhookId', ...redriveRequired],
    properties: { webhookId: { type: 'string' }, ...redriveProperties },
    additionalProperties: false,
  },
} as const satisfies Contract;

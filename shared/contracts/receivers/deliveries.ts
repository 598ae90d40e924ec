import { environmentName, instant, paging, timestamp, webhookEvent } from '../records.ts';

const status = {
  enum: ['scheduled', 'succeeded', 'dead', 'cancelled'],
  description:
    '`scheduled` waits for its next attempt; `dead` has had its last; `cancelled` was stopped, with its receiver, its form or its response.',
} as const;

const event = {
  type: 'object',
  required: ['name', 'timestamp', 'formId', 'traceId', 'spanId'],
  properties: {
    name: webhookEvent,
    timestamp,
    formId: { type: 'string' },
    responseId: { type: 'string' },
    status: { type: 'string', description: 'Of the response, at the time of the event.' },
    sessionId: { type: 'string' },
    fieldId: { type: 'string' },
    traceId: { type: 'string', description: 'Of W3C Trace Context: the trace of the submission, or a new one.' },
    spanId: { type: 'string' },
  },
  additionalProperties: false,
} as const;

export const deliveryAttempts = {
  type: 'array',
  items: {
    type: 'object',
    required: ['at', 'latencyMs'],
    properties: {
      at: timestamp,
      status: { type: 'integer', description: 'Of the answer, if there was one.' },
      error: { type: 'string', description: 'Why the attempt failed.' },
      latencyMs: { type: 'integer' },
      body: { type: 'string', description: 'The first 1 KB of a webhook’s answer.' },
      nextAttemptAt: timestamp,
    },
    additionalProperties: false,
  },
} as const;

/** What a delivery shows besides the id of what it goes to. */
export const deliveryProperties = {
  id: { type: 'string', description: 'The same on every attempt; a webhook gets it as `x-service-delivery`.' },
  status,
  event,
  attemptCount: { type: 'integer' },
  createdAt: timestamp,
  nextAttemptAt: { type: ['string', 'null'], description: 'While it is scheduled.' },
} as const;

export const deliveryRequired = ['id', 'status', 'event', 'attemptCount', 'createdAt', 'nextAttemptAt'] as const;

export const deliveriesQuery = {
  type: 'object',
  properties: {
    status,
    since: { ...instant, description: 'ISO 8601: of events at this time or later.' },
    until: { ...instant, description: 'ISO 8601: of events before this time; a bare date includes that UTC day.' },
    environment: environmentName,
    ...paging,
  },
  additionalProperties: false,
} as const;

export const deliveryPathOf = (receiver: 'webhook' | 'integration') =>
  ({
    type: 'object',
    required: ['id', 'deliveryId'],
    properties: {
      id: { type: 'string', description: `The id of ${receiver === 'webhook' ? 'a' : 'an'} ${receiver}.` },
      deliveryId: { type: 'string', description: 'The id of one of its deliveries.' },
    },
    additionalProperties: false,
  }) as const;

export const redriveBody = {
  type: 'object',
  properties: {
    from: { ...instant, description: 'ISO 8601: of events at this time or later.' },
    to: { ...instant, description: 'ISO 8601: of events before this time; a bare date includes that UTC day.' },
  },
  additionalProperties: false,
} as const;

export const redriveProperties = {
  from: { type: ['string', 'null'] },
  to: { type: ['string', 'null'] },
  status: { const: 'accepted' },
} as const;

export const redriveRequired = ['from', 'to', 'status'] as const;

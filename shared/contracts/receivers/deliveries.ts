import { creates, reads } from '../operations.ts';
import {
  environmentName,
  instant,
  listOf,
  object,
  type Properties,
  paging,
  pathId,
  record,
  timestamp,
  timestampOrNull,
  waitingFor,
  webhookEvent,
} from '../records.ts';

const status = {
  enum: ['scheduled', 'succeeded', 'dead', 'cancelled'],
  description:
    '`scheduled` waits for its next attempt. `dead` failed its last attempt. `cancelled` was stopped with its receiver or response. Queued deliveries of a deleted form are removed when due; ended ones are kept for 30 days.',
} as const;

const event = object(['name', 'timestamp', 'formId', 'traceId', 'spanId'], {
  name: webhookEvent,
  timestamp,
  formId: { type: 'string' },
  responseId: { type: 'string' },
  status: { type: 'string', description: 'The status of the response at the time of the event.' },
  sessionId: { type: 'string' },
  fieldId: { type: 'string' },
  traceId: { type: 'string', description: 'The W3C trace of the submission, or a new one.' },
  spanId: { type: 'string' },
});

const properties = {
  id: { type: 'string', description: 'The same for every attempt. A webhook gets it as `x-service-delivery`.' },
  status,
  event,
  attemptCount: { type: 'integer' },
  createdAt: timestamp,
  nextAttemptAt: { ...timestampOrNull, description: 'Set while the delivery is scheduled.' },
} as const;

/** Properties of integrations' deliveries only. */
const digest = {
  ...timestamp,
  description:
    'When the email digest with this response ends. The digest has its own delivery, without a response, which shows how it went.',
} as const;

const attempts = {
  type: 'array',
  items: object(['at', 'latencyMs'], {
    at: timestamp,
    status: { type: 'integer', description: 'The HTTP status of the receiver, if it answered.' },
    error: { type: 'string', description: 'Why the attempt failed.' },
    latencyMs: { type: 'integer' },
    body: { type: 'string', description: 'The first 1 KB of the receiver’s response to a webhook.' },
    nextAttemptAt: timestamp,
  }),
} as const;

const from = { ...instant, description: 'ISO 8601: events at this time or later.' } as const;

const before = {
  ...instant,
  description: 'ISO 8601: events before this time. A bare date includes that UTC day.',
} as const;

export const deliveriesQuery = object([], {
  status,
  since: from,
  until: before,
  environment: environmentName,
  ...paging,
});

export const redriveBody = object([], { from, to: before });

const accepted = { ...creates('admin'), conflicts: true, status: 202 } as const;

/**
 * The operations on the deliveries of a kind of receiver, all but their texts.
 *
 * @param path - `/webhooks`
 * @param name - with its article: `a webhook`
 * @param receiverId - the property of a delivery that names its receiver: `webhookId`
 */
export const deliveriesOf = <const Id extends Properties>(path: string, name: string, receiverId: Id) => {
  const shown = { ...properties, ...receiverId };
  const names = Object.keys(shown) as (keyof typeof shown & string)[];
  const summary = object(names, { ...shown, waitingFor, digest });
  const delivery = object([...names, 'attempts'], { ...shown, waitingFor, digest, attempts });
  const params = pathId(`The ID of ${name}.`);
  const one = record({
    id: params.properties.id,
    deliveryId: { type: 'string', description: 'The ID of a delivery.' },
  });
  return {
    test: { ...accepted, path: `${path}/{id}/test`, params, response: delivery },
    list: { ...reads, path: `${path}/{id}/deliveries`, params, query: deliveriesQuery, response: listOf(summary) },
    get: { ...reads, path: `${path}/{id}/deliveries/{deliveryId}`, params: one, response: delivery },
    retry: { ...accepted, path: `${path}/{id}/deliveries/{deliveryId}/retry`, params: one, response: delivery },
    redrive: {
      ...accepted,
      path: `${path}/{id}/redrive`,
      params,
      body: redriveBody,
      bodyOptional: true,
      response: record({
        ...receiverId,
        from: timestampOrNull,
        to: timestampOrNull,
        status: { const: 'accepted' },
      }),
    },
  } as const;
};

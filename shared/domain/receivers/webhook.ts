import { randomBytes } from 'node:crypto';
import type { FromSchema } from 'json-schema-to-ts';
import type { getDelivery, getWebhook } from '../../contracts/receivers/webhooks.ts';
import { mayHaveAnswers } from '../../contracts/webhook-events.ts';
import type { Fault } from '../../fault.ts';
import { isIntegrationId } from '../../ids.ts';

export type Webhook = FromSchema<typeof getWebhook.response>;
export type EventName = Webhook['events'][number];

/** An event as its deliveries contain it: everything in their payload, without answers. */
export type DeliveryEvent = FromSchema<typeof getDelivery.response>['event'];

/** One attempt as logged. Times are in ISO 8601; `body` is the first KB of the reply. */
export type Attempt = FromSchema<typeof getDelivery.response>['attempts'][number];

export type WaitingFor = NonNullable<FromSchema<typeof getDelivery.response>['waitingFor']>;

export type DeliveryStatus = FromSchema<typeof getDelivery.response>['status'];

/** The delivery of one event to one receiver: a webhook or an integration. */
export type Delivery = {
  id: string;
  receiverId: string;
  /** The owner of the receiver: its environment, or the form whose own it is. */
  owner: string;
  status: DeliveryStatus;
  event: DeliveryEvent;
  attempts: Attempt[];
  /** The number of all attempts. An attempt's write succeeds only if no other has been counted meanwhile. */
  attemptCount: number;
  /** The number of attempts before the current schedule started. A manual retry restarts it. */
  attemptsBefore: number;
  createdAt: string;
  /** When the current schedule started, if a manual retry started it. */
  retriedAt?: string;
  nextAttemptAt?: string;
  /** Why it waits without an attempt. */
  waitingFor?: WaitingFor;
  /** Set on a test of the receiver, which has no form. */
  test?: true;
  /** When its digest ends. A delivery without a response is the digest itself. */
  digest?: string;
  /** The recipients who got the mail, if not all could be reached at once. */
  told?: string[];
};

/** Whether it is the digest mail itself. */
export const isDigest = ({ digest, event }: Pick<Delivery, 'digest' | 'event'>): boolean =>
  digest !== undefined && event.responseId === undefined;

/** Returns a delivery as the API shows it. */
export function deliveryRecord(delivery: Delivery) {
  return { ...deliverySummary(delivery), attempts: delivery.attempts };
}

/** Returns a delivery as lists show it, without its attempts. */
export function deliverySummary(delivery: Delivery) {
  const { id, receiverId, status, event, attemptCount, createdAt, nextAttemptAt = null, waitingFor, digest } = delivery;
  const receiver = isIntegrationId(receiverId) ? { integrationId: receiverId } : { webhookId: receiverId };
  return {
    ...{ id, ...receiver, status, event, attemptCount, createdAt, nextAttemptAt },
    ...(waitingFor && { waitingFor }),
    ...(digest && { digest }),
  };
}

const noUlid = '0'.repeat(26);

/** Returns the event of a digest, which has no single response. */
export function digestEvent(formId: string | null, end: number): DeliveryEvent {
  return {
    name: 'response.created',
    timestamp: new Date(end).toISOString(),
    formId: formId ?? `form_${noUlid}`,
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
  };
}

/** Returns an event that did not happen. Its IDs belong to nothing. It continues the trace of the request. */
export function testEvent(
  { formId, events }: Pick<Webhook, 'formId' | 'events'>,
  name: EventName | undefined,
  trace: string | undefined,
): DeliveryEvent {
  const form = formId ?? `form_${noUlid}`;
  const event = name ?? events[0] ?? 'response.created';
  return {
    name: event,
    timestamp: new Date().toISOString(),
    formId: form,
    ...(event.startsWith('response.')
      ? {
          responseId: `sub_${noUlid}${form.slice('form_'.length)}`,
          ...(event !== 'response.erased' && { status: 'completed' }),
        }
      : { sessionId: 'test' }),
    ...(event === 'event.focus' && { fieldId: 'test' }),
    traceId: trace?.split('-')[1] ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
  };
}

/** The settings of a webhook that apply only to events of responses. */
type WebhookContent = { readonly partials?: boolean | undefined; readonly includeAnswers?: boolean | undefined };

/** Returns faults of settings that none of the events uses. A setting without effect is refused. */
export function faultsOfContent(events: readonly EventName[], content: WebhookContent, path = ''): Fault[] {
  if (events.some(mayHaveAnswers)) return [];
  const message = 'works with response.created and response.updated only: add one of those events, or leave this out';
  return (['partials', 'includeAnswers'] as const).flatMap(name =>
    content[name] ? [{ field: `${path}${name}`, rule: 'events', message }] : [],
  );
}

/** Returns the name that identifies a form's webhook entry. Each event goes to a URL once. */
export const nameOfEntry = ({ event, url }: { event?: string; url: string }): string => `${event} ${url}`;

import { randomBytes } from 'node:crypto';
import type { FromSchema } from 'json-schema-to-ts';
import type { getDelivery, getWebhook } from '../../contracts/receivers/webhooks.ts';
import type { Fault } from '../../fault.ts';
import { isIntegrationId } from '../../ids.ts';

export type Webhook = FromSchema<typeof getWebhook.response>;
export type EventName = Webhook['events'][number];

/** Something that happened, as its deliveries carry it: everything that their payload is made of. No answers. */
export type DeliveryEvent = FromSchema<typeof getDelivery.response>['event'];

/** One attempt as it is logged: times in ISO 8601, `body` the first KB of the answer. */
export type Attempt = FromSchema<typeof getDelivery.response>['attempts'][number];

export type DeliveryStatus = FromSchema<typeof getDelivery.response>['status'];

/** One event on its way to one receiver: a webhook or an integration. */
export type Delivery = {
  id: string;
  receiverId: string;
  /** What the receiver is stored under: its environment, or the form whose own entry it is. */
  owner: string;
  status: DeliveryStatus;
  event: DeliveryEvent;
  attempts: Attempt[];
  /** Attempts made in all; a write on behalf of an attempt holds only while nobody else has counted one. */
  attemptCount: number;
  /** The attempts made before the schedule began that it is in now: a retry by hand begins it again. */
  attemptsBefore: number;
  createdAt: string;
  nextAttemptAt?: string;
  /** A test of the receiver: its form is none. */
  test?: true;
  /** When the digest ends that it was collected for; or, of a delivery that is about no response, that it is. */
  digest?: string;
  /** Of the recipients of a mail, those who have it, where not all could be reached at once. */
  told?: string[];
};

/** Whether it is the mail about all that was collected. */
export const isDigest = ({ digest, event }: Pick<Delivery, 'digest' | 'event'>): boolean =>
  digest !== undefined && event.responseId === undefined;

/** A delivery as its record shows it. */
export function deliveryRecord(delivery: Delivery) {
  return { ...deliverySummary(delivery), attempts: delivery.attempts };
}

/** The same as lists show it: without its attempts. */
export function deliverySummary(delivery: Delivery) {
  const { id, receiverId, status, event, attemptCount, createdAt, nextAttemptAt = null, digest } = delivery;
  const receiver = isIntegrationId(receiverId) ? { integrationId: receiverId } : { webhookId: receiverId };
  return { id, ...receiver, status, event, attemptCount, createdAt, nextAttemptAt, ...(digest && { digest }) };
}

const noUlid = '0'.repeat(26);

/** What the delivery of a digest carries: it tells of no one response. */
export function digestEvent(formId: string | null, end: number): DeliveryEvent {
  return {
    name: 'response.created',
    timestamp: new Date(end).toISOString(),
    formId: formId ?? `form_${noUlid}`,
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
  };
}

/** An event that did not happen: its ids name nothing. It continues the trace of the request that asked for it. */
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
      ? { responseId: `sub_${noUlid}${form.slice('form_'.length)}`, status: 'completed' }
      : { sessionId: 'test' }),
    ...(event === 'event.focus' && { fieldId: 'test' }),
    traceId: trace?.split('-')[1] ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
  };
}

/** What a webhook has for the events of responses alone. */
type Content = { readonly partials?: boolean | undefined; readonly includeAnswers?: boolean | undefined };

/** What is wrong with settings that none of the events uses: a setting that does nothing is refused. */
export function faultsOfContent(events: readonly EventName[], content: Content, path = ''): Fault[] {
  if (events.some(event => event.startsWith('response.'))) return [];
  const message = 'works with response.created and response.updated only: add one of those events, or leave this out';
  return (['partials', 'includeAnswers'] as const).flatMap(name =>
    content[name] ? [{ field: `${path}${name}`, rule: 'events', message }] : [],
  );
}

/** What tells the entries of a form's webhooks apart: each event goes to a url once. */
export const nameOfEntry = ({ event, url }: { event?: string; url: string }): string => `${event} ${url}`;

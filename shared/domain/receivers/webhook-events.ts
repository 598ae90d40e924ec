import { createHash } from 'node:crypto';
import { responseAddress } from '../../ids.ts';
import type { VisitEvent } from '../responses/visit.ts';
import type { DeliveryEvent } from './webhook.ts';
import type { WebhookAnswers } from './webhook-answers.ts';

/** What of a response's item makes an event, as a record of the table's stream holds it. */
export type ResponseImage = {
  readonly status?: string;
  /** JSON. */
  readonly answers?: string;
  readonly notes?: string;
  readonly updatedAt?: string;
  /** The `traceparent` of the request that wrote the item. */
  readonly trace?: string;
  /** How often its answers were sealed or opened where they lie: a write that counts it up says nothing new. */
  readonly rewrites?: number;
  /** When silence made it abandoned: of the write that did, the same as `updatedAt`. */
  readonly silentAt?: string;
  /** When it was restored from an archive. */
  readonly restoredAt?: string;
  readonly meta?: { readonly source?: string };
  /** What it was before it was moved: to the spam, or from it. */
  readonly was?: string;
  /** It was completed once, whatever its status is now. */
  readonly wasCompleted?: boolean;
};

/** One write of a response. */
export type ResponseChange = {
  readonly formId: string;
  readonly responseId: string;
  /** When the response was made: ms since the epoch. */
  readonly createdAt: number;
  /** The record's sequence number in the stream: with the response's id it names the event, however often it comes. */
  readonly sequence: string;
  readonly before?: ResponseImage;
  readonly after?: ResponseImage;
};

/** An event and the text that names it: the same for each repetition of a record, another for each other event. */
export type IdentifiedEvent = {
  readonly identity: string;
  readonly event: DeliveryEvent;
  /** Whether it is for webhooks that ask for partial responses, or for those that do not; without it, for both. */
  readonly partials?: boolean;
  /** The response is complete for the first time. */
  readonly completes: boolean;
  /** It is no spam after all. */
  readonly wasSpam: boolean;
};

/** The event that an integration gets when a response is first complete. */
export function completionOf({
  event,
  completes,
}: IdentifiedEvent): Pick<IdentifiedEvent, 'identity' | 'event'> | undefined {
  const { responseId } = event;
  if (!completes || !responseId || !responseAddress(responseId)) return undefined;
  return { identity: responseId, event };
}

/**
 * The events that a write of a response is; none for a removal, and for a write that says nothing new. A response is created
 * when it is first complete. Only webhooks with `partials` are told of what comes before: to them it is created by its first
 * save, and its completion is an update.
 */
export function eventsOfChange(change: ResponseChange): IdentifiedEvent[] {
  const { before, after, responseId, sequence } = change;
  if (!after || !isNews(before, after)) return [];
  const event = (name: ResponseEvent, identity: string, partials?: boolean) =>
    responseEvent(change, after, { name, identity, ...(partials !== undefined && { partials }) });
  const updated = (partials?: boolean) => event('response.updated', `${responseId} ${sequence}`, partials);
  if (!before) {
    if (after.status === 'completed') return [{ ...event('response.created', responseId), completes: true }];
    return [event('response.created', `${responseId} partial`, true)];
  }
  if (isFirstCompletion(before, after)) {
    const created = event('response.created', `${responseId} completed`, false);
    return [{ ...created, completes: true }, updated(true)];
  }
  return [isPartialSave(before, after) ? updated(true) : updated()];
}

type ResponseEvent = 'response.created' | 'response.updated';
type Named = { name: ResponseEvent; identity: string; partials?: boolean };

function responseEvent(
  { before, formId, responseId, createdAt }: ResponseChange,
  after: ResponseImage,
  { name, identity, ...audience }: Named,
): IdentifiedEvent {
  const timestamp = (before && after.updatedAt) || new Date(createdAt).toISOString();
  const details = { formId, responseId, ...(after.status !== undefined && { status: after.status }) };
  const event = { name, timestamp, ...details, ...traceSpan(`${name} ${identity}`, after.trace) } as const;
  const wasSpam = before === undefined && after.was === 'spam';
  return { identity, event, ...audience, completes: false, wasSpam };
}

const isFirstCompletion = (before: ResponseImage, after: ResponseImage): boolean =>
  after.status === 'completed' && before.status !== 'completed' && !before.wasCompleted;

/** Notes, and a status that is not the visitor's own doing, are a change by whoever works with the response. */
const isPartialSave = (before: ResponseImage, after: ResponseImage): boolean =>
  !after.wasCompleted &&
  after.status !== 'completed' &&
  (after.status === 'partial' || after.status === before.status) &&
  !differsInNotes(before, after);

/** Neither what was restored nor what was submitted elsewhere has just come. */
const isNews = (before: ResponseImage | undefined, after: ResponseImage): boolean =>
  before ? differs(before, after) : after.restoredAt === undefined && after.meta?.source !== 'import';

/** The leaving that a write of a response infers from silence: nobody sent an event of it. */
export function eventOfSilence({
  formId,
  responseId,
  sequence,
  before,
  after,
}: ResponseChange): IdentifiedEvent | undefined {
  const { status, silentAt, updatedAt } = after ?? {};
  if (!before || before.status === status || status !== 'abandoned') return undefined;
  if (silentAt === undefined || silentAt !== updatedAt) return undefined;
  const name = 'event.abandon';
  const identity = `${responseId} ${sequence} silence`;
  const event = { name, timestamp: silentAt, formId, responseId, status, ...traceSpan(`${name} ${identity}`) } as const;
  return { identity, event, completes: false, wasSpam: false };
}

/** What of a visit's item makes events, as a record of the table's stream holds it. */
export type VisitImage = {
  readonly responseId?: string;
  readonly completed?: boolean;
  readonly focused?: ReadonlySet<string>;
  /** JSON: what this very write brought. */
  readonly events?: string;
  readonly environmentId?: string;
  readonly abandonedAt?: string;
  /** When the latest events arrived, in ISO 8601. */
  readonly receivedAt?: string;
};

/** One write of a visit. */
export type VisitChange = {
  readonly formId: string;
  /** The hash of its session. */
  readonly visit: string;
  /** The record's sequence number in the stream. */
  readonly sequence: string;
  readonly before?: VisitImage;
  readonly after?: VisitImage;
};

/** The events that a write of a visit brought, as far as webhooks are told of them: of a field that it is focused, once. */
export function eventsOfVisit({ formId, visit, sequence, before, after }: VisitChange): IdentifiedEvent[] {
  const focused = new Set(before?.focused);
  return visitEvents(after).flatMap(({ type, fieldId, at }, index) => {
    if (type === 'error' || (type === 'abandon' && after?.completed)) return [];
    if (type === 'focus' && !addNew(focused, fieldId)) return [];
    const name = `event.${type}` as const;
    const identity = `${formId} ${visit} ${sequence} ${index}`;
    const details = {
      formId,
      ...(after?.responseId !== undefined && { responseId: after.responseId }),
      sessionId: visit,
      ...(fieldId !== undefined && { fieldId }),
    };
    const event = { name, timestamp: at, ...details, ...traceSpan(`${name} ${identity}`) };
    return [{ identity, event, completes: false, wasSpam: false }];
  });
}

/** Adds a value, if there is one; whether it was not among them before. */
function addNew(values: Set<string>, value: string | undefined): boolean {
  if (value === undefined || values.has(value)) return false;
  values.add(value);
  return true;
}

export const visitEvents = (image: VisitImage | undefined): VisitEvent[] => JSON.parse(image?.events ?? '[]');

const differs = (before: ResponseImage, after: ResponseImage): boolean =>
  before.rewrites === after.rewrites &&
  (before.status !== after.status || before.answers !== after.answers || differsInNotes(before, after));

const differsInNotes = (before: ResponseImage, after: ResponseImage): boolean =>
  (before.notes ?? '[]') !== (after.notes ?? '[]');

/** https://www.w3.org/TR/trace-context/#traceparent-header, of version 00 and of those to come. */
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

export const isTraceparent = (text: string): boolean =>
  traceparent.test(text) && (!text.startsWith('00-') || text.length === 55);

/** A span in the caller's trace, or the first of a new one. It derives from the event: a repeated record repeats it. */
function traceSpan(identity: string, parent = ''): Pick<DeliveryEvent, 'traceId' | 'spanId'> {
  const digest = createHash('sha256').update(identity).digest('hex');
  const traceId = isTraceparent(parent) ? traceparent.exec(parent)?.[1] : undefined;
  return { traceId: traceId ?? digest.slice(0, 32), spanId: digest.slice(32, 48) };
}

/** The header that lets a receiver continue the event's trace. */
export const traceparentOf = ({ traceId, spanId }: DeliveryEvent): string => `00-${traceId}-${spanId}-01`;

/** The body of a request: without answers, the same bytes for the same event on every attempt. */
export function payloadOf(event: DeliveryEvent, version: string, answers?: WebhookAnswers): string {
  const { name, timestamp, formId, responseId, status, sessionId, fieldId, traceId, spanId } = event;
  return JSON.stringify({
    resource: withDottedNames({ service: { name: 'formline', version }, form: { id: formId } }),
    event: {
      name,
      timestamp,
      attributes: {
        ...withDottedNames({
          ...(responseId && { response: { id: responseId } }),
          form: { id: formId },
          ...(status && { status }),
          ...(sessionId && { session: { id: sessionId } }),
          ...(fieldId && { field: { id: fieldId } }),
        }),
        ...(answers && { answers }),
      },
    },
    trace: { trace_id: traceId, span_id: spanId },
  });
}

/**
 * Attributes as objects, and beside them under dotted names, as OpenTelemetry has them: `response.id` is a path to some
 * receivers, and a key to others.
 */
function withDottedNames(attributes: Readonly<Record<string, string | Readonly<Record<string, string>>>>) {
  const dotted = Object.entries(attributes).flatMap(([name, value]) =>
    typeof value === 'string' ? [] : Object.entries(value).map(([part, text]) => [`${name}.${part}`, text]),
  );
  return { ...attributes, ...Object.fromEntries(dotted) };
}

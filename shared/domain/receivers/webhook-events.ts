import { createHash } from 'node:crypto';
import { responseAddress, responseId } from '../../ids.ts';
import type { VisitEvent } from '../responses/visit.ts';
import type { DeliveryEvent } from './webhook.ts';
import type { WebhookAnswers } from './webhook-answers.ts';

/** The attributes of a response's item that make an event, as in a record of the table's stream. */
export type ResponseImage = {
  readonly status?: string;
  /** JSON. */
  readonly answers?: string;
  /** Where the answers are while they are not in the item. */
  readonly answersAt?: unknown;
  readonly notes?: string;
  readonly updatedAt?: string;
  /** The `traceparent` of the request that wrote the item. */
  readonly trace?: string;
  /** How often its stored answers were sealed or opened. A write that increases it makes no event. */
  readonly rewrites?: number;
  /** When it was abandoned by inactivity. In that write, it equals `updatedAt`. */
  readonly silentAt?: string;
  /** When it was restored from an archive. */
  readonly restoredAt?: string;
  readonly meta?: { readonly source?: string };
  /** Its status before it was moved to spam or back. */
  readonly was?: string;
  /** Whether it was once completed, whatever its status is now. */
  readonly wasCompleted?: boolean;
  /** Its status before completion, if its completion has moved the item. */
  readonly completes?: string;
};

/** One write of a response. */
export type ResponseChange = {
  readonly formId: string;
  readonly responseId: string;
  /** When the response was created, in ms since the epoch. */
  readonly createdAt: number;
  /**
   * The record's sequence number in the stream. With the response's ID it names the event, however often it is
   * delivered.
   */
  readonly sequence: string;
  readonly before?: ResponseImage;
  readonly after?: ResponseImage;
};

/**
 * An event and the text that identifies it: the same for each repeat of a record, and different for each other event.
 */
export type IdentifiedEvent = {
  readonly identity: string;
  readonly event: DeliveryEvent;
  /** Whether it is for webhooks with `partials`, or for those without; undefined for both. */
  readonly partials?: boolean;
  /** Whether the response is complete for the first time. */
  readonly completes: boolean;
  /** Whether it was marked as spam before. */
  readonly wasSpam: boolean;
};

/** Returns the event that an integration gets when a response is first complete. */
export function completionOf({
  event,
  completes,
}: IdentifiedEvent): Pick<IdentifiedEvent, 'identity' | 'event'> | undefined {
  const { responseId } = event;
  if (!completes || !responseId || !responseAddress(responseId)) return undefined;
  return { identity: responseId, event };
}

/**
 * Returns the events of a write of a response; none for a removal, and for a write without news. A response is created
 * when it is first complete. Only webhooks with `partials` get earlier events: for them it is created by its first
 * save, and its completion is an update.
 */
export function eventsOfChange(change: ResponseChange): IdentifiedEvent[] {
  const { before, after, responseId, sequence } = change;
  if (!after || !isNews(before, after)) return [];
  const event = (name: ResponseEvent, identity: string, partials?: boolean) =>
    responseEvent(change, after, { name, identity, ...(partials !== undefined && { partials }) });
  const updated = (partials?: boolean) => event('response.updated', `${responseId} ${sequence}`, partials);
  const isCompletion = before ? isFirstCompletion(before, after) : after.completes !== undefined;
  if (isCompletion) {
    const created = event('response.created', `${responseId} completed`, false);
    return [{ ...created, completes: true }, updated(true)];
  }
  if (!before) {
    if (after.status === 'completed') return [{ ...event('response.created', responseId), completes: true }];
    return [event('response.created', `${responseId} partial`, true)];
  }
  return [isPartialSave(before, after) ? updated(true) : updated()];
}

type ResponseEvent = 'response.created' | 'response.updated';
type NamedEvent = { name: ResponseEvent; identity: string; partials?: boolean };

function responseEvent(
  { before, formId, responseId, createdAt }: ResponseChange,
  after: ResponseImage,
  { name, identity, ...audience }: NamedEvent,
): IdentifiedEvent {
  const timestamp = (before && after.updatedAt) || new Date(createdAt).toISOString();
  const details = { formId, responseId, ...(after.status !== undefined && { status: after.status }) };
  const event = { name, timestamp, ...details, ...traceSpan(`${name} ${identity}`, after.trace) } as const;
  const wasSpam = before === undefined && after.was === 'spam';
  return { identity, event, ...audience, completes: false, wasSpam };
}

const isFirstCompletion = (before: ResponseImage, after: ResponseImage): boolean =>
  after.status === 'completed' && before.status !== 'completed' && !before.wasCompleted;

/** Whether a write is a visitor's partial save. Notes and other changes of status are the team's. */
const isPartialSave = (before: ResponseImage, after: ResponseImage): boolean =>
  !after.wasCompleted &&
  after.status !== 'completed' &&
  (after.status === 'partial' || after.status === before.status) &&
  !differsInNotes(before, after);

/** Whether a write is news. A restored or imported response has not just arrived, unless it has just been completed. */
const isNews = (before: ResponseImage | undefined, after: ResponseImage): boolean =>
  before
    ? differs(before, after)
    : after.completes !== undefined || (after.restoredAt === undefined && after.meta?.source !== 'import');

/** Returns the abandonment event that a write infers from inactivity, because no browser sent one. */
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

/** The attributes of found responses that make events, as in a record of the table's stream. */
export type ErasureImage = {
  readonly formId: string;
  readonly environmentId?: string;
  /** The sort keys in the IDs of the erased responses. */
  readonly erased?: ReadonlySet<string>;
  /** When all of them were gone (ISO 8601). */
  readonly erasedAt?: string;
};

/**
 * Returns the event of an erased response. It is the same for a response in the spam folder, because that may have been
 * sent before.
 */
export function eventOfErasure(formId: string, sortKey: string, erasedAt: string): IdentifiedEvent {
  const id = responseId(formId, sortKey);
  const [name, identity] = ['response.erased', `${id} erased`] as const;
  const event = { name, timestamp: erasedAt, formId, responseId: id, ...traceSpan(`${name} ${identity}`) };
  return { identity, event, completes: false, wasSpam: false };
}

/** Returns the events of a write of found responses: none until those that an erasure removed are gone everywhere. */
export function eventsOfErasure(before: ErasureImage | undefined, after: ErasureImage): IdentifiedEvent[] {
  const { formId, erased = new Set(), erasedAt } = after;
  if (erasedAt === undefined || before?.erasedAt !== undefined) return [];
  return [...erased].sort().map(sortKey => eventOfErasure(formId, sortKey, erasedAt));
}

/** The attributes of a visit's item that make events, as in a record of the table's stream. */
export type VisitImage = {
  readonly responseId?: string;
  readonly completed?: boolean;
  readonly focused?: ReadonlySet<string>;
  /** JSON: the events of this write. */
  readonly events?: string;
  readonly environmentId?: string;
  readonly abandonedAt?: string;
  /** When the latest events arrived (ISO 8601). */
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

/** Returns the events of a visit's write that webhooks get: for a field only its first focus. */
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

/** Adds a value, if there is one. Returns whether it is new. */
function addNew(values: Set<string>, value: string | undefined): boolean {
  if (value === undefined || values.has(value)) return false;
  values.add(value);
  return true;
}

export const visitEvents = (image: VisitImage | undefined): VisitEvent[] => JSON.parse(image?.events ?? '[]');

const differs = (before: ResponseImage, after: ResponseImage): boolean =>
  before.rewrites === after.rewrites &&
  // Answers went to the bucket of the form's owner, or came back. Nothing else changes in such a write.
  (before.answersAt === undefined) === (after.answersAt === undefined) &&
  (before.status !== after.status || before.answers !== after.answers || differsInNotes(before, after));

const differsInNotes = (before: ResponseImage, after: ResponseImage): boolean =>
  (before.notes ?? '[]') !== (after.notes ?? '[]');

/** Matches the header of version 00 and of later versions: https://www.w3.org/TR/trace-context/#traceparent-header */
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

export const isTraceparent = (text: string): boolean =>
  traceparent.test(text) && (!text.startsWith('00-') || text.length === 55);

/**
 * Returns a span in the caller's trace, or the first of a new one. It derives from the event, so a repeated record
 * gives the same one.
 */
function traceSpan(identity: string, parent = ''): Pick<DeliveryEvent, 'traceId' | 'spanId'> {
  const digest = createHash('sha256').update(identity).digest('hex');
  const traceId = isTraceparent(parent) ? traceparent.exec(parent)?.[1] : undefined;
  return { traceId: traceId ?? digest.slice(0, 32), spanId: digest.slice(32, 48) };
}

/** Returns the header with which a receiver can continue the event's trace. */
export const traceparentOf = ({ traceId, spanId }: DeliveryEvent): string => `00-${traceId}-${spanId}-01`;

/** Returns the body of a request. Without answers, it has the same bytes for the same event on every attempt. */
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
 * Returns attributes as objects, and also with dotted names, as in OpenTelemetry: `response.id` is a path to some
 * receivers, and a key to others.
 */
function withDottedNames(attributes: Readonly<Record<string, string | Readonly<Record<string, string>>>>) {
  const dotted = Object.entries(attributes).flatMap(([name, value]) =>
    typeof value === 'string' ? [] : Object.entries(value).map(([part, text]) => [`${name}.${part}`, text]),
  );
  return { ...attributes, ...Object.fromEntries(dotted) };
}

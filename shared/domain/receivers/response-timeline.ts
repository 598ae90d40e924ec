import type { FromSchema } from 'json-schema-to-ts';
import type { getResponseTimeline } from '../../contracts/responses/timelines.ts';
import { inTime, type Replies } from '../responses/replies.ts';
import type { Response } from '../responses/response.ts';
import type { ResponseChanges } from '../responses/response-changes.ts';
import type { Delivery } from './webhook.ts';

type Timeline = FromSchema<typeof getResponseTimeline.response>;
export type TimelineEntry = Timeline['items'][number];
export type TimelineReceiver = Timeline['enabled'][number];

/** A change by the team, as the audit trail has it. */
export type TeamChange = {
  readonly createdAt: string;
  readonly actor: { readonly id: string };
  readonly changes?: ResponseChanges;
};

/** Who read the response, by their name at that time. */
type TimelineReading = { readonly actorId: string; readonly actorName: string | undefined; readonly at: string };

/** A delivery and who got it. */
export type TimelineDelivery = { readonly delivery: Delivery; readonly receiver: TimelineReceiver };

/** Returns what happened to a response, oldest first. */
export function timelineOf(
  response: Pick<Response, 'startedAt' | 'submittedAt' | 'status' | 'notes' | 'spam'>,
  changes: readonly TeamChange[],
  deliveries: readonly TimelineDelivery[],
  replies: Replies = {},
  readings: readonly TimelineReading[] = [],
): TimelineEntry[] {
  const { startedAt, submittedAt, notes, spam } = response;
  const isSubmitted = response.status === 'completed' || startedAt !== submittedAt;
  const entries: TimelineEntry[] = [
    ...(startedAt === submittedAt ? [] : [{ type: 'started' as const, at: startedAt }]),
    { type: isSubmitted ? 'submitted' : 'saved', at: submittedAt },
    ...(spam ? [{ type: 'spam' as const, at: spam.at }] : []),
    ...notes.map(({ id, body, authorId, createdAt }) => {
      return { type: 'note' as const, at: createdAt, actorId: authorId, noteId: id, body };
    }),
    ...changes.flatMap(changeEntry),
    ...deliveries.map(deliveryEntry),
    ...readings.map(({ actorId, actorName, at }) => {
      return { type: 'read' as const, at, actorId, ...(actorName !== undefined && { actorName }) };
    }),
    ...inTime(replies).map(({ id, authorId, createdAt, subject, body, fieldId, state }) => {
      return {
        ...{ type: 'reply' as const, at: createdAt, actorId: authorId, replyId: id },
        ...{ subject, body, fieldId, replyState: state },
      };
    }),
  ];
  // Sorting keeps the order of what happened at the same time.
  return entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** Notes are entries of their own. */
function changeEntry({ createdAt, actor, changes = {} }: TeamChange): TimelineEntry[] {
  const { notes: _, ...others } = changes;
  if (Object.keys(others).length === 0) return [];
  return [{ type: 'changed', at: createdAt, actorId: actor.id, changes: others }];
}

function deliveryEntry({ delivery, receiver }: TimelineDelivery): TimelineEntry {
  const { id, event, attempts, nextAttemptAt, waitingFor } = delivery;
  return {
    type: 'delivery',
    at: attempts[0]?.at ?? delivery.createdAt,
    ...{ receiver, event: event.name, deliveryId: id, state: stateOf(delivery, receiver) },
    attempts: attempts.map(({ at, status, error }) => {
      return { at, ...(status !== undefined && { status }), ...(error !== undefined && { error }) };
    }),
    ...(nextAttemptAt && { nextAttemptAt }),
    ...(waitingFor && { waitingFor }),
  };
}

/** Only a webhook confirms that it got something. A mail or a message is with a service that passes it on. */
function stateOf({ status }: Delivery, { kind }: TimelineReceiver): TimelineEntry['state'] {
  if (status === 'scheduled') return 'waiting';
  if (status === 'succeeded') return kind === 'webhook' ? 'delivered' : 'sent';
  return status === 'dead' ? 'failed' : 'cancelled';
}

/** How long after its change an audit event may be written. */
const auditLagMs = 5000;

/** The maximum number of spans of time in which deliveries are looked for. */
const spansMax = 10;

type Span = { readonly from: number; readonly to: number };

/**
 * Returns the newest spans of time (ms since the epoch; `to` is exclusive) in which events of a response happened, and
 * whether these are all. The events are its first save, its completion, its latest change, and the changes by the team.
 */
export function spansOfEvents(
  { submittedAt, updatedAt }: Pick<Response, 'submittedAt' | 'updatedAt'>,
  firstSave: number,
  changes: readonly TeamChange[],
): { spans: Span[]; isWhole: boolean } {
  const moments = [firstSave, Date.parse(submittedAt), Date.parse(updatedAt)].map(at => ({ from: at, to: at + 1 }));
  const ofTeam = changes.map(({ createdAt }) => {
    const at = Date.parse(createdAt);
    return { from: at - auditLagMs, to: at + 1 };
  });
  const merged: Span[] = [];
  for (const span of [...moments, ...ofTeam].toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) merged.splice(-1, 1, { from: last.from, to: Math.max(last.to, span.to) });
    else merged.push(span);
  }
  // The first spans have the events that most receivers wait for.
  const spans = merged.length <= spansMax ? merged : [...merged.slice(0, 2), ...merged.slice(2 - spansMax)];
  return { spans, isWhole: spans.length === merged.length };
}

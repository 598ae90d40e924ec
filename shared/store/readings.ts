import type { AuditAction } from '../contracts/audit-actions.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import { quarterStart } from '../domain/time/quarters.ts';
import { gatheredEventId, newId } from '../ids.ts';
import { actorAttributes, auditSeconds } from './audit.ts';
import { expression } from './expression.ts';
import { keyOf, partitionOf, prefixOf } from './keys.ts';
import { queryPage } from './query.ts';
import { putItem, updateOrRead } from './table.ts';

/** The maximum number of responses that one event names. With more, each write of it would cost more. */
export const responsesOfEvent = 20;

/** The maximum number of a response's reads that are listed. */
const readsMax = 100;

/** What a caller reads: the form, export or request, with its name, and a response that is read on its own. */
type ReadSubject = { readonly id: string; readonly name?: string; readonly responseId?: string | undefined };

/** Who read a response, in a quarter hour: as the response's timeline shows it. */
export type Reading = { readonly actorId: string; readonly actorName: string | undefined; readonly at: string };

/** What this process has recorded in the current quarter hour, and the events that it adds responses to. */
const memory = { from: 0, recorded: new Set<string>(), events: new Map<string, string>() };

/** The number of entries that one process remembers. Without it, each read would cost a write. */
const rememberedMax = 10_000;

/**
 * Records in the audit trail that a caller reads. Reads of the same subject within a quarter hour are one event, so the
 * first one costs a write unit, and repeats in this process cost nothing. Each response that is read on its own costs a
 * write unit for its timeline, and one or two to be named in the event.
 */
export async function recordReading(
  caller: Caller,
  action: AuditAction,
  subject: ReadSubject,
  now = Date.now(),
): Promise<void> {
  const from = quarterStart(now);
  if (memory.from !== from || memory.recorded.size >= rememberedMax) {
    memory.from = from;
    memory.recorded.clear();
    memory.events.clear();
  }
  const identity = [caller.organizationId, caller.kind, caller.id, action, subject.id].join(' ');
  const name = `${identity} ${subject.responseId ?? ''}`;
  if (memory.recorded.has(name)) return;
  const first = gatheredEventId(from, identity);
  await Promise.all([
    recordEvent(caller, action, subject, { from, identity, first }),
    subject.responseId === undefined ? undefined : recordInTimeline(caller, subject.responseId, first, now),
  ]);
  memory.recorded.add(name);
}

type Gathering = { readonly from: number; readonly identity: string; readonly first: string };

async function recordEvent(caller: Caller, action: AuditAction, subject: ReadSubject, gathering: Gathering) {
  const { from, identity, first } = gathering;
  const event = memory.events.get(identity) ?? first;
  const { responseId } = subject;
  const { made, item } = await updateOrRead(keyOf('auditEvent', { org: caller.organizationId, event }), {
    set: {
      ...{ action, subjectId: subject.id, subjectName: subject.name, ...actorAttributes(caller) },
      ...{ createdAt: new Date(from).toISOString(), ttl: Math.floor(from / 1000) + auditSeconds },
    },
    ...(responseId === undefined
      ? { if: expression`attribute_not_exists(pk)` }
      : {
          add: { responses: new Set([responseId]) },
          if: expression`attribute_not_exists(responses) OR (size(responses) < ${responsesOfEvent} AND NOT contains(responses, ${responseId}))`,
        }),
  });
  const named = item?.responses instanceof Set ? (item.responses as Set<string>) : undefined;
  if (made || responseId === undefined || named?.has(responseId)) return;
  // The event is full. Each process continues in an event of its own.
  memory.events.set(identity, gatheredEventId(from, `${identity} ${newId('auditEvent')}`));
  await recordEvent(caller, action, subject, gathering);
}

/** Records a read in the timeline of its response. A later one in the quarter hour replaces it. */
function recordInTimeline(caller: Caller, response: string, event: string, now: number): Promise<void> {
  return putItem({
    ...keyOf('reading', { org: caller.organizationId, response, event }),
    ...{ actorKind: caller.kind, actorId: caller.id, actorName: caller.name, readAt: new Date(now).toISOString() },
    ttl: Math.floor(now / 1000) + auditSeconds,
  });
}

/** Returns who read a response on its own, the newest reads, oldest first. Costs half a read unit for 4 KB. */
export async function readingsOf(org: string, response: string): Promise<{ readings: Reading[]; isWhole: boolean }> {
  const partition = partitionOf('reading', 'pk', { org });
  const low = `${prefixOf('reading')}${response}#`;
  const { items, lastKey } = await queryPage({ partition, span: { low, high: `${low}~` }, order: 'desc' }, readsMax);
  const readings = items.map(({ actorId, actorName, readAt }) => ({
    ...{ actorId: String(actorId), actorName: actorName as string | undefined, at: String(readAt) },
  }));
  return { readings: readings.reverse(), isWhole: lastKey === undefined };
}

import type { Caller } from '../domain/accounts/caller.ts';
import type { ResponseChanges } from '../domain/responses/response-changes.ts';
import { minuteMs } from '../durations.ts';
import { newId, timeKey } from '../ids.ts';
import { type AuditActor, auditSeconds, keptOrigin } from './audit.ts';
import { allOf, attribute, expression } from './expression.ts';
import { partitionOf, partsOf } from './keys.ts';
import { type Order, type Query, queryPages, type Span } from './query.ts';
import type { Item } from './table.ts';
import { spanAfter } from './timeline.ts';

/** An event as the audit trail shows it. */
export type AuditEvent = {
  id: string;
  action: string;
  subjectId: string;
  /** The name of the subject at that time, where the event has one. */
  subjectName?: string;
  /** The responses that an erasure keeps, and why. */
  exceptions?: { responseId: string; reason: string }[];
  /** The responses that were read one by one, of an event of reading. */
  responseIds?: string[];
  actor: { kind: AuditActor['kind']; id: string; name: string | null };
  environment: Caller['environment'];
  sourceIp: string | null;
  userAgent: string | null;
  times: number;
  changes?: ResponseChanges;
  createdAt: string;
};

/** A filter on an organization's events. Times are in ms since the epoch; `to` is exclusive. */
export type AuditFilter = { action?: string; actorId?: string; subjectId?: string; from?: number; to?: number };

/** The maximum number of rows that one query reads. */
const rowsMax = 1000;

type AuditListOptions = {
  order: Order;
  /** The ID to start after. */
  position: string | undefined;
  expected: number;
};

/** Reads an organization's events of the last year in order of time. */
export async function* readAuditEvents(
  org: string,
  filter: AuditFilter,
  options: AuditListOptions,
): AsyncGenerator<AuditEvent> {
  const { order, position, expected } = options;
  const whole = keyRange(filter);
  const span = position === undefined ? whole : spanAfter(position, order, whole);
  if (span.low > span.high) return;
  // Nobody knows how many rows a filter drops, so pages behind a filter grow.
  const limits = { first: Math.min(expected, rowsMax), next: (limit: number) => Math.min(limit * 2, rowsMax) };
  for await (const { items } of queryPages({ ...queryOf(org, filter, span), order }, limits)) yield* items.map(eventOf);
}

/** Counts the events in the table: half a read unit for 4 KB, some 15 events. */
export async function countAuditEvents(org: string, filter: AuditFilter): Promise<number> {
  const span = keyRange(filter);
  if (span.low > span.high) return 0;
  let total = 0;
  const counting: Query = { ...queryOf(org, filter, span), countOnly: true, consistent: false };
  for await (const { count } of queryPages(counting)) total += count;
  return total;
}

const prefix = newId('auditEvent').slice(0, -26);

/**
 * Returns the bounds of the sort keys. Events older than a year are not shown, although the table may delete them some
 * days late.
 */
function keyRange({ from = 0, to = Date.now() + minuteMs }: AuditFilter): Span {
  const oldest = Date.now() - auditSeconds * 1000;
  return { low: prefix + timeKey(Math.max(from, oldest)), high: `${prefix}${timeKey(to - 1)}~` };
}

function queryOf(org: string, { action, actorId, subjectId }: AuditFilter, span: Span): Query {
  const wanted = Object.entries({ action, actorId, subjectId }).filter(([, value]) => value !== undefined);
  const conditions = wanted.map(([name, value]) => expression`${attribute(name)} = ${value}`);
  return {
    partition: partitionOf('auditEvent', 'pk', { org }),
    span,
    filter: conditions.length > 0 ? allOf(...conditions) : undefined,
  };
}

export function eventOf(item: Item): AuditEvent {
  const { action, subjectId, subjectName, actorKind, actorId, environment, createdAt } = item;
  // Events from before 0.3.0 have the whole address and text.
  const { sourceIp, userAgent } = keptOrigin(item as Pick<Caller, 'sourceIp' | 'userAgent'>);
  return {
    id: partsOf('auditEvent', 'sk', item.sk)?.event ?? '',
    action: String(action),
    subjectId: String(subjectId),
    ...(subjectName !== undefined && { subjectName: String(subjectName) }),
    ...(item.responses instanceof Set && { responseIds: [...item.responses].sort() }),
    ...(item.exceptions !== undefined && { exceptions: item.exceptions as AuditEvent['exceptions'] }),
    actor: {
      kind: actorKind as AuditActor['kind'],
      id: String(actorId),
      name: (item.actorName as string | undefined) ?? null,
    },
    environment: environment as Caller['environment'],
    sourceIp: sourceIp ?? null,
    userAgent: userAgent ?? null,
    times: Number(item.times ?? 1),
    ...(item.changes !== undefined && { changes: JSON.parse(String(item.changes)) }),
    createdAt: String(createdAt),
  };
}

import type { AuditAction } from '../contracts/audit-actions.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import { keptClient } from '../domain/accounts/client-name.ts';
import type { ResponseChanges } from '../domain/responses/response-changes.ts';
import { networkPrefixOf } from '../domain/traffic/network.ts';
import { newId, timeOf } from '../ids.ts';
import { keyOf, keysOf } from './keys.ts';
import { type TransactItem, writeIfUnchanged } from './table.ts';
import { putWrite } from './writes.ts';

/**
 * The maximum number of audit trails that one transaction writes to: those of the organizations that a user joined
 * first.
 */
export const trailsMax = 50;

/** How long events are kept. */
export const auditSeconds = 365 * 24 * 3600;

/** The actor and the organization that they acted in: a caller, or as much of one as is known. */
export type AuditActor = { kind: Caller['kind'] | 'anonymous' } & Pick<
  Caller,
  'id' | 'name' | 'organizationId' | 'environment' | 'sourceIp' | 'userAgent'
>;

/** Returns what is kept of the origin of a request: its network, and the names of browser and system. */
export const keptOrigin = ({ sourceIp, userAgent }: Pick<Caller, 'sourceIp' | 'userAgent'>) => ({
  sourceIp: sourceIp && networkPrefixOf(sourceIp),
  userAgent: keptClient(userAgent),
});

/** Returns an anonymous actor, known only by the request's origin, in an event about a user of this organization. */
export const anonymousIn = (organizationId: string, from: Pick<Caller, 'sourceIp' | 'userAgent'>): AuditActor => ({
  kind: 'anonymous',
  id: 'anonymous',
  ...{ organizationId, environment: 'production' },
  ...from,
});

/** The actor of a change, in the organization where it is made, and the change's audit action. */
export type AuditedAction<Who = AuditActor> = { caller: Who; action: AuditAction };

/** What some events have besides: how often they happened, what changed, or what an erasure keeps and why. */
export type AuditDetails = {
  times?: number;
  changes?: ResponseChanges;
  exceptions?: readonly { responseId: string; reason: string }[] | undefined;
};

/**
 * Returns the write that records who did something. It belongs in the transaction that does it, so neither happens
 * without the other.
 *
 * @param subjectId the ID of the object of the action
 * @param details `times`: how often, when one event stands for several; `changes`: of a response, in whose history the
 *   event then is; `exceptions`: the responses that an erasure keeps, with the reasons
 */
export function auditWrite(
  caller: AuditActor,
  action: AuditAction,
  subjectId: string,
  { times, changes, exceptions }: AuditDetails = {},
): TransactItem {
  const event = newId('auditEvent');
  const { organizationId: org } = caller;
  // The time in the ID, because lists are paged by ID.
  const createdAt = new Date(timeOf(event.slice(-26)));
  return putWrite({
    ...(changes ? keysOf('auditEvent', { org, event, subject: subjectId }) : keyOf('auditEvent', { org, event })),
    ...{ action, subjectId, times, exceptions, ...actorAttributes(caller) },
    ...(changes && { changes: JSON.stringify(changes) }),
    createdAt: createdAt.toISOString(),
    ttl: Math.floor(createdAt.getTime() / 1000) + auditSeconds,
  });
}

/** Returns the attributes of an event that say who did it, from where, and by which name at that time. */
export const actorAttributes = ({ kind, id, name, environment, ...from }: AuditActor) => ({
  ...{ actorKind: kind, actorId: id, actorName: name, environment },
  ...keptOrigin(from),
});

/** Records an event that changes nothing else. */
export async function audit(caller: AuditActor, action: AuditAction, subjectId: string): Promise<void> {
  await writeIfUnchanged([auditWrite(caller, action, subjectId)]);
}

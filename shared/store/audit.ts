import type { AuditAction } from '../contracts/audit-actions.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import { atMost } from '../domain/parts-of-text.ts';
import { newId, timeOf } from '../ids.ts';
import { keyOf } from './keys.ts';
import { type TransactItem, writeIfUnchanged } from './table.ts';
import { putWrite } from './writes.ts';

/** In how many trails one transaction tells of something: those of the organizations that a user has belonged to for longest. */
export const trailsMax = 50;

/** How long events are kept. */
export const auditSeconds = 365 * 24 * 3600;

/** Who did it, and in which organization; a caller, or the part of one that there is. */
export type AuditActor = { kind: Caller['kind'] | 'anonymous' } & Pick<
  Caller,
  'id' | 'organizationId' | 'environment' | 'sourceIp' | 'userAgent'
>;

/** Somebody of whom nothing is known but where the request came from, in what concerns a user of this organization. */
export const anonymousIn = (organizationId: string, from: Pick<Caller, 'sourceIp' | 'userAgent'>): AuditActor => ({
  kind: 'anonymous',
  id: 'anonymous',
  ...{ organizationId, environment: 'production' },
  ...from,
});

/** Who makes a change, in the organization that it is made in, and what the audit trail calls it. */
export type Audited<Who = AuditActor> = { caller: Who; action: AuditAction };

/**
 * The write that records who did something: part of the transaction that does it, so that neither happens alone.
 *
 * @param subjectId the id of what it was done to
 * @param times how often, where one event tells of several
 */
export function auditWrite(caller: AuditActor, action: AuditAction, subjectId: string, times?: number): TransactItem {
  const event = newId('auditEvent');
  const { kind, id: actorId, organizationId: org, environment, sourceIp, userAgent } = caller;
  // By the clock of its id, which lists are cut by.
  const createdAt = new Date(timeOf(event.slice(-26)));
  return putWrite({
    ...keyOf('auditEvent', { org, event }),
    ...{ action, subjectId, actorKind: kind, actorId, environment, times },
    ...{ sourceIp, userAgent: userAgent && atMost(userAgent, 255), createdAt: createdAt.toISOString() },
    ttl: Math.floor(createdAt.getTime() / 1000) + auditSeconds,
  });
}

/** Records something that changes nothing else. */
export async function audit(caller: AuditActor, action: AuditAction, subjectId: string): Promise<void> {
  await writeIfUnchanged([auditWrite(caller, action, subjectId)]);
}

import type { AuditAction } from '../contracts/audit-actions.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import { atMost } from '../domain/parts-of-text.ts';
import { newId, timeOf } from '../ids.ts';
import { keyOf } from './keys.ts';
import type { TransactItem } from './table.ts';
import { putWrite } from './writes.ts';

/** How long events are kept. */
export const auditSeconds = 365 * 24 * 3600;

/** Who did it, and in which organization; a caller, or the part of one that there is. */
type Actor = Pick<Caller, 'kind' | 'id' | 'organizationId' | 'environment' | 'sourceIp' | 'userAgent'>;

/** Who makes a change, in the organization that it is made in, and what the audit trail calls it. */
export type Audited = { caller: Caller; action: AuditAction };

/**
 * The write that records who did something: part of the transaction that does it, so that neither happens alone.
 *
 * @param subjectId the id of what it was done to
 */
export function auditWrite(caller: Actor, action: AuditAction, subjectId: string): TransactItem {
  const event = newId('auditEvent');
  const { kind, id: actorId, organizationId: org, environment, sourceIp, userAgent } = caller;
  // By the clock of its id, which lists are cut by.
  const createdAt = new Date(timeOf(event.slice(-26)));
  return putWrite({
    ...keyOf('auditEvent', { org, event }),
    ...{ action, subjectId, actorKind: kind, actorId, environment },
    ...{ sourceIp, userAgent: userAgent && atMost(userAgent, 255), createdAt: createdAt.toISOString() },
    ttl: Math.floor(createdAt.getTime() / 1000) + auditSeconds,
  });
}

import type { AuditAction } from '../../../contracts/audit-actions.ts';
import { type AuditActor, auditWrite, trailsMax } from '../../audit.ts';
import type { TransactItem } from '../../table.ts';
import { membershipsOf } from '../memberships.ts';
import type { Origin } from '../sessions.ts';

/**
 * The writes that tell each organization of a user what was done to the account.
 *
 * @param by who did it, where that was not the user
 */
export async function accountAudits(
  id: string,
  { sourceIp, userAgent }: Origin,
  action: AuditAction,
  by?: Pick<AuditActor, 'kind' | 'id'>,
): Promise<TransactItem[]> {
  const actor = {
    kind: by?.kind ?? 'session',
    id: by?.id ?? id,
    environment: 'production',
    sourceIp,
    userAgent,
  } as const;
  const organizations = (await membershipsOf(id)).slice(0, trailsMax);
  return organizations.map(({ organizationId }) => auditWrite({ ...actor, organizationId }, action, id));
}

import type { AuditAction } from '../../../contracts/audit-actions.ts';
import { type AuditActor, auditWrite, trailsMax } from '../../audit.ts';
import type { TransactItem } from '../../table.ts';
import { membershipsOf } from '../memberships.ts';
import type { Origin } from '../sessions.ts';

/**
 * Returns the writes that audit a change of the account in each of the user's organizations.
 *
 * @param by who made the change, if not the user
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

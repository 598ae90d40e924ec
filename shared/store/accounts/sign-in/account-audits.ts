import type { AuditAction } from '../../../contracts/audit-actions.ts';
import type { Caller } from '../../../domain/accounts/caller.ts';
import { auditWrite, trailsMax } from '../../audit.ts';
import type { TransactItem } from '../../table.ts';
import { membershipsOf } from '../memberships.ts';

/** The writes that tell each organization of a user what that user has done with the own account. */
export async function accountAudits(
  id: string,
  { sourceIp, userAgent }: Pick<Caller, 'sourceIp' | 'userAgent'>,
  action: AuditAction,
): Promise<TransactItem[]> {
  const organizations = (await membershipsOf(id)).slice(0, trailsMax);
  return organizations.map(({ organizationId }) =>
    auditWrite({ kind: 'session', id, organizationId, environment: 'production', sourceIp, userAgent }, action, id),
  );
}

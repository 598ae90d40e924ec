import type { AuditAction } from '../contracts/audit-actions.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import { membershipsOf } from '../store/accounts/memberships.ts';
import { type BegunSession, startSession } from '../store/accounts/sessions.ts';
import type { StoredUser } from '../store/accounts/users.ts';
import { auditWrite, trailsMax } from '../store/audit.ts';

type Login = {
  /** What the audit trail of each organization of the user calls it. */
  action: AuditAction;
  from: Pick<Caller, 'sourceIp' | 'userAgent'>;
};

/** Begins a session of somebody who has shown who they are, in whichever way: the one place where sessions begin. */
export async function beginSession(user: StoredUser, { action, from }: Login): Promise<BegunSession> {
  const { id } = user;
  const audits = (await membershipsOf(id))
    .slice(0, trailsMax)
    .map(({ organizationId }) =>
      auditWrite({ kind: 'session', id, organizationId, environment: 'production', ...from }, action, id),
    );
  return startSession(user, audits);
}

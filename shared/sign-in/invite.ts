import type { NamedOrganization } from '../auth/named-organization.ts';
import { accountLink } from '../domain/accounts/account-link.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import { validationFailed } from '../errors.ts';
import { Reply } from '../http/reply.ts';
import {
  createInvitation,
  type Invitation,
  invitationRecord,
  invitationsMax,
} from '../store/accounts/links/invitations.ts';
import type { MailStyle } from '../store/mails/mail-items.ts';

/**
 * Creates an invitation, and the reply that shows its link. Returns undefined if another request came first. Throws a
 * 400 at the limit.
 *
 * @param status the reply's status, if it is not the operation's own
 */
export async function invite(
  { organization, caller: here }: Pick<NamedOrganization, 'organization' | 'caller'>,
  person: Pick<Invitation, 'email' | 'role'>,
  { caller, baseUrl, language }: { caller: Caller } & Required<MailStyle>,
  status?: 202,
): Promise<Reply | undefined> {
  const audited = { caller: here, action: 'invitation.created' as const };
  const made = await createInvitation(organization, person, { by: caller, style: { baseUrl, language } }, audited);
  if (made === 'full') {
    const message = `there are ${invitationsMax} open invitations, the limit; withdraw one first`;
    throw validationFailed([{ field: '', rule: 'maxInvitations', message }]);
  }
  if (!made) return undefined;
  const url = accountLink(baseUrl, `/invitations/${made.token}`);
  return new Reply({ ...invitationRecord(made.invitation), url }, { status });
}

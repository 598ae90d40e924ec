import { accountLink } from '../../domain/accounts/account-link.ts';
import { addressToken, hashOfSecret, invitationToken, newSecret } from '../../domain/accounts/account-token.ts';
import { invitationMail, passwordResetMail } from '../../domain/mails/account-mails.ts';
import { addressConfirmationMail } from '../../domain/mails/address-mails.ts';
import { recipientMail } from '../../domain/mails/recipient-mail.ts';
import { rememberMailedLink } from '../../store/accounts/links/address-confirmations.ts';
import { noteMailWrites, openInvitation, rememberMailed } from '../../store/accounts/links/invitations.ts';
import { createMailedReset } from '../../store/accounts/links/password-resets.ts';
import { getOrganization } from '../../store/accounts/organizations.ts';
import { getUser, openAddress, userByEmail } from '../../store/accounts/users.ts';
import type { DueMail } from '../../store/mails/mail-items.ts';
import { newConfirmation, pendingAddress } from '../../store/receivers/recipient-links.ts';
import { type Letter, serviceName } from './letter.ts';

/**
 * The maximum number of links in an hour. A user who misses the first mail requests no more than this; more are a
 * flood.
 */
const linksAnHour = 5;
const invitationsOfOrganization = 100;
const recipientsOfOrganization = 50;
const addressesOfUser = 10;

type Of<K extends DueMail['kind']> = Extract<DueMail, { kind: K }>;

/**
 * Returns the mail of an invitation. Its token is not the one that the inviter saw. Each is in one place only, and
 * stored as a hash.
 */
export async function invitationLetter(mail: Of<'invitation'>): Promise<Letter | undefined> {
  const { organizationId, invitationId, language, baseUrl } = mail;
  const [organization, invitation] = await Promise.all([
    getOrganization(organizationId),
    openInvitation(organizationId, invitationId),
  ]);
  if (!organization || !invitation) return undefined;
  const { email, role, expiresAt, invitedBy } = invitation;
  return {
    to: email,
    isToStranger: true,
    counts: [
      { subject: email, most: linksAnHour },
      { subject: organizationId, most: invitationsOfOrganization },
    ],
    async content() {
      const secret = newSecret();
      await rememberMailed(invitation, hashOfSecret(secret));
      const url = accountLink(baseUrl ?? '', `/invitations/${invitationToken({ ...invitation, secret })}`);
      const inviter = invitedBy.kind === 'session' ? await getUser(invitedBy.id) : undefined;
      const inviterName = inviter?.name ?? inviter?.email;
      const said = { service: serviceName(), organization: organization.name, inviter: inviterName };
      return invitationMail(language, { ...said, role, expiresAt, url });
    },
    outcomeWrites: outcome => noteMailWrites(invitation, outcome),
  };
}

export async function recipientLetter(mail: Of<'recipient'>): Promise<Letter | undefined> {
  const { organizationId, sha256, language, baseUrl } = mail;
  const [organization, pending] = await Promise.all([
    getOrganization(organizationId),
    pendingAddress(organizationId, sha256),
  ]);
  if (!organization || !pending) return undefined;
  return {
    to: pending.address,
    isToStranger: true,
    counts: [
      { subject: pending.address, most: linksAnHour },
      { subject: organizationId, most: recipientsOfOrganization },
    ],
    async content() {
      const url = `${baseUrl}/mails/${await newConfirmation(organizationId, sha256)}`;
      return recipientMail(language, { service: serviceName(), organization: organization.name, url });
    },
    outcomeWrites: () => [],
  };
}

/**
 * Returns the mail to an address. The user who already has this address gets no link that would give it to another
 * account.
 */
export async function addressLetter({
  userId,
  language,
  baseUrl,
}: Of<'addressConfirmation'>): Promise<Letter | undefined> {
  const user = await getUser(userId);
  const pending = user?.status === 'active' ? openAddress(user) : undefined;
  const owner = pending && (await userByEmail(pending.email));
  if (!user || !pending || (owner && owner.id !== user.id)) return undefined;
  return {
    to: pending.email,
    isToStranger: true,
    counts: [
      { subject: pending.email, most: linksAnHour },
      { subject: userId, most: addressesOfUser },
    ],
    async content() {
      const secret = newSecret();
      if (!(await rememberMailedLink(user, pending, secret)))
        throw new Error('The user has changed while a link was made');
      const url = accountLink(baseUrl ?? '', `/address-confirmations/${addressToken({ userId, secret })}`);
      return addressConfirmationMail(language, { service: serviceName(), url });
    },
    outcomeWrites: () => [],
  };
}

export async function passwordResetLetter({ email, language, baseUrl }: Of<'passwordReset'>) {
  const user = await userByEmail(email);
  if (user?.status !== 'active') return undefined;
  return {
    to: user.email,
    isToStranger: user.addressUnproved === true,
    counts: [{ subject: user.email, most: linksAnHour }],
    async content() {
      const token = await createMailedReset(user);
      return passwordResetMail(language, { url: accountLink(baseUrl ?? '', `/password-resets/${token}`) });
    },
    outcomeWrites: () => [],
  } satisfies Letter;
}

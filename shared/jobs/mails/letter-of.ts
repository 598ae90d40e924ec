import { accountLink } from '../../domain/accounts/account-link.ts';
import {
  keyCreatedMail,
  passwordChangedMail,
  receiverDisabledMail,
  signedInMail,
} from '../../domain/mails/account-mails.ts';
import { addressChangedMail } from '../../domain/mails/address-mails.ts';
import type { MailContent } from '../../domain/mails/mail-layout.ts';
import { twoFactorMail } from '../../domain/mails/two-factor-mails.ts';
import { getOrganization } from '../../store/accounts/organizations.ts';
import { getUserIn } from '../../store/accounts/user-changes.ts';
import { getUser, userByEmail } from '../../store/accounts/users.ts';
import type { DueMail, MailMatter } from '../../store/mails/mail-items.ts';
import type { StoredIntegration } from '../../store/receivers/integrations.ts';
import { getReceiver, isAutoresponder, isIntegration, recordOf } from '../../store/receivers/receivers.ts';
import type { StoredWebhook } from '../../store/receivers/webhooks.ts';
import type { Letter } from './letter.ts';
import { addressLetter, invitationLetter, passwordResetLetter, recipientLetter } from './links.ts';
import { replyLetter } from './reply-letter.ts';

/** Returns the mail by the current state, or undefined when its subject or its recipient is gone. */
export function letterOf(mail: DueMail): Promise<Letter | undefined> {
  switch (mail.kind) {
    case 'invitation':
      return invitationLetter(mail);
    case 'recipient':
      return recipientLetter(mail);
    case 'passwordReset':
      return passwordResetLetter(mail);
    case 'addressConfirmation':
      return addressLetter(mail);
    case 'passwordChanged':
      return toPerson(mail.email, 10, passwordChangedMail(mail.language, { url: pageOf(mail, '/password-resets') }));
    case 'addressChanged':
      return toPerson(mail.email, 10, addressChangedMail(mail.language));
    case 'twoFactorChanged':
      return toPerson(
        mail.email,
        10,
        twoFactorMail(mail.language, { change: mail.change, url: pageOf(mail, '/account') }),
      );
    case 'signedIn':
      return signedInLetter(mail);
    case 'keyCreated':
      return keyLetter(mail);
    case 'receiverDisabled':
      return receiverLetter(mail);
    case 'reply':
      return replyLetter(mail);
    default:
      throw new Error(`There is no such mail: ${(mail as MailMatter).kind}`);
  }
}

/** Returns the URL of a dashboard page, if the dashboard's is known. */
const pageOf = ({ baseUrl }: DueMail, path: string): string | undefined => baseUrl && accountLink(baseUrl, path);

async function toPerson(to: string, most: number, content: MailContent): Promise<Letter> {
  const isToStranger = (await userByEmail(to))?.addressUnproved === true;
  return { to, isToStranger, counts: [{ subject: to, most }], content: async () => content, outcomeWrites: () => [] };
}

type Of<K extends MailMatter['kind']> = Extract<DueMail, { kind: K }>;

async function signedInLetter(mail: Of<'signedIn'>): Promise<Letter | undefined> {
  const user = await getUser(mail.userId);
  if (!user) return undefined;
  const { language, at, network, client } = mail;
  return toPerson(mail.email, 10, signedInMail(language, { at, network, client, url: pageOf(mail, '/account') }));
}

async function keyLetter(mail: Of<'keyCreated'>): Promise<Letter | undefined> {
  const admin = await adminOf(mail);
  if (!admin) return undefined;
  const { language, name, keyKind, by, at } = mail;
  const maker = by === undefined ? undefined : await getUser(by);
  const said = {
    ...{ organization: admin.organization, name, keyKind, by: maker?.name ?? maker?.email, at },
    url: pageOf(mail, '/keys'),
  };
  return toPerson(admin.email, 20, keyCreatedMail(language, said));
}

async function receiverLetter(mail: Of<'receiverDisabled'>): Promise<Letter | undefined> {
  const { owner, receiverId, reason } = mail;
  const [admin, receiver] = await Promise.all([adminOf(mail), getReceiver({ owner, receiverId })]);
  // The person who enabled it again already knows.
  if (!admin || !receiver || isAutoresponder(receiver) || recordOf(receiver).active) return undefined;
  const page = isIntegration(receiver) ? 'integrations' : 'webhooks';
  const said = {
    ...{ organization: admin.organization, receiver: nameOf(receiver), reason },
    url: pageOf(mail, `/${page}/${receiverId}`),
  };
  return toPerson(admin.email, 20, receiverDisabledMail(said));
}

/** Returns the name of a receiver without path or query, which may contain secrets. */
const nameOf = (receiver: StoredWebhook | StoredIntegration): string =>
  isIntegration(receiver)
    ? `Integration ${receiver.integration.type}`
    : `Webhook ${URL.parse(receiver.webhook.url)?.host ?? receiver.webhook.id}`;

/**
 * Returns an owner or admin, if they still are one, and the organization's name. Returns nobody at an unproved address,
 * because a tenant's text would reach a stranger.
 */
async function adminOf({ organizationId, userId = '' }: Of<'keyCreated' | 'receiverDisabled'>) {
  const [organization, found] = await Promise.all([getOrganization(organizationId), getUserIn(organizationId, userId)]);
  if (!organization || found?.user.status !== 'active' || found.user.addressUnproved) return undefined;
  return { organization: organization.name, email: found.user.email };
}

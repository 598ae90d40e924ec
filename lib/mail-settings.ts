import { domainOf, type Mailbox, parseMailbox } from '../shared/domain/mails/mailbox.ts';
import type { Settings } from './settings.ts';

export type MailSettings = {
  readonly from: Mailbox;
  /** The identity that SES verifies: a domain or a single address. */
  readonly identity: string;
  /** Whether the stage creates the identity. It doesn't if the account already has one. */
  readonly createsIdentity: boolean;
};

/** Mail providers with mailboxes for everyone, where nobody else can set DNS records. */
const publicProviders =
  /^(gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|aol|gmx|web|proton|protonmail|mail|zoho|yandex|t-online)\.[a-z.]+$/;

/** The sender under `npm start`, which writes mails to files and needs no setup. */
const localSender = 'Formline <no-reply@formline.example>';

export function mailSettings(settings: Settings, stage: string): MailSettings | undefined {
  const given = settings.lookup('MAIL_FROM');
  const kind = settings.choice('MAIL_IDENTITY');
  const text = given ?? (stage === 'local' ? localSender : undefined);
  if (text === undefined) {
    return kind === undefined
      ? undefined
      : settings.refuse(`MAIL_IDENTITY is "${kind}", and there is no MAIL_FROM: set that, or unset this`);
  }
  if (text === 'off') return undefined;
  const from = parseMailbox(text);
  if (!from) {
    return settings.refuse(
      `MAIL_FROM is "${text}"; it must be an address, alone or as in "Acme Forms <forms@acme.example>"`,
    );
  }
  const domain = domainOf(from);
  if (publicProviders.test(domain) && kind !== 'address' && kind !== 'existing') {
    return settings.refuse(
      `MAIL_FROM is ${from.address}, and the DNS of ${domain} is not yours: choose an address of a domain of your own, or, to try it out, set MAIL_IDENTITY to "address"`,
    );
  }
  return { from, identity: kind === 'address' ? from.address : domain, createsIdentity: kind !== 'existing' };
}

/** Returns `MAIL_FROM` as functions get it. */
export const senderOf = ({ from }: MailSettings): string =>
  from.name ? `${from.name} <${from.address}>` : from.address;

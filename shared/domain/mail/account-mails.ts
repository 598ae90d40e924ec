import type { Role } from '../../contracts/contract.ts';
import type { MailLanguage } from './mail.ts';
import { type MailContent, unlinked } from './mail-layout.ts';

type Texts = Omit<MailContent, 'language'>;

/** What a mail says in each language; only the one that is asked for is made. */
export const inLanguage = (
  language: MailLanguage,
  texts: Readonly<Record<MailLanguage, () => Texts>>,
): MailContent => ({
  language,
  ...texts[language](),
});

const roleNames: Readonly<Record<MailLanguage, Readonly<Record<Role, string>>>> = {
  en: { viewer: 'viewer', editor: 'editor', admin: 'admin', owner: 'owner' },
  de: { viewer: 'Leser', editor: 'Bearbeiter', admin: 'Administrator', owner: 'Inhaber' },
};

/** A moment in UTC, as the reader's own time is not known: `22 November 2026, 15:04 UTC`. */
const moment = (language: MailLanguage, at: number): string =>
  `${new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;

const day = (language: MailLanguage, at: number): string =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at);

type Invited = {
  /** What people know the deployment by. */
  service: string;
  organization: string;
  inviter: string | undefined;
  role: Role;
  expiresAt: number;
  url: string;
};

export function invitationMail(
  language: MailLanguage,
  { service, organization, inviter, role, expiresAt, url }: Invited,
) {
  const [where, who] = [unlinked(organization), inviter && unlinked(inviter)];
  return inLanguage(language, {
    en: () => ({
      subject: `Invitation to ${service}`,
      title: `Join ${where}`,
      paragraphs: [
        `${who ?? 'Somebody'} invites you to work on forms and responses with the organization ${where}, as ${roleNames.en[role]}.`,
      ],
      action: { label: 'Accept the invitation', url },
      afterAction: `The link works once, until ${day('en', expiresAt)}.`,
      footer: 'If you do not know who this is from, ignore this mail: nothing happens without your consent.',
    }),
    de: () => ({
      subject: `Einladung zu ${service}`,
      title: `${where} beitreten`,
      paragraphs: [
        `${who ?? 'Jemand'} lädt Sie ein, in der Organisation ${where} an Formularen und Antworten mitzuarbeiten, als ${roleNames.de[role]}.`,
      ],
      action: { label: 'Einladung annehmen', url },
      afterAction: `Der Link gilt einmal, bis zum ${day('de', expiresAt)}.`,
      footer: 'Sie kennen den Absender nicht? Dann ist nichts zu tun: Ohne Ihre Zustimmung geschieht nichts.',
    }),
  });
}

export const passwordResetMail = (language: MailLanguage, { url }: { url: string }) =>
  inLanguage(language, {
    en: () => ({
      subject: 'Choose a new password',
      title: 'Choose a new password',
      paragraphs: ['Somebody, probably you, has asked for a new password for your account.'],
      action: { label: 'Choose a new password', url },
      afterAction: 'The link works once, for 30 minutes. A new password signs you out everywhere.',
      footer: 'If it was not you, ignore this mail: your password stays as it is.',
    }),
    de: () => ({
      subject: 'Neues Passwort wählen',
      title: 'Neues Passwort wählen',
      paragraphs: ['Jemand, vermutlich Sie, hat ein neues Passwort für Ihr Konto angefordert.'],
      action: { label: 'Neues Passwort wählen', url },
      afterAction: 'Der Link gilt einmal, 30 Minuten lang. Ein neues Passwort meldet Sie überall ab.',
      footer: 'Waren Sie es nicht, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    }),
  });

/** @param url of the page where a password is asked for, where it is known */
export const passwordChangedMail = (language: MailLanguage, { url }: { url: string | undefined }) =>
  inLanguage(language, {
    en: () => ({
      subject: 'Your password was changed',
      title: 'Your password was changed',
      paragraphs: [
        'Your account has a new password, and every session of it has ended.',
        'If it was not you, choose another password now, and tell an admin of your organization.',
      ],
      action: url === undefined ? undefined : { label: 'Choose another password', url },
      footer: 'You get this mail because your account has this address.',
    }),
    de: () => ({
      subject: 'Ihr Passwort wurde geändert',
      title: 'Ihr Passwort wurde geändert',
      paragraphs: [
        'Ihr Konto hat ein neues Passwort, und alle seine Sitzungen sind beendet.',
        'Waren Sie es nicht? Dann wählen Sie jetzt ein anderes Passwort, und sagen Sie einem Administrator Ihrer Organisation Bescheid.',
      ],
      action: url === undefined ? undefined : { label: 'Anderes Passwort wählen', url },
      footer: 'Sie bekommen diese Mail, weil Ihr Konto diese Adresse hat.',
    }),
  });

type SignedIn = { at: number; network: string | undefined; client: string | undefined; url: string | undefined };

export const signedInMail = (language: MailLanguage, { at, network, client, url }: SignedIn) =>
  inLanguage(language, {
    en: () => ({
      subject: 'New sign-in to your account',
      title: 'New sign-in to your account',
      paragraphs: [
        'Somebody has signed in to your account from a network that it was not used from before.',
        'If it was you, all is well. If not, choose another password now: that signs out everybody.',
      ],
      rows: rowsOf([
        ['When', moment('en', at)],
        ['With', client && unlinked(client)],
        ['Network', network],
      ]),
      action: url === undefined ? undefined : { label: 'Open my account', url },
      footer: 'You get this mail because your account has this address.',
    }),
    de: () => ({
      subject: 'Neue Anmeldung bei Ihrem Konto',
      title: 'Neue Anmeldung bei Ihrem Konto',
      paragraphs: [
        'Jemand hat sich aus einem Netz bei Ihrem Konto angemeldet, aus dem es bisher nicht benutzt wurde.',
        'Waren Sie es, ist alles gut. Wenn nicht, wählen Sie jetzt ein anderes Passwort: Das meldet alle ab.',
      ],
      rows: rowsOf([
        ['Wann', moment('de', at)],
        ['Womit', client && unlinked(client)],
        ['Netz', network],
      ]),
      action: url === undefined ? undefined : { label: 'Mein Konto öffnen', url },
      footer: 'Sie bekommen diese Mail, weil Ihr Konto diese Adresse hat.',
    }),
  });

type KeyCreated = {
  organization: string;
  name: string;
  keyKind: string;
  by: string | undefined;
  at: number;
  url: string | undefined;
};

/** @param keyKind such as `secret, production, editor` */
export function keyCreatedMail(language: MailLanguage, { organization, name, keyKind, by, at, url }: KeyCreated) {
  const where = unlinked(organization);
  return inLanguage(language, {
    en: () => ({
      subject: `New API key in ${where}`,
      title: 'A new API key was made',
      paragraphs: [
        `A key of the organization ${where} was made. Whoever has it reads or writes your forms and responses as its role allows.`,
        'If nobody of you needs it, revoke it.',
      ],
      rows: rowsOf([
        ['Name', unlinked(name)],
        ['Key', keyKind],
        ['Made by', by && unlinked(by)],
        ['When', moment('en', at)],
      ]),
      action: url === undefined ? undefined : { label: 'Open the API keys', url },
      footer: `You get this mail as an owner or admin of ${where}.`,
    }),
    de: () => ({
      subject: `Neuer API-Schlüssel in ${where}`,
      title: 'Ein neuer API-Schlüssel wurde erstellt',
      paragraphs: [
        `Ein Schlüssel der Organisation ${where} wurde erstellt. Wer ihn hat, liest oder schreibt Ihre Formulare und Antworten, wie es seine Rolle erlaubt.`,
        'Braucht ihn niemand von Ihnen, widerrufen Sie ihn.',
      ],
      rows: rowsOf([
        ['Name', unlinked(name)],
        ['Schlüssel', keyKind],
        ['Erstellt von', by && unlinked(by)],
        ['Wann', moment('de', at)],
      ]),
      action: url === undefined ? undefined : { label: 'API-Schlüssel öffnen', url },
      footer: `Sie bekommen diese Mail als Inhaber oder Administrator von ${where}.`,
    }),
  });
}

type Disabled = { organization: string; receiver: string; reason: 'gone' | 'failing'; url: string | undefined };

/**
 * In English: nobody sets it off whose language is known.
 *
 * @param receiver what it is and where it leads: `Webhook hooks.acme.example`
 */
export function receiverDisabledMail({ organization, receiver, reason, url }: Disabled): MailContent {
  const [where, what] = [unlinked(organization), unlinked(receiver)];
  return {
    language: 'en',
    subject: `${what} was disabled`,
    title: 'Deliveries have stopped',
    paragraphs: [
      reason === 'gone'
        ? `${what} has answered 410 Gone, and was disabled: nothing more is sent to it.`
        : `${what} has failed for eight days, and was disabled: nothing more is sent to it.`,
      'Once it works, enable it again. What was not delivered is kept, and can be sent again from there.',
    ],
    action: url === undefined ? undefined : { label: 'Look at its deliveries', url },
    footer: `You get this mail as an owner or admin of ${where}.`,
  };
}

const rowsOf = (rows: readonly (readonly [string, string | undefined])[]): [string, string][] =>
  rows.flatMap(([label, value]) => (value === undefined ? [] : [[label, value]]));

import type { Role } from '../../contracts/contract.ts';
import type { MailLanguage } from './mail.ts';
import { breakLinks, type MailContent } from './mail-layout.ts';

type MailTexts = Omit<MailContent, 'language'>;

/** Returns a mail's content in a language. Only the requested one is built. */
export const inLanguage = (
  language: MailLanguage,
  texts: Readonly<Record<MailLanguage, () => MailTexts>>,
): MailContent => ({
  language,
  ...texts[language](),
});

const roleNames: Readonly<Record<MailLanguage, Readonly<Record<Role, string>>>> = {
  en: { viewer: 'viewer', editor: 'editor', admin: 'admin', owner: 'owner' },
  de: { viewer: 'Leser', editor: 'Bearbeiter', admin: 'Administrator', owner: 'Inhaber' },
};

/** Returns a moment in UTC, because the reader's time zone is unknown: `22 November 2026, 15:04 UTC`. */
const moment = (language: MailLanguage, at: number): string =>
  `${new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;

const day = (language: MailLanguage, at: number): string =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at);

type InvitationDetails = {
  /** The deployment's name. */
  service: string;
  organization: string;
  inviter: string | undefined;
  role: Role;
  expiresAt: number;
  url: string;
};

export function invitationMail(
  language: MailLanguage,
  { service, organization, inviter, role, expiresAt, url }: InvitationDetails,
) {
  const [where, who] = [breakLinks(organization), inviter && breakLinks(inviter)];
  return inLanguage(language, {
    en: () => ({
      subject: `Invitation to ${service}`,
      title: `Join ${where}`,
      paragraphs: [`${who ?? 'Someone'} invited you to join ${where} as ${roleNames.en[role]}.`],
      action: { label: 'Accept invitation', url },
      afterAction: `The link works once, until ${day('en', expiresAt)}.`,
      footer: 'Don’t know the sender? Ignore this email. Nothing happens unless you accept.',
    }),
    de: () => ({
      subject: `Einladung zu ${service}`,
      title: `${where} beitreten`,
      paragraphs: [`${who ?? 'Jemand'} lädt Sie als ${roleNames.de[role]} in die Organisation ${where} ein.`],
      action: { label: 'Einladung annehmen', url },
      afterAction: `Der Link gilt einmal, bis zum ${day('de', expiresAt)}.`,
      footer: 'Sie kennen den Absender nicht? Ignorieren Sie diese Mail. Ohne Ihre Zustimmung geschieht nichts.',
    }),
  });
}

export const passwordResetMail = (language: MailLanguage, { url }: { url: string }) =>
  inLanguage(language, {
    en: () => ({
      subject: 'Reset your password',
      title: 'Reset your password',
      paragraphs: ['Someone, probably you, asked to reset the password of your account.'],
      action: { label: 'Reset password', url },
      afterAction: 'The link works once, for 30 minutes. A new password signs you out everywhere.',
      footer: 'Not you? Ignore this email. Your password does not change.',
    }),
    de: () => ({
      subject: 'Neues Passwort wählen',
      title: 'Neues Passwort wählen',
      paragraphs: ['Jemand, vermutlich Sie, hat ein neues Passwort für Ihr Konto angefordert.'],
      action: { label: 'Neues Passwort wählen', url },
      afterAction: 'Der Link gilt einmal, 30 Minuten lang. Ein neues Passwort meldet Sie überall ab.',
      footer: 'Das waren nicht Sie? Ignorieren Sie diese Mail. Ihr Passwort bleibt, wie es ist.',
    }),
  });

/**
 * @param url the page to request a password reset, if known
 */
export const passwordChangedMail = (language: MailLanguage, { url }: { url: string | undefined }) =>
  inLanguage(language, {
    en: () => ({
      subject: 'Your password was changed',
      title: 'Your password was changed',
      paragraphs: [
        'Your account has a new password. All your sessions have ended.',
        'If this wasn’t you, reset your password now and tell an admin of your organization.',
      ],
      action: url === undefined ? undefined : { label: 'Reset password', url },
      footer: 'You received this email because your account uses this address.',
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
        'Someone signed in to your account from a new network.',
        'If this was you, you can ignore this email. If not, change your password now: that ends all sessions.',
      ],
      rows: rowsOf([
        ['When', moment('en', at)],
        ['With', client && breakLinks(client)],
        ['Network', network],
      ]),
      action: url === undefined ? undefined : { label: 'View account', url },
      footer: 'You received this email because your account uses this address.',
    }),
    de: () => ({
      subject: 'Neue Anmeldung bei Ihrem Konto',
      title: 'Neue Anmeldung bei Ihrem Konto',
      paragraphs: [
        'Jemand hat sich aus einem neuen Netz bei Ihrem Konto angemeldet.',
        'Waren Sie es, ignorieren Sie diese Mail. Wenn nicht, wählen Sie jetzt ein anderes Passwort: Das beendet alle Sitzungen.',
      ],
      rows: rowsOf([
        ['Wann', moment('de', at)],
        ['Womit', client && breakLinks(client)],
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
  const where = breakLinks(organization);
  return inLanguage(language, {
    en: () => ({
      subject: `New API key in ${where}`,
      title: 'New API key',
      paragraphs: [
        `Someone created an API key in ${where}, with the access listed below.`,
        'If nobody in your team needs it, revoke it.',
      ],
      rows: rowsOf([
        ['Name', breakLinks(name)],
        ['Key', keyKind],
        ['Created by', by && breakLinks(by)],
        ['When', moment('en', at)],
      ]),
      action: url === undefined ? undefined : { label: 'View API keys', url },
      footer: `Owners and admins of ${where} get this email.`,
    }),
    de: () => ({
      subject: `Neuer API-Schlüssel in ${where}`,
      title: 'Ein neuer API-Schlüssel wurde erstellt',
      paragraphs: [
        `Jemand hat in ${where} einen API-Schlüssel mit den Rechten unten erstellt.`,
        'Braucht ihn niemand in Ihrem Team, widerrufen Sie ihn.',
      ],
      rows: rowsOf([
        ['Name', breakLinks(name)],
        ['Schlüssel', keyKind],
        ['Erstellt von', by && breakLinks(by)],
        ['Wann', moment('de', at)],
      ]),
      action: url === undefined ? undefined : { label: 'API-Schlüssel öffnen', url },
      footer: `Inhaber und Administratoren von ${where} bekommen diese Mail.`,
    }),
  });
}

type DisabledReceiver = { organization: string; receiver: string; reason: 'gone' | 'failing'; url: string | undefined };

/**
 * Returns the mail in English, because nobody with a known language triggers it.
 *
 * @param receiver its kind and its target: `Webhook hooks.acme.example`
 */
export function receiverDisabledMail({ organization, receiver, reason, url }: DisabledReceiver): MailContent {
  const [where, what] = [breakLinks(organization), breakLinks(receiver)];
  return {
    language: 'en',
    subject: `${what} was turned off`,
    title: 'Deliveries have stopped',
    paragraphs: [
      reason === 'gone'
        ? `${what} answered 410 Gone, so we turned it off. Nothing more is sent to it.`
        : `${what} failed for eight days, so we turned it off. Nothing more is sent to it.`,
      'When it works again, turn it on. We keep undelivered events, and you can retry them.',
    ],
    action: url === undefined ? undefined : { label: 'View deliveries', url },
    footer: `Owners and admins of ${where} get this email.`,
  };
}

const rowsOf = (rows: readonly (readonly [string, string | undefined])[]): [string, string][] =>
  rows.flatMap(([label, value]) => (value === undefined ? [] : [[label, value]]));

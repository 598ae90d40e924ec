import type { MailLanguage } from '../../domain/mails/mail.ts';
import type { TwoFactorChange } from '../../domain/mails/two-factor-mails.ts';
import { dayMs, hourMs } from '../../durations.ts';
import { sendsMail } from '../../env.ts';
import { newId } from '../../ids.ts';
import { dueKeys, type Key, keyOf, partsOf } from '../keys.ts';
import { getItem, type Item, type TransactItem, writeIfUnchanged } from '../table.ts';
import { putWrite } from '../writes.ts';

/**
 * The subject matter of a mail. Its content is read, and a link's token made, when it is sent. Neither is stored here,
 * and a mail that has become pointless is not sent.
 */
export type MailMatter =
  | { kind: 'invitation'; organizationId: string; invitationId: string }
  /** Asks an address to confirm that it wants mail about responses. */
  | { kind: 'recipient'; organizationId: string; sha256: string }
  /** The address that was entered. It may have no user. */
  | { kind: 'passwordReset'; email: string }
  | { kind: 'passwordChanged'; email: string }
  /** Goes to the address that the user asked for or has yet to confirm. */
  | { kind: 'addressConfirmation'; userId: string }
  /** Goes to the old address. */
  | { kind: 'addressChanged'; email: string }
  | { kind: 'twoFactorChanged'; email: string; change: TwoFactorChange }
  /** A member's reply to a response. */
  | { kind: 'reply'; organizationId: string; responseId: string; replyId: string }
  /** `network` is the part of the IP address that shows the location, `client` the program used. */
  | { kind: 'signedIn'; email: string; userId: string; at: number; network?: string; client?: string }
  | ({ kind: 'keyCreated'; name: string; keyKind: string; by: string | undefined; at: number } & ToAdmins)
  | ({ kind: 'receiverDisabled'; owner: string; receiverId: string; reason: 'gone' | 'failing' } & ToAdmins);

/** Goes to every owner and admin of an organization. `userId` is set once it is a mail to one of them. */
type ToAdmins = { organizationId: string; userId?: string };

/** The language of a mail and the base URL of its links. */
export type MailStyle = { language: MailLanguage; baseUrl?: string };

export type DueMail = MailMatter & MailStyle & { step: number; createdAt: number };

/** How long a mail is retried. Nobody wants a requested link a day later. */
const triedMs: Readonly<Record<MailMatter['kind'], number>> = {
  invitation: 7 * dayMs,
  recipient: dayMs,
  passwordReset: 6 * hourMs,
  addressConfirmation: dayMs,
  passwordChanged: 3 * dayMs,
  addressChanged: 3 * dayMs,
  twoFactorChanged: 3 * dayMs,
  signedIn: 3 * dayMs,
  keyCreated: 3 * dayMs,
  receiverDisabled: 3 * dayMs,
  reply: dayMs,
};

/** Returns the tenant of a mail in the due index. Mails of one organization do not wait for those of another. */
export const tenantOf = (matter: MailMatter): string =>
  'organizationId' in matter ? matter.organizationId : 'accounts';

/**
 * Returns the writes that send a mail soon, for the transaction of its subject. There are none if the deployment sends
 * no mail.
 */
export function mailWrites(matter: MailMatter, { language, baseUrl }: MailStyle): TransactItem[] {
  if (!sendsMail()) return [];
  const now = Date.now();
  const key = keyOf('mail', { mail: newId('mail') });
  const mail: DueMail = { ...matter, language, baseUrl, step: 0, createdAt: now };
  return [putWrite({ ...mail, ...key, ...dueKeys(now, tenantOf(matter)), ttl: Math.ceil(endOf(mail) / 1000) })];
}

/** Requests a mail that belongs to no other write. */
export async function requestMail(matter: MailMatter, style: MailStyle): Promise<void> {
  const writes = mailWrites(matter, style);
  if (writes.length > 0) await writeIfUnchanged(writes);
}

/** Returns when the mail is given up, in ms since the epoch. */
export const endOf = ({ kind, createdAt }: DueMail): number => createdAt + triedMs[kind];

export const isMailKey = ({ pk }: Key): boolean => partsOf('mail', 'pk', pk) !== undefined;

/** Returns a waiting mail, or undefined once it is sent or given up. */
export const getMail = async (key: Key): Promise<DueMail | undefined> =>
  (await getItem(key)) as (Item & DueMail) | undefined;

/** Returns the time of the next attempt: after a minute, then twice as long each time, an hour at most. */
export const nextAttempt = (step: number, now: number): number => now + Math.min(60_000 * 2 ** step, hourMs);

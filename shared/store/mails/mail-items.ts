import type { MailLanguage } from '../../domain/mail/mail.ts';
import type { TwoFactorChange } from '../../domain/mail/two-factor-mails.ts';
import { dayMs, hourMs } from '../../durations.ts';
import { sendsMail } from '../../env.ts';
import { newId } from '../../ids.ts';
import { dueKeys, type Key, keyOf, partsOf } from '../keys.ts';
import { getItem, type Item, type TransactItem, writeIfUnchanged } from '../table.ts';
import { putWrite } from '../writes.ts';

/**
 * What a mail is about. What it says is read when it is sent, a link's token is made then: neither is stored here, and what
 * has become pointless meanwhile is not sent.
 */
export type MailMatter =
  | { kind: 'invitation'; organizationId: string; invitationId: string }
  /** Whether an address is to get mail about responses, which it has to say itself. */
  | { kind: 'recipient'; organizationId: string; sha256: string }
  /** Whoever asked: there may be no user with this address. */
  | { kind: 'passwordReset'; email: string }
  | { kind: 'passwordChanged'; email: string }
  /** To the address that the user asked for, or has yet to confirm. */
  | { kind: 'addressConfirmation'; userId: string }
  /** To the address that it was. */
  | { kind: 'addressChanged'; email: string }
  | { kind: 'twoFactorChanged'; email: string; change: TwoFactorChange }
  /** `network` is the part of the address that says where it was, `client` what was used. */
  | { kind: 'signedIn'; email: string; userId: string; at: number; network?: string; client?: string }
  | ({ kind: 'keyCreated'; name: string; keyKind: string; by: string | undefined; at: number } & ToAdmins)
  | ({ kind: 'receiverDisabled'; owner: string; receiverId: string; reason: 'gone' | 'failing' } & ToAdmins);

/** To every owner and admin of an organization: `userId` is there once it is a mail to one of them. */
type ToAdmins = { organizationId: string; userId?: string };

/** Whom a mail is written to, in which language, and what its links begin with. */
export type MailStyle = { language: MailLanguage; baseUrl?: string };

export type DueMail = MailMatter & MailStyle & { step: number; createdAt: number };

/** How long a mail is tried. A link that was asked for is not wanted a day later. */
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
};

/** Whose work it is in the index of due work: the mails of one organization do not wait for those of another. */
export const tenantOf = (matter: MailMatter): string =>
  'organizationId' in matter ? matter.organizationId : 'accounts';

/** The writes that have a mail sent soon, for the transaction of what it tells of; none where the deployment sends no mails. */
export function mailWrites(matter: MailMatter, { language, baseUrl }: MailStyle): TransactItem[] {
  if (!sendsMail()) return [];
  const now = Date.now();
  const key = keyOf('mail', { mail: newId('mail') });
  const mail: DueMail = { ...matter, language, baseUrl, step: 0, createdAt: now };
  return [putWrite({ ...mail, ...key, ...dueKeys(now, tenantOf(matter)), ttl: Math.ceil(endOf(mail) / 1000) })];
}

/** Has a mail sent that tells of nothing else. */
export async function requestMail(matter: MailMatter, style: MailStyle): Promise<void> {
  const writes = mailWrites(matter, style);
  if (writes.length > 0) await writeIfUnchanged(writes);
}

/** When it is given up, ms since the epoch. */
export const endOf = ({ kind, createdAt }: DueMail): number => createdAt + triedMs[kind];

export const isMailKey = ({ pk }: Key): boolean => partsOf('mail', 'pk', pk) !== undefined;

/** Undefined once it is sent, or given up. */
export const getMail = async (key: Key): Promise<DueMail | undefined> =>
  (await getItem(key)) as (Item & DueMail) | undefined;

/** Waits between attempts: a minute, then twice as long each time, an hour at most. */
export const nextAttempt = (step: number, now: number): number => now + Math.min(60_000 * 2 ** step, hourMs);

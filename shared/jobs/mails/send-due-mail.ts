import { isMailRefused, type MailRefused } from '../../domain/mails/mail.ts';
import { mailOf } from '../../domain/mails/mail-layout.ts';
import { sendsMail } from '../../env.ts';
import { log } from '../../log.ts';
import { postpone } from '../../store/due.ts';
import type { Key } from '../../store/keys.ts';
import { countMail, countToday } from '../../store/mails/mail-counts.ts';
import { type DueMail, endOf, getMail, nextAttempt, tenantOf } from '../../store/mails/mail-items.ts';
import { isStopped } from '../../store/mails/mail-stops.ts';
import { againWhenClosedMs, unlessClosed } from '../../store/responses/moved-answers.ts';
import { deleteOnce, writeIfUnchanged } from '../../store/table.ts';
import { deleteWrite } from '../../store/writes.ts';
import type { Letter, MailOutcome } from './letter.ts';
import { letterOf } from './letter-of.ts';
import { failReply } from './reply-letter.ts';
import { isToAdmins, spreadToAdmins } from './spread-to-admins.ts';

/**
 * Sends a due mail, unless its subject is gone. Its item is removed once SES has taken the mail. If the worker is
 * killed in between, the mail is sent twice; none is lost.
 */
export async function sendDueMail(key: Key, now: number): Promise<void> {
  const mail = await getMail(key);
  if (!mail) return;
  if (isToAdmins(mail)) return spreadToAdmins(key, mail);
  const letter = sendsMail() && endOf(mail) > now ? await letterOf(mail).catch(unlessClosed) : undefined;
  if (letter === 'closed') {
    await postpone(key, tenantOf(mail), now + againWhenClosedMs, mail.step);
    return;
  }
  if (!letter) return giveUp(key, mail);
  if (!(await mayBeSent(mail, letter))) return finish(key, letter, 'failed');
  let messageId: string;
  try {
    messageId = await send(letter);
  } catch (error) {
    if (isMailRefused(error)) return refused(key, letter, error);
    log.warn('a mail is tried again', { error: error as Error, kind: mail.kind, attempts: mail.step + 1 });
    await postpone(key, tenantOf(mail), nextAttempt(mail.step, now), mail.step + 1);
    return;
  }
  await finish(key, letter, 'sent', messageId);
}

/** Removes a mail that is not sent. If it is a reply, the timeline of the response shows that. */
async function giveUp(key: Key, mail: DueMail): Promise<void> {
  if (mail.kind === 'reply') await failReply(mail);
  await deleteOnce(key);
}

/**
 * Whether a mail may be sent: not to an address that stopped mails, and within the hourly limit of a subject and the
 * daily limit for strangers.
 */
async function mayBeSent({ kind, step }: DueMail, { to, isToStranger, counts }: Letter): Promise<boolean> {
  if (await isStopped(to)) return false;
  if (step > 0) return true;
  const counted = await Promise.all(counts.map(({ subject, most }) => countMail(kind, subject, most)));
  if (counted.every(Boolean)) return !isToStranger || countToday('LIMIT_MAILS_TO_STRANGERS');
  log.warn('a mail is one too many of its kind within an hour', { kind });
  return false;
}

/** Returns the Message-ID. */
async function send({ to, content, personal }: Letter): Promise<string> {
  const { sendMail } = await import('../../aws/send-mail.ts');
  // RFC 3834: prevents out-of-office replies.
  const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
  return sendMail({ to, ...mailOf(await content()), ...(personal ?? { headers }) });
}

async function refused(key: Key, letter: Letter, { message }: MailRefused): Promise<void> {
  // The address is removed from the log. In the sandbox, the message from SES contains it.
  log.error('SES rejects a mail', { reason: message.replace(/\S+@\S+/g, '…') });
  await finish(key, letter, 'failed');
}

async function finish(
  key: Key,
  { outcomeWrites, onEnd }: Letter,
  outcome: MailOutcome,
  messageId?: string,
): Promise<void> {
  await onEnd?.(outcome, messageId);
  const written = await writeIfUnchanged([deleteWrite(key), ...outcomeWrites(outcome)]);
  if (!written) await deleteOnce(key);
}

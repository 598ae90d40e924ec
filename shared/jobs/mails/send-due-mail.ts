import { isMailRefused, type MailRefused } from '../../domain/mail/mail.ts';
import { mailOf } from '../../domain/mail/mail-layout.ts';
import { sendsMail } from '../../env.ts';
import { log } from '../../log.ts';
import { postpone } from '../../store/due.ts';
import type { Key } from '../../store/keys.ts';
import { countMail, countToday } from '../../store/mails/mail-counts.ts';
import { type DueMail, endOf, getMail, nextAttempt, tenantOf } from '../../store/mails/mail-items.ts';
import { isStopped } from '../../store/mails/mail-stops.ts';
import { deleteOnce, writeIfUnchanged } from '../../store/table.ts';
import { deleteWrite } from '../../store/writes.ts';
import type { Letter, Outcome } from './letter.ts';
import { letterOf } from './letter-of.ts';
import { isToAdmins, spreadToAdmins } from './to-admins.ts';

/**
 * Sends a mail that is due, unless what it tells of is gone by now. Its item goes once SES has taken the mail: a worker that
 * is killed in between has it sent twice, and none is lost.
 */
export async function sendDueMail(key: Key, now: number): Promise<void> {
  const mail = await getMail(key);
  if (!mail) return;
  if (isToAdmins(mail)) return spreadToAdmins(key, mail);
  const letter = sendsMail() && endOf(mail) > now ? await letterOf(mail) : undefined;
  if (!letter) return deleteOnce(key);
  if (!(await mayBeSent(mail, letter))) return finish(key, letter, 'failed');
  try {
    await send(letter);
  } catch (error) {
    if (isMailRefused(error)) return refused(key, letter, error);
    log.warn('a mail is tried again', { error: error as Error, kind: mail.kind, attempts: mail.step + 1 });
    await postpone(key, tenantOf(mail), nextAttempt(mail.step, now), mail.step + 1);
    return;
  }
  await finish(key, letter, 'sent');
}

/** Not to an address that stopped mails, and no more than somebody may be sent in an hour, or all strangers in a day. */
async function mayBeSent({ kind, step }: DueMail, { to, isToStranger, counts }: Letter): Promise<boolean> {
  if (await isStopped(to)) return false;
  if (step > 0) return true;
  const counted = await Promise.all(counts.map(({ subject, most }) => countMail(kind, subject, most)));
  if (counted.every(Boolean)) return !isToStranger || countToday('LIMIT_MAILS_TO_STRANGERS');
  log.warn('a mail is one too many of its kind within an hour', { kind });
  return false;
}

async function send({ to, content }: Letter): Promise<void> {
  const { sendMail } = await import('../../aws/mail/send-mail.ts');
  // RFC 3834: nobody's absence is answered to it.
  const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
  await sendMail({ to, ...mailOf(await content()), headers });
}

async function refused(key: Key, letter: Letter, { message }: MailRefused): Promise<void> {
  // Its address is not logged: in the sandbox it stands in the message of SES.
  log.error('SES rejects a mail', { reason: message.replace(/\S+@\S+/g, '…') });
  await finish(key, letter, 'failed');
}

async function finish(key: Key, { outcomeWrites }: Letter, outcome: Outcome): Promise<void> {
  const written = await writeIfUnchanged([deleteWrite(key), ...outcomeWrites(outcome)]);
  if (!written) await deleteOnce(key);
}

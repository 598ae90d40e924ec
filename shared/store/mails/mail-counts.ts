import { createHash } from 'node:crypto';
import { dayMs, hourMs } from '../../durations.ts';
import { env } from '../../env.ts';
import { log } from '../../log.ts';
import { measure } from '../../metric.ts';
import { expression } from '../expression.ts';
import { keysByHash } from '../keys-by-hash.ts';
import { tableName, updateOnce } from '../table.ts';

/**
 * Counts a mail of a kind to a subject within the clock hour. Returns false at the limit: further mails are not sent,
 * then or later.
 *
 * @param subject an address, or an organization that mails are sent for
 */
export function countMail(kind: string, subject: string, most: number): Promise<boolean> {
  const hour = Math.floor(Date.now() / hourMs);
  return count(`${kind} ${subject.toLowerCase()} ${hour}`, most, (hour + 2) * hourMs);
}

/** Counts a mail of a kind from an organization within the UTC day. Returns false at the limit. */
export function countOfOrganization(kind: string, organizationId: string, most: number): Promise<boolean> {
  const day = Math.floor(Date.now() / dayMs);
  return count(`${kind} ${organizationId} day ${day}`, most, (day + 2) * dayMs);
}

/** The settings that limit what the whole deployment sends in a day to people who have not asked for it. */
type DailyLimit = 'LIMIT_MAILS_TO_STRANGERS' | 'LIMIT_REPLIES';

/**
 * Counts a mail of the deployment within the UTC day. Returns false at the limit, which triggers an alarm: someone may
 * be sending to strangers in the deployment's name.
 */
export async function countToday(limit: DailyLimit): Promise<boolean> {
  const most = Number(env(limit));
  const day = Math.floor(Date.now() / dayMs);
  if (most === 0 || (await count(`${limit} ${day}`, most, (day + 2) * dayMs))) return true;
  log.warn('a mail is one too many of the deployment within a day', { limit, most });
  measure('MailsHeldBack', 1, 'Count', { TableName: tableName() });
  return false;
}

async function count(subject: string, most: number, keptUntil: number): Promise<boolean> {
  const [key] = await keysByHash('mailCount', createHash('sha256').update(subject).digest('hex'));
  const counted = await updateOnce(key, {
    set: { ttl: keptUntil / 1000 },
    add: { mails: 1 },
    if: expression`attribute_not_exists(mails) OR mails < ${most}`,
  });
  return counted !== undefined;
}

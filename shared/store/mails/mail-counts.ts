import { createHash } from 'node:crypto';
import { hourMs } from '../../durations.ts';
import { expression } from '../expression.ts';
import { keyOf } from '../keys.ts';
import { updateOnce } from '../table.ts';

/**
 * Counts a mail among those of its kind to a subject, within the hour of the clock. False when there were as many as there
 * may be: what more is asked for is not sent, then or later.
 *
 * @param subject an address, or an organization that mails are sent for
 */
export async function countMail(kind: string, subject: string, most: number): Promise<boolean> {
  const hour = Math.floor(Date.now() / hourMs);
  const sha256 = createHash('sha256').update(`${kind} ${subject.toLowerCase()} ${hour}`).digest('hex');
  const counted = await updateOnce(keyOf('mailCount', { sha256 }), {
    set: { ttl: ((hour + 2) * hourMs) / 1000 },
    add: { mails: 1 },
    if: expression`attribute_not_exists(mails) OR mails < ${most}`,
  });
  return counted !== undefined;
}

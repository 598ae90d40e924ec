import { createHash } from 'node:crypto';
import { hashOfSecret, isSecretOf } from '../../domain/accounts/account-token.ts';
import { newMailSecret } from '../../domain/mails/mail-token.ts';
import { mailboxSha256 } from '../../domain/mails/mailbox-identity.ts';
import { type Mailbox, mayReply, repliesAnHourMax } from '../../domain/mails/reply-bounds.ts';
import { dayOf } from '../../domain/time/quarters.ts';
import { dayMs, hourMs } from '../../durations.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { hourOf } from '../counters/counter-items.ts';
import { expression, ifAbsent } from '../expression.ts';
import { type Key, keyOf } from '../keys.ts';
import { batchGet, getItem, type Item, updateItem, updateOnce, writeIfUnchanged } from '../table.ts';
import { isNew, updateWrite } from '../writes.ts';

/**
 * A mailbox that the deployment replies to, stored by a hash of its address. The secret in a reply ends the replies.
 */
type MailboxItem = Mailbox & { readonly secret: string; readonly writes: number };

/** How long the link in a reply works. */
const keptMs = 400 * dayMs;

/**
 * Counts a reply to a mailbox before it is sent, within the mailbox's day and the form's hour. Returns undefined when
 * none may be sent. A response that was counted already is not counted again.
 *
 * @param now ms since the epoch
 */
export async function reserveReply(
  address: string,
  reply: { formId: string; responseId: string },
  now: number,
): Promise<{ sha256: string; secret: string } | undefined> {
  const sha256 = mailboxSha256(address);
  const reserved = await retryOnConflict(async () => {
    const [mailbox, hour] = [keyOf('mailbox', { sha256 }), hourKey(reply.formId, now)];
    const items = await batchGet([mailbox, hour]);
    const known = items.find(({ pk }) => pk === mailbox.pk) as (Item & MailboxItem) | undefined;
    const inHour = Number(items.find(({ pk }) => pk === hour.pk)?.replies ?? 0);
    const may = mayReply(known ?? {}, reply, inHour, now);
    if (may === 'no') return { secret: undefined };
    const secret = known?.secret ?? newMailSecret();
    const written = may === 'again' || (await writeIfUnchanged(writesOf({ mailbox, hour, known, secret }, reply, now)));
    return written ? { secret } : undefined;
  });
  return reserved.secret === undefined ? undefined : { sha256, secret: reserved.secret };
}

type Reading = { mailbox: Key; hour: Key; known: MailboxItem | undefined; secret: string };

function writesOf(
  { mailbox, hour, known, secret }: Reading,
  { formId, responseId }: { formId: string; responseId: string },
  now: number,
) {
  const day = dayOf(now);
  const before = known?.day === day ? known.replies : {};
  return [
    updateWrite(mailbox, {
      set: {
        ...{ secret, day, replies: { ...before, [formId]: responseId }, ttl: Math.ceil((now + keptMs) / 1000) },
        writes: (known?.writes ?? 0) + 1,
      },
      if: known ? expression`writes = ${known.writes}` : isNew,
    }),
    updateWrite(hour, {
      set: { ttl: Math.ceil((now + hourMs) / 1000) },
      add: { replies: 1 },
      if: expression`attribute_not_exists(replies) OR replies < ${repliesAnHourMax}`,
    }),
  ];
}

/** Returns the key of the replies for a form in the current hour. */
const hourKey = (formId: string, now: number): Key =>
  keyOf('limit', {
    sha256: createHash('sha256')
      .update(`automatic replies ${formId} ${hourOf(now)}`)
      .digest('hex'),
  });

/**
 * Returns the mailbox of an address with the secret that ends mails to it, or undefined when its reader wants no more.
 */
export async function openMailbox(address: string): Promise<{ sha256: string; secret: string } | undefined> {
  const sha256 = mailboxSha256(address);
  const key = keyOf('mailbox', { sha256 });
  const ttl = Math.ceil((Date.now() + keptMs) / 1000);
  const stored = await updateOnce(
    key,
    {
      set: { secret: ifAbsent('secret', newMailSecret()), ttl },
      add: { writes: 1 },
      if: expression`attribute_not_exists(optedOutAt)`,
    },
    'ALL_NEW',
  );
  return stored && { sha256, secret: String(stored.secret) };
}

/** Whether the reader of a mailbox wants no more mail. */
export async function hasOptedOut(address: string): Promise<boolean> {
  const known = await getItem(keyOf('mailbox', { sha256: mailboxSha256(address) }));
  return known?.optedOutAt !== undefined;
}

type OptOut = { readonly sha256: string; readonly secret: string };

/** Whether the secret is the mailbox's. */
export async function isOfMailbox({ sha256, secret }: OptOut): Promise<boolean> {
  const known = (await getItem(keyOf('mailbox', { sha256 }))) as (Item & MailboxItem) | undefined;
  return known !== undefined && isSecretOf(hashOfSecret(known.secret), secret);
}

/** Ends automatic replies to a mailbox permanently. Returns false when the secret is wrong. */
export const optOut = ({ sha256, secret }: OptOut): Promise<boolean> =>
  updateItem(keyOf('mailbox', { sha256 }), {
    set: { optedOutAt: ifAbsent('optedOutAt', new Date().toISOString()) },
    add: { writes: 1 },
    remove: ['ttl'],
    if: expression`secret = ${secret}`,
  });

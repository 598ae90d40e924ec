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
import { keysByHash, moveItem } from '../keys-by-hash.ts';
import { batchGet, type Item, updateItem, updateOnce, writeIfUnchanged } from '../table.ts';
import { isNew, updateWrite } from '../writes.ts';

/**
 * A mailbox that the deployment replies to, stored by a hash of its address. The secret in a reply ends the replies.
 */
type MailboxItem = Mailbox & { readonly secret: string; readonly writes: number };

/** How long the link in a reply works. */
const keptMs = 400 * dayMs;

/** The key that a mailbox is written to, and what is stored of it. */
type Stored = { readonly key: Key; readonly items: readonly (Item & MailboxItem)[] };

/**
 * Returns the items of a mailbox, the one of its key first, and of other keys. A mailbox from before version 0.3 has an
 * item by its plain hash. It is not written to and expires after 400 days; if the reader has opted out, it moves.
 */
async function readMailbox(sha256: string, also: readonly Key[] = []): Promise<Stored & { others: Item[] }> {
  const keys = await keysByHash('mailbox', sha256);
  const read = await batchGet([...keys, ...also]);
  const itemsAt = (places: readonly Key[]) => places.flatMap(({ pk }) => read.filter(item => item.pk === pk));
  const [key, items] = [keys[0], itemsAt(keys) as (Item & MailboxItem)[]];
  const [known] = items;
  if (known?.optedOutAt && known.pk !== key.pk) await moveItem(known, key);
  return { key, items, others: itemsAt(also) };
}

const isOptedOut = ({ items }: Stored): boolean => items.some(({ optedOutAt }) => optedOutAt !== undefined);

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
    const hour = hourKey(reply.formId, now);
    const mailbox = await readMailbox(sha256, [hour]);
    const [known] = mailbox.items;
    const inHour = Number(mailbox.others[0]?.replies ?? 0);
    const may = isOptedOut(mailbox) ? 'no' : mayReply(known ?? {}, reply, inHour, now);
    if (may === 'no') return { secret: undefined };
    const secret = known?.secret ?? newMailSecret();
    const written = may === 'again' || (await writeIfUnchanged(writesOf({ mailbox, hour, secret }, reply, now)));
    return written ? { secret } : undefined;
  });
  return reserved.secret === undefined ? undefined : { sha256, secret: reserved.secret };
}

function writesOf(
  { mailbox: { key, items }, hour, secret }: { mailbox: Stored; hour: Key; secret: string },
  { formId, responseId }: { formId: string; responseId: string },
  now: number,
) {
  const day = dayOf(now);
  const [known] = items;
  const before = known?.day === day ? known.replies : {};
  return [
    updateWrite(key, {
      set: {
        ...{ secret, day, replies: { ...before, [formId]: responseId }, ttl: Math.ceil((now + keptMs) / 1000) },
        writes: (known?.writes ?? 0) + 1,
      },
      if: known?.pk === key.pk ? expression`writes = ${known.writes}` : isNew,
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
  const mailbox = await readMailbox(sha256);
  if (isOptedOut(mailbox)) return undefined;
  const ttl = Math.ceil((Date.now() + keptMs) / 1000);
  const stored = await updateOnce(
    mailbox.key,
    {
      set: { secret: ifAbsent('secret', mailbox.items[0]?.secret ?? newMailSecret()), ttl },
      add: { writes: 1 },
      if: expression`attribute_not_exists(optedOutAt)`,
    },
    'ALL_NEW',
  );
  return stored && { sha256, secret: String(stored.secret) };
}

/** Whether the reader of a mailbox wants no more mail. */
export const hasOptedOut = async (address: string): Promise<boolean> =>
  isOptedOut(await readMailbox(mailboxSha256(address)));

/** The link in a mail. It has the plain hash, because its reader knows the address. */
type OptOut = { readonly sha256: string; readonly secret: string };

/** Whether the secret is the mailbox's. */
export const isOfMailbox = async ({ sha256, secret }: OptOut): Promise<boolean> =>
  isSecretOfAny(await readMailbox(sha256), secret);

const isSecretOfAny = ({ items }: Stored, secret: string): boolean =>
  items.some(known => isSecretOf(hashOfSecret(known.secret), secret));

/** Ends automatic replies to a mailbox permanently. Returns false when the secret is wrong. */
export async function optOut({ sha256, secret }: OptOut): Promise<boolean> {
  const mailbox = await readMailbox(sha256);
  if (!isSecretOfAny(mailbox, secret)) return false;
  return updateItem(mailbox.key, {
    set: { secret: ifAbsent('secret', secret), optedOutAt: ifAbsent('optedOutAt', new Date().toISOString()) },
    add: { writes: 1 },
    remove: ['ttl'],
  });
}

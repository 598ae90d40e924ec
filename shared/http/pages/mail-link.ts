import type { Caller } from '../../domain/accounts/caller.ts';
import { type MailLink, mailLinkOf } from '../../domain/mail/mail-token.ts';
import { isOfMailbox, optOut } from '../../store/receivers/mailboxes.ts';
import { addressOfLink, followLink } from '../../store/receivers/recipient-links.ts';

/** A link that works. */
type Followed = {
  readonly link: MailLink;
  /** Empty where only a hash of it is known. */
  readonly address: string;
  /** False when something was changed in between. */
  readonly follow: (from: Pick<Caller, 'sourceIp' | 'userAgent'>) => Promise<boolean>;
};

/** The link of a token; undefined for one that does not work, or no longer. */
export async function followedLink(token: string): Promise<Followed | undefined> {
  const link = mailLinkOf(token);
  if (!link) return undefined;
  if (link.act === 'optOut') {
    return (await isOfMailbox(link)) ? { link, address: '', follow: () => optOut(link) } : undefined;
  }
  const known = await addressOfLink(link, Date.now());
  return known && { link, address: known.address, follow: from => followLink(link, known, from) };
}

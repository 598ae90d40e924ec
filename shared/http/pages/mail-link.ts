import type { Caller } from '../../domain/accounts/caller.ts';
import { type MailLink, mailLinkOf } from '../../domain/mails/mail-token.ts';
import { isOfMailbox, optOut } from '../../store/mails/mailboxes.ts';
import { addressOfLink, followLink } from '../../store/receivers/recipient-links.ts';

/** A valid link. */
type FollowedLink = {
  readonly link: MailLink;
  /** The address. Empty when only its hash is known. */
  readonly address: string;
  /** Follows the link. Returns false when something has changed meanwhile. */
  readonly follow: (from: Pick<Caller, 'sourceIp' | 'userAgent'>) => Promise<boolean>;
};

/** Returns the link of a token, or undefined when it does not work, or no longer does. */
export async function followedLink(token: string): Promise<FollowedLink | undefined> {
  const link = mailLinkOf(token);
  if (!link) return undefined;
  if (link.act === 'optOut') {
    return (await isOfMailbox(link)) ? { link, address: '', follow: () => optOut(link) } : undefined;
  }
  const known = await addressOfLink(link, Date.now());
  return known && { link, address: known.address, follow: from => followLink(link, known, from) };
}

import { createHash } from 'node:crypto';

/** What an address is stored under, in whatever letters it is written. */
export const addressSha256 = (address: string): string =>
  createHash('sha256').update(address.toLowerCase()).digest('hex');

const domainsWithoutDots: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * What stands for the mailbox of an address where mails to it are counted: none of the spellings that reach the same one is
 * another. What follows a plus is a tag with most providers, and dots mean nothing to Google.
 */
export function mailboxSha256(address: string): string {
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).toLowerCase().split('+');
  const domain = address.slice(at + 1).toLowerCase();
  const mailbox = domainsWithoutDots.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
  return createHash('sha256').update(mailbox).digest('hex');
}

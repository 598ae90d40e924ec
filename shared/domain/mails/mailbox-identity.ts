import { createHash } from 'node:crypto';

/** Returns the hash that an address is stored under, whatever its case. */
export const addressSha256 = (address: string): string =>
  createHash('sha256').update(address.toLowerCase()).digest('hex');

const domainsWithoutDots: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns the hash by which mails to a mailbox are counted, the same for all spellings that reach it. With most
 * providers a plus starts a tag, and dots mean nothing to Google.
 */
export function mailboxSha256(address: string): string {
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).toLowerCase().split('+');
  const domain = address.slice(at + 1).toLowerCase();
  const mailbox = domainsWithoutDots.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
  return createHash('sha256').update(mailbox).digest('hex');
}

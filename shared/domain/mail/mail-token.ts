import { randomBytes } from 'node:crypto';

/** 192 random bits. */
export const newMailSecret = (): string => randomBytes(24).toString('base64url');

/** What the link of a mail does, and to whom; the secret shows that it was in a mail. */
export type MailLink =
  /** An address is to get mail about the responses of an organization, or no longer. */
  | {
      readonly act: 'confirm' | 'unsubscribe';
      readonly organizationId: string;
      readonly sha256: string;
      readonly secret: string;
    }
  /** A mailbox is to get no automatic reply of the deployment any more. */
  | { readonly act: 'optOut'; readonly sha256: string; readonly secret: string };

const prefixes = { confirm: 'cfm_', unsubscribe: 'uns_', optOut: 'opt_' } as const;

const ofRecipient = /^(cfm|uns)_([0-7][0-9A-HJKMNP-TV-Z]{25})([0-9a-f]{64})([\w-]{32})$/;
const ofMailbox = /^opt_([0-9a-f]{64})([\w-]{32})$/;

/** The token of a link, which carries the key of what it is about: to read that takes no index. */
export function mailToken(link: MailLink): string {
  const place = link.act === 'optOut' ? '' : link.organizationId.slice('org_'.length);
  return prefixes[link.act] + place + link.sha256 + link.secret;
}

/** What a token says; undefined when the text is none. */
export function mailLinkOf(token: string): MailLink | undefined {
  const [, sha256, secret] = ofMailbox.exec(token) ?? [];
  if (sha256 !== undefined && secret !== undefined) return { act: 'optOut', sha256, secret };
  const [, prefix, organization, address, ownSecret] = ofRecipient.exec(token) ?? [];
  if (organization === undefined || address === undefined || ownSecret === undefined) return undefined;
  return {
    act: prefix === 'cfm' ? 'confirm' : 'unsubscribe',
    organizationId: `org_${organization}`,
    sha256: address,
    secret: ownSecret,
  };
}

/** The headers by which a mail program unsubscribes with one click (RFC 8058), and no filter by opening the link. */
export const unsubscribeHeaders = (url: string): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

import { randomBytes } from 'node:crypto';

/** Returns 192 random bits. */
export const newMailSecret = (): string => randomBytes(24).toString('base64url');

/** The action of a mail's link and its target. The secret proves that it was in a mail. */
export type MailLink =
  /** Starts or stops mail about an organization's responses to an address. */
  | {
      readonly act: 'confirm' | 'unsubscribe';
      readonly organizationId: string;
      readonly sha256: string;
      readonly secret: string;
    }
  /** Stops the deployment's automatic replies to a mailbox. */
  | { readonly act: 'optOut'; readonly sha256: string; readonly secret: string };

const prefixes = { confirm: 'cfm_', unsubscribe: 'uns_', optOut: 'opt_' } as const;

const ofRecipient = /^(cfm|uns)_([0-7][0-9A-HJKMNP-TV-Z]{25})([0-9a-f]{64})([\w-]{32})$/;
const ofMailbox = /^opt_([0-9a-f]{64})([\w-]{32})$/;

/** Returns the token of a link. It contains the key of its target, so no index is needed to read it. */
export function mailToken(link: MailLink): string {
  const place = link.act === 'optOut' ? '' : link.organizationId.slice('org_'.length);
  return prefixes[link.act] + place + link.sha256 + link.secret;
}

/** Returns the content of a token, or undefined when the text is not one. */
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

/**
 * Returns the headers with which a mail program unsubscribes with one click (RFC 8058). A filter that opens the link
 * does not.
 */
export const unsubscribeHeaders = (url: string): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

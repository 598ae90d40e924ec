import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const secretPattern = '[A-Za-z0-9_-]{43}';

/** Returns 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the hash to store for a secret. The hash cannot be used in place of the secret. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Whether a secret has this hash, compared in constant time. */
export const isSecretOf = (hash: string, secret: string): boolean =>
  timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(hashOfSecret(secret), 'hex'));

const ulidPattern = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
const invitationPattern = new RegExp(`^(inv_${ulidPattern})(${ulidPattern})(${secretPattern})$`);
const resetPattern = new RegExp(`^rst_(${secretPattern})$`);
const addressPattern = new RegExp(`^adr_(${ulidPattern})(${secretPattern})$`);
const loginPattern = new RegExp(`^lgn_(${secretPattern})$`);

/**
 * The content of an invitation's token: where the invitation is stored, and the secret that proves that its holder was
 * given it.
 */
export type InvitationAddress = { id: string; organizationId: string; secret: string };

/** Returns the token of an invitation. It contains its own key, so no index is needed to read it. */
export const invitationToken = ({ id, organizationId, secret }: InvitationAddress): string =>
  id + organizationId.slice('org_'.length) + secret;

/** Returns the address in an invitation's token, or undefined when the text is not one. */
export function invitationAddress(token: string): InvitationAddress | undefined {
  const [, id, org, secret] = invitationPattern.exec(token) ?? [];
  if (id === undefined || org === undefined || secret === undefined) return undefined;
  return { id, organizationId: `org_${org}`, secret };
}

/** Returns the token of a link that sets a new password. */
export const resetToken = (secret: string): string => `rst_${secret}`;

/** Returns the secret in the token of a password link, or undefined when the text is not one. */
export const resetSecret = (token: string): string | undefined => resetPattern.exec(token)?.[1];

/** Returns the token that continues a login with a code after the password. */
export const loginToken = (secret: string): string => `lgn_${secret}`;

/** Returns the secret in the token of a login, or undefined when the text is not one. */
export const loginSecret = (token: string): string | undefined => loginPattern.exec(token)?.[1];

/**
 * The content of the token that confirms an address: the user who gets the address, and the secret that was mailed to
 * it.
 */
export type AddressToken = { userId: string; secret: string };

export const addressToken = ({ userId, secret }: AddressToken): string => `adr_${userId.slice('usr_'.length)}${secret}`;

/** Returns the content of an address token, or undefined when the text is not one. */
export function addressTokenIn(token: string): AddressToken | undefined {
  const [, user, secret] = addressPattern.exec(token) ?? [];
  return user === undefined || secret === undefined ? undefined : { userId: `usr_${user}`, secret };
}

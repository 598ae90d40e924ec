import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const secretPattern = '[A-Za-z0-9_-]{43}';

/** 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret: nobody can use it. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Whether a secret has this hash, compared in constant time. */
export const isSecretOf = (hash: string, secret: string): boolean =>
  timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(hashOfSecret(secret), 'hex'));

const ulidPattern = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
const invitationPattern = new RegExp(`^(inv_${ulidPattern})(${ulidPattern})(${secretPattern})$`);
const resetPattern = new RegExp(`^rst_(${secretPattern})$`);
const addressPattern = new RegExp(`^adr_(${ulidPattern})(${secretPattern})$`);
const loginPattern = new RegExp(`^lgn_(${secretPattern})$`);

/** What the token of an invitation says: where it is stored, and the secret that proves that somebody was given it. */
export type InvitationAddress = { id: string; organizationId: string; secret: string };

/** The token of an invitation, which carries its own key: to read it takes no index. */
export const invitationToken = ({ id, organizationId, secret }: InvitationAddress): string =>
  id + organizationId.slice('org_'.length) + secret;

/** The address in the token of an invitation; undefined when the text is none. */
export function invitationAddress(token: string): InvitationAddress | undefined {
  const [, id, org, secret] = invitationPattern.exec(token) ?? [];
  if (id === undefined || org === undefined || secret === undefined) return undefined;
  return { id, organizationId: `org_${org}`, secret };
}

/** The token of a link that sets a new password. */
export const resetToken = (secret: string): string => `rst_${secret}`;

/** The secret in the token of such a link; undefined when the text is none. */
export const resetSecret = (token: string): string | undefined => resetPattern.exec(token)?.[1];

/** The token by which somebody who has shown a password goes on with a code. */
export const loginToken = (secret: string): string => `lgn_${secret}`;

/** The secret in the token of such a login; undefined when the text is none. */
export const loginSecret = (token: string): string | undefined => loginPattern.exec(token)?.[1];

/** What the token of a link says that confirms an address: whose it is to be, and the secret that was mailed to it. */
export type AddressToken = { userId: string; secret: string };

export const addressToken = ({ userId, secret }: AddressToken): string => `adr_${userId.slice('usr_'.length)}${secret}`;

/** What such a token says; undefined when the text is none. */
export function addressTokenIn(token: string): AddressToken | undefined {
  const [, user, secret] = addressPattern.exec(token) ?? [];
  return user === undefined || secret === undefined ? undefined : { userId: `usr_${user}`, secret };
}

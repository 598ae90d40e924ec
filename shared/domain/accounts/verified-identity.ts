import { isEmail } from '../email-address.ts';
import type { Provider } from './providers.ts';

/** What the token of a provider says of somebody, its signature, issuer, audience and times already checked. */
export type Claims = Readonly<Record<string, unknown>>;

/** Somebody whom a provider vouches for. */
export type Identity = {
  issuer: string;
  /** Never another person's, unlike an address. */
  subject: string;
  email: string;
  /** Of the address, in lower case. */
  domain: string;
  name?: string;
};

/**
 * Who it is that signed in, where the provider vouches for the address, and may; otherwise what is missing, and what to do.
 * Nothing in it depends on whether there is an account.
 */
export function identityIn(claims: Claims, provider: Provider): Identity | { refusal: string } {
  const { name: called, domains, issuer, clientId } = provider;
  const { sub, email, name, azp } = claims;
  if (typeof sub !== 'string' || sub.length < 1 || sub.length > 255)
    return { refusal: `${called} does not say who you are.` };
  if (azp !== undefined && azp !== clientId) return { refusal: `The answer of ${called} is for another application.` };
  if (typeof email !== 'string' || !isEmail(email) || email.includes('#')) {
    return {
      refusal: `${called} does not tell your e-mail address. Whoever administers it has to let this application have it (scope email).`,
    };
  }
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (!domains.includes(domain)) {
    return { refusal: `Nobody signs in here by ${called} with an address of ${domain}. Choose another account there.` };
  }
  if (!isVerified(claims, provider, domain)) {
    return {
      refusal: `${called} does not vouch for your e-mail address. Verify it there, or ask whoever administers it.`,
    };
  }
  return { issuer, subject: sub, email, domain, ...(isName(name) && { name: name.trim() }) };
}

const isName = (name: unknown): name is string => typeof name === 'string' && name.trim() !== '' && name.length <= 255;

/**
 * Google vouches for addresses of Gmail, and of those Workspaces that are in `hd`; another address may have been somebody
 * else's since it was verified: https://developers.google.com/identity/openid-connect/openid-connect#obtainuserinfo
 * Microsoft has `xms_edov` in place of `email_verified`: https://learn.microsoft.com/entra/identity-platform/optional-claims-reference
 */
function isVerified(claims: Claims, { issuer }: Provider, domain: string): boolean {
  if (/^https:\/\/login\.microsoftonline\./.test(issuer))
    return [true, 1, '1', 'true'].includes(claims.xms_edov as string);
  if (claims.email_verified !== true) return false;
  if (issuer !== 'https://accounts.google.com') return true;
  return domain === 'gmail.com' || claims.hd === domain;
}

import { isEmail } from '../text/email-address.ts';
import type { Provider } from './providers.ts';

/** The claims of a provider's token about a person. Its signature, issuer, audience and times were already checked. */
export type Claims = Readonly<Record<string, unknown>>;

/** A person whom a provider vouches for. */
export type Identity = {
  issuer: string;
  /** The subject, which is never another person's, unlike an address. */
  subject: string;
  email: string;
  /** The domain of the address, in lower case. */
  domain: string;
  name?: string;
};

/**
 * Returns who signed in, if the provider vouches for the address and is allowed to. Otherwise returns what is missing
 * and what to do. The result never depends on whether an account exists.
 */
export function identityIn(claims: Claims, provider: Provider): Identity | { refusal: string } {
  const { name: called, domains, issuer, clientId } = provider;
  const { sub, email, name, azp } = claims;
  if (typeof sub !== 'string' || sub.length < 1 || sub.length > 255)
    return { refusal: `${called} does not say who you are.` };
  if (azp !== undefined && azp !== clientId) return { refusal: `The answer of ${called} is for another application.` };
  if (typeof email !== 'string' || !isEmail(email) || email.includes('#')) {
    return {
      refusal: `${called} does not share your email address. Ask its administrator to allow it for this application (scope email).`,
    };
  }
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (!domains.includes(domain)) {
    return {
      refusal: `You can’t sign in through ${called} with an address at ${domain}. Choose another account there.`,
    };
  }
  if (!isVerified(claims, provider, domain)) {
    return {
      refusal: `${called} has not verified your email address. Verify it there, or ask its administrator.`,
    };
  }
  return { issuer, subject: sub, email, domain, ...(isName(name) && { name: name.trim() }) };
}

const isName = (name: unknown): name is string => typeof name === 'string' && name.trim() !== '' && name.length <= 255;

/**
 * Whether the provider vouches for the address.
 * Google vouches for addresses of Gmail, and of the Workspace in `hd`. Any other address may have changed hands since it
 * was verified: https://developers.google.com/identity/openid-connect/openid-connect#obtainuserinfo
 * Microsoft has `xms_edov` instead of `email_verified`:
 * https://learn.microsoft.com/entra/identity-platform/optional-claims-reference
 */
function isVerified(claims: Claims, { issuer }: Provider, domain: string): boolean {
  if (/^https:\/\/login\.microsoftonline\./.test(issuer))
    return [true, 1, '1', 'true'].includes(claims.xms_edov as string);
  if (claims.email_verified !== true) return false;
  if (issuer !== 'https://accounts.google.com') return true;
  return domain === 'gmail.com' || claims.hd === domain;
}

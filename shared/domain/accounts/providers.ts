import { isIdOf } from '../../ids.ts';

/** An OpenID Connect provider for sign-in, as the deployment's operator has configured it. */
export type Provider = {
  /** The ID, which is part of the redirect URL. */
  readonly id: string;
  /** The label of its button. */
  readonly name: string;
  /** The issuer, exactly as in its tokens and its discovery document. */
  readonly issuer: string;
  readonly clientId: string;
  /** The domains whose addresses it may vouch for, in lower case. */
  readonly domains: readonly string[];
  /** The organizations that may choose among the domains: their IDs, or `any` of the deployment. */
  readonly organizations: 'any' | readonly string[];
};

/** The maximum size of all providers in bytes. They share a function's 4 KB of environment variables. */
const bytesMax = 2048;

const hostPattern = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

const patterns = {
  id: [/^[a-z][a-z0-9-]{0,19}$/, 'lower-case letters, digits and hyphens, 20 at most'],
  name: [/^[^\p{C}<>]{1,40}$/u, 'what people call it, 40 characters at most'],
  clientId: [/^[\x21-\x7e]{1,255}$/, 'the client id that the provider shows'],
} as const;

/** Whether a text may be the ID of a provider. */
export const isProviderId = (text: string): boolean => patterns.id[0].test(text);

/**
 * Returns the providers in a setting, a JSON array. Throws an error whose message names what is invalid.
 *
 * @param allowsHttp whether an issuer may be on this machine, for the local cloud only
 */
export function parseProviders(text: string | undefined, allowsHttp: boolean): readonly Provider[] {
  if (text === undefined) return [];
  const providers = arrayIn(text);
  const faults = providers.flatMap((provider, index) =>
    faultsOf(provider, allowsHttp).map(fault => `[${index}].${fault}`),
  );
  const [first] = faults;
  if (first) throw new Error(`OIDC_PROVIDERS${first}`);
  const ids = (providers as Provider[]).map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Error('OIDC_PROVIDERS has two providers of one id');
  const domains = (providers as Provider[]).flatMap(provider => provider.domains);
  const twice = domains.find((domain, index) => domains.indexOf(domain) < index);
  // A session's provider is identified by its domain.
  if (twice) throw new Error(`OIDC_PROVIDERS names ${twice} twice: one provider vouches for a domain`);
  return providers as Provider[];
}

function arrayIn(text: string): unknown[] {
  if (Buffer.byteLength(text) > bytesMax) throw new Error(`OIDC_PROVIDERS has more than ${bytesMax} bytes`);
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed)) return parsed;
  } catch {
    // Reported below.
  }
  throw new Error('OIDC_PROVIDERS is not a JSON array such as docs/single-sign-on.md shows');
}

const properties = ['id', 'name', 'issuer', 'clientId', 'domains', 'organizations'];

/** Returns faults that each start with the property they are about. */
function faultsOf(provider: unknown, allowsHttp: boolean): string[] {
  const given = (typeof provider === 'object' && provider !== null ? provider : {}) as Record<string, unknown>;
  const { issuer, domains, organizations } = given;
  return [
    ...Object.keys(given).flatMap(name =>
      properties.includes(name) ? [] : [`${name} is not a property of a provider`],
    ),
    ...Object.entries(patterns).flatMap(([name, [pattern, meaning]]) =>
      isText(given[name], pattern) ? [] : [`${name} must be ${meaning}`],
    ),
    ...faultsOfIssuer(issuer, allowsHttp),
    ...(isListOf(domains, isDomain)
      ? []
      : ['domains must be a list of domains in lower case, such as ["example.com"]']),
    ...(organizations === 'any' || isListOf(organizations, id => isIdOf('organization', id))
      ? []
      : ['organizations must be a list of the ids of organizations, or "any"']),
  ];
}

const isText = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value);

const isDomain = (text: string): boolean => hostPattern.test(text);

const isListOf = (value: unknown, is: (text: string) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(each => typeof each === 'string' && is(each));

/** Matches Microsoft's issuers for every tenant, with which any tenant could vouch for anybody. */
const ofNoTenant = /^https:\/\/login\.microsoftonline\.[a-z]+\/(common|organizations|consumers)\b/;

function faultsOfIssuer(issuer: unknown, allowsHttp: boolean): string[] {
  const url = typeof issuer === 'string' ? URL.parse(issuer) : null;
  const isAllowed = url?.protocol === 'https:' || (allowsHttp && url?.protocol === 'http:');
  if (!url || !isAllowed || url.search || url.hash || url.username)
    return ['issuer must be an address that begins with https://, without a query'];
  return ofNoTenant.test(url.href)
    ? ['issuer must be that of your own tenant: https://login.microsoftonline.com/<tenant id>/v2.0']
    : [];
}

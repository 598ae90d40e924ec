import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/** `allowLoopback` is for a local run: it allows receivers on this machine, over http too. */
export type ReceiverPolicy = { readonly allowLoopback: boolean };

/**
 * Returns the fault of a receiver's URL, as a message for the customer, or undefined when there is none. Names are not
 * resolved here: `isAllowedAddress` checks each address that they resolve to.
 */
export function faultOfUrl(url: string, policy: ReceiverPolicy): string | undefined {
  const parsed = URL.parse(url);
  if (parsed === null) return 'is not an absolute URL such as https://example.com/hook';
  return faultOfScheme(parsed, policy) ?? faultOfAuthority(parsed) ?? faultOfHost(parsed, policy);
}

/** Whether a connection to an address of a receiver is allowed, after its name was resolved. */
export function isAllowedAddress(address: string, { allowLoopback }: ReceiverPolicy): boolean {
  return isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));
}

/** Returns a URL's host as sockets and DNS take it: an IPv6 literal without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Whether a host is `localhost` or below it, which is this machine wherever it is looked up (RFC 6761, section 6.3).
 */
export const isLocalhost = (host: string): boolean => /(^|\.)localhost\.?$/.test(host);

function faultOfScheme(url: URL, { allowLoopback }: ReceiverPolicy): string | undefined {
  if (url.protocol === 'https:') return undefined;
  if (!allowLoopback) return 'must begin with https://';
  const host = hostOf(url);
  const isLocal = isLocalhost(host) || isLoopbackAddress(host);
  if (url.protocol === 'http:' && isLocal) return undefined;
  return 'must begin with https://; http:// is for localhost, 127.0.0.1 and [::1] only';
}

function faultOfAuthority(url: URL): string | undefined {
  if (url.username !== '' || url.password !== '') {
    return 'must not contain a user name or password; the signature tells the receiver who sends it';
  }
  const port = url.port === '' ? 443 : Number(url.port);
  if (url.port === '' && url.protocol === 'http:') return 'needs a port above 1023';
  return port === 443 || port > 1023 ? undefined : `has port ${port}; only 443 and ports above 1023 are allowed`;
}

function faultOfHost(url: URL, policy: ReceiverPolicy): string | undefined {
  const host = hostOf(url);
  if (isLocalhost(host)) return policy.allowLoopback ? undefined : `has host ${host}, which is not public`;
  if (isIP(host) === 0 || isAllowedAddress(host, policy)) return undefined;
  return `has address ${host}, which is not public`;
}

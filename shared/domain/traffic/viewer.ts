import { createHash, timingSafeEqual } from 'node:crypto';

/** The headers that a distribution in front of the gateway adds to a request, with a secret that proves them. */
export const viewerHeaders = {
  secret: 'x-formline-distribution',
  address: 'x-formline-viewer',
  host: 'x-formline-host',
} as const;

/** The gateway stage variable with the accepted secrets, separated by commas. */
export const viewerSecretsVariable = 'viewerSecrets';

/** The sender of a request, and its host. */
export type Viewer = { readonly sourceIp: string | undefined; readonly host: string };

/**
 * Returns the viewer of a request: as the distribution says, if it sends one of the secrets; otherwise as the gateway
 * does, which sees a distribution's own address.
 *
 * @param headers by name, in lower case
 */
export function viewerOf(
  headers: Readonly<Record<string, string | undefined>>,
  gateway: Viewer,
  secrets: readonly string[],
): Viewer {
  const given = headers[viewerHeaders.secret];
  if (given === undefined || !secrets.some(secret => isSame(secret, given))) return gateway;
  return {
    sourceIp: headers[viewerHeaders.address] ?? gateway.sourceIp,
    host: headers[viewerHeaders.host] ?? gateway.host,
  };
}

/** Compares in constant time, which does not reveal where they differ. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(sha256(one), sha256(other));

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

import { createHash, timingSafeEqual } from 'node:crypto';

/** What a distribution before the gateway says of a request, beside a secret that makes it credible. */
export const viewerHeaders = {
  secret: 'x-formline-distribution',
  address: 'x-formline-viewer',
  host: 'x-formline-host',
} as const;

/** The variable of the gateway's stages that has the secrets to believe, with commas between them. */
export const viewerSecretsVariable = 'viewerSecrets';

/** Who sent a request, and to which host. */
export type Viewer = { readonly sourceIp: string | undefined; readonly host: string };

/**
 * Whom a request is from: as the distribution says, where it names one of the secrets; otherwise as the gateway does, for which
 * whoever came through a distribution has an address of that.
 *
 * @param headers by their names in lower case
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

/** In a time that tells nothing of where they differ. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(sha256(one), sha256(other));

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

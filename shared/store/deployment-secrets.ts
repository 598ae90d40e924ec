import type { CaptchaProvider } from '../domain/spam/captcha.ts';
import { TtlCache } from '../ttl-cache.ts';
import { type Key, keyOf } from './keys.ts';
import { deleteOnce, getItem, putItem } from './table.ts';

/**
 * The purpose of a secret of the whole deployment: a captcha, for all forms that have no secret of their own, or its
 * client at a single sign-on provider.
 */
export type SecretPurpose = { captcha: CaptchaProvider } | { provider: string };

const cache = new TtlCache<string | undefined>(60);

const keyFor = (purpose: SecretPurpose): Key =>
  'captcha' in purpose
    ? keyOf('captchaSecret', { provider: purpose.captcha })
    : keyOf('providerSecret', { provider: purpose.provider });

/** Stores a deployment secret, sealed. Removes it for undefined. */
export async function putDeploymentSecret(purpose: SecretPurpose, sealed: string | undefined): Promise<void> {
  const key = keyFor(purpose);
  if (sealed === undefined) await deleteOnce(key);
  else await putItem({ ...key, sealed });
}

/** Returns a deployment secret, sealed and up to a minute old, or undefined when there is none. */
export function getDeploymentSecret(purpose: SecretPurpose): Promise<string | undefined> {
  const key = keyFor(purpose);
  return cache.get(key.pk, async () => {
    const item = await getItem(key);
    return item && String(item.sealed);
  });
}

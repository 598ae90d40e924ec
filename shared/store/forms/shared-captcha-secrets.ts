import type { CaptchaProvider } from '../../domain/captcha.ts';
import { TtlCache } from '../../ttl-cache.ts';
import { keyOf } from '../keys.ts';
import { deleteOnce, getItem, putItem } from '../table.ts';

const cache = new TtlCache<string | undefined>(60);

/** Sets the secret of a captcha, sealed, for all forms of the deployment that have none of their own; removes it for undefined. */
export async function putSharedSecret(provider: CaptchaProvider, sealed: string | undefined): Promise<void> {
  const key = keyOf('captchaSecret', { provider });
  if (sealed === undefined) await deleteOnce(key);
  else await putItem({ ...key, sealed });
}

/** That secret, sealed, as it was within the last minute; undefined when there is none. */
export const getSharedSecret = (provider: CaptchaProvider): Promise<string | undefined> =>
  cache.get(provider, async () => {
    const item = await getItem(keyOf('captchaSecret', { provider }));
    return item && String(item.sealed);
  });

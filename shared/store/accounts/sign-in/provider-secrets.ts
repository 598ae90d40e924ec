import { TtlCache } from '../../../ttl-cache.ts';
import { keyOf } from '../../keys.ts';
import { deleteOnce, getItem, putItem } from '../../table.ts';

const cache = new TtlCache<string | undefined>(60);

/** Sets the secret of the deployment's client at a provider, sealed; removes it for undefined. */
export async function putProviderSecret(provider: string, sealed: string | undefined): Promise<void> {
  const key = keyOf('providerSecret', { provider });
  if (sealed === undefined) await deleteOnce(key);
  else await putItem({ ...key, sealed });
}

/** That secret, sealed, as it was within the last minute; undefined when there is none. */
export const getProviderSecret = (provider: string): Promise<string | undefined> =>
  cache.get(provider, async () => {
    const item = await getItem(keyOf('providerSecret', { provider }));
    return item && String(item.sealed);
  });

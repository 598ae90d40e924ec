import { newApiKey } from '../../domain/accounts/api-key.ts';
import { TtlCache } from '../../ttl-cache.ts';
import { type ApiKey, apiKeyItem } from '../accounts/api-key-lookup.ts';
import { keyOf } from '../keys.ts';
import { getItem, writeIfUnchanged } from '../table.ts';
import { putNewWrite } from '../writes.ts';
import { formExistsCheck } from './forms.ts';

/** It never changes: this only bounds for how long one is used whose environment is gone. */
const cacheSeconds = 60;

const cache = new TtlCache<string>(cacheSeconds);

type Place = Pick<ApiKey, 'organizationId' | 'environmentId' | 'environment'>;

/**
 * The publishable key by which the hosted pages of an environment submit. A page shows it to everybody, so it is stored as
 * it is, beside the item that every key has. It is made when the first page is asked for; of requests at once, one makes it.
 *
 * @param formId the form whose page asks: a key is only made while it is there
 */
export const hostedKey = (place: Place, formId: string): Promise<string> =>
  cache.get(place.environmentId, async () => (await readKey(place)) ?? (await makeKey(place, formId)));

const keyOfPlace = ({ environmentId }: Place) => keyOf('hostedKey', { environmentId });

async function readKey(place: Place): Promise<string | undefined> {
  const item = await getItem(keyOfPlace(place));
  return item && String(item.key);
}

async function makeKey(place: Place, formId: string): Promise<string> {
  const key = newApiKey('publishable', place.environment);
  const content = { type: 'publishable', name: 'Hosted pages', hosted: true } as const;
  const made = await writeIfUnchanged([
    putNewWrite({ ...keyOfPlace(place), key }),
    putNewWrite(apiKeyItem(key, { ...content, createdAt: new Date().toISOString() }, place)),
    // Nothing is made for an organization whose forms are being removed.
    formExistsCheck(formId),
  ]);
  const stored = made ? key : await readKey(place);
  if (stored === undefined) throw new Error(`The hosted pages of ${place.environmentId} have no key`);
  return stored;
}

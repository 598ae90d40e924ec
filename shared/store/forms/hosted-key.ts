import { newApiKey } from '../../domain/accounts/api-key.ts';
import { TtlCache } from '../../ttl-cache.ts';
import { type ApiKey, apiKeyItem } from '../accounts/api-key-lookup.ts';
import { keyOf } from '../keys.ts';
import { getItem, writeIfUnchanged } from '../table.ts';
import { putNewWrite } from '../writes.ts';
import { formExistsCheck } from './forms.ts';

/** The key never changes. This limits how long it is used after its environment is gone. */
const cacheSeconds = 60;

const cache = new TtlCache<string | undefined>(cacheSeconds);

type KeyTenancy = Pick<ApiKey, 'organizationId' | 'environmentId' | 'environment'>;

/**
 * Returns the publishable key that an environment's hosted pages submit with. Pages show it to everyone, so it is
 * stored in plain text, beside the item that every key has. The request for the first page creates it. Of concurrent
 * requests, one creates it.
 *
 * @param formId the form whose page is requested: a key is only created while the form exists. Returns undefined when
 *   it was deleted meanwhile
 */
export async function hostedKey(place: KeyTenancy, formId: string): Promise<string | undefined> {
  const key = await cache.get(place.environmentId, async () => (await readKey(place)) ?? makeKey(place, formId));
  // Another form of the environment may still exist.
  if (key === undefined) cache.forget(place.environmentId);
  return key;
}

const keyOfPlace = ({ environmentId }: KeyTenancy) => keyOf('hostedKey', { environmentId });

async function readKey(place: KeyTenancy): Promise<string | undefined> {
  const item = await getItem(keyOfPlace(place));
  return item && String(item.key);
}

async function makeKey(place: KeyTenancy, formId: string): Promise<string | undefined> {
  const key = newApiKey('publishable', place.environment);
  const content = { type: 'publishable', name: 'Hosted pages', hosted: true } as const;
  const made = await writeIfUnchanged([
    putNewWrite({ ...keyOfPlace(place), key }),
    putNewWrite(apiKeyItem(key, { ...content, createdAt: new Date().toISOString() }, place)),
    // Creates nothing for an organization whose forms are being removed.
    formExistsCheck(formId),
  ]);
  return made ? key : readKey(place);
}

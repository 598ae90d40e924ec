import { addressSha256 } from '../../domain/mails/mailbox-identity.ts';
import { dayMs } from '../../durations.ts';
import type { Key } from '../keys.ts';
import { keysByHash } from '../keys-by-hash.ts';
import { batchGet, deleteOnce, type Item, putItem } from '../table.ts';

/** Why nothing more is sent to an address: it does not exist, or its reader has marked a mail as spam. */
type StopReason = 'bounce' | 'complaint';

export type MailStop = { reason: StopReason; at: string };

/** How long a stop lasts. A mailbox may exist again one day. A complaint counts for longer. */
const keptMs: Readonly<Record<StopReason, number>> = { bounce: 90 * dayMs, complaint: 365 * dayMs };

/**
 * Returns the keys of an address, the one to write first. Uses hashes, because the table must not store the addresses
 * of people who have left. The last stops by plain hashes expire a year after the update to 0.3.
 */
const keysOfAddress = (address: string): Promise<[Key, ...Key[]]> => keysByHash('mailStop', addressSha256(address));

export async function stopAddress(address: string, { reason, at }: MailStop): Promise<void> {
  const ttl = Math.ceil((Date.now() + keptMs[reason]) / 1000);
  const [key] = await keysOfAddress(address);
  await putItem({ ...key, reason, at, ttl });
}

/** Ends the stop of an address. */
export async function allowAddress(address: string): Promise<void> {
  for (const key of await keysOfAddress(address)) await deleteOnce(key);
}

/**
 * Returns which of these addresses get no more mail, and why, by the address as given. What only shows it takes a read
 * at half the price.
 */
export async function stopsOf(
  addresses: readonly string[],
  options?: { consistent: boolean },
): Promise<Map<string, MailStop>> {
  const places = await Promise.all(addresses.map(async address => [address, await keysOfAddress(address)] as const));
  const distinct = new Map(places.flatMap(([, keys]) => keys).map(key => [key.pk, key]));
  const read = await batchGet([...distinct.values()], options);
  const items = new Map(read.map(item => [item.pk, item as Item & MailStop]));
  return new Map(
    places.flatMap(([address, keys]) => {
      const item = keys.map(({ pk }) => items.get(pk)).find(each => each && !isPast(each));
      return item ? [[address, { reason: item.reason, at: item.at }]] : [];
    }),
  );
}

const isPast = ({ ttl }: Item): boolean => Number(ttl) * 1000 <= Date.now();

export const isStopped = async (address: string): Promise<boolean> => (await stopsOf([address])).size > 0;

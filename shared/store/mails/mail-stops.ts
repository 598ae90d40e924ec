import { addressSha256 } from '../../domain/mails/mailbox-identity.ts';
import { dayMs } from '../../durations.ts';
import { type Key, keyOf } from '../keys.ts';
import { batchGet, type Item, putItem } from '../table.ts';

/** Why nothing more is sent to an address: it does not exist, or its reader has marked a mail as spam. */
type StopReason = 'bounce' | 'complaint';

export type MailStop = { reason: StopReason; at: string };

/** How long a stop lasts. A mailbox may exist again one day. A complaint counts for longer. */
const keptMs: Readonly<Record<StopReason, number>> = { bounce: 90 * dayMs, complaint: 365 * dayMs };

/** Uses a hash, because the table must not store the addresses of people who have left. */
const keyOfAddress = (address: string): Key => keyOf('mailStop', { sha256: addressSha256(address) });

export async function stopAddress(address: string, { reason, at }: MailStop): Promise<void> {
  const ttl = Math.ceil((Date.now() + keptMs[reason]) / 1000);
  await putItem({ ...keyOfAddress(address), reason, at, ttl });
}

/** Returns which of these addresses get no more mail, and why, by the address as given. */
export async function stopsOf(addresses: readonly string[]): Promise<Map<string, MailStop>> {
  const keys = new Map(addresses.map(address => [address, keyOfAddress(address)]));
  const distinct = new Map([...keys.values()].map(key => [key.pk, key]));
  const items = new Map((await batchGet([...distinct.values()])).map(item => [item.pk, item as Item & MailStop]));
  return new Map(
    [...keys].flatMap(([address, { pk }]) => {
      const item = items.get(pk);
      return item && !isPast(item) ? [[address, { reason: item.reason, at: item.at }]] : [];
    }),
  );
}

const isPast = ({ ttl }: Item): boolean => Number(ttl) * 1000 <= Date.now();

export const isStopped = async (address: string): Promise<boolean> => (await stopsOf([address])).size > 0;

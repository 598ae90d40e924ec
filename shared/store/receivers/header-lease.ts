import { expression } from '../expression.ts';
import { updateItem } from '../table.ts';
import { type ReceiverAddress, receiverKey } from './receiver-item.ts';

/** Longer than an attempt may take. A worker that still has the lease by then was killed. */
const leaseMs = 15_000;

/** Leases the header of an integration's sheet for a change. Returns undefined while another worker has it. */
export async function leaseHeader(address: ReceiverAddress, now: number): Promise<number | undefined> {
  const until = now + leaseMs;
  const taken = await updateItem(receiverKey(address), {
    set: { headerUntil: until },
    if: expression`attribute_exists(pk) AND (attribute_not_exists(headerUntil) OR headerUntil < ${now})`,
  });
  return taken ? until : undefined;
}

/** Releases the header, unless another worker has leased it since. */
export async function releaseHeader(address: ReceiverAddress, until: number): Promise<void> {
  await updateItem(receiverKey(address), { remove: ['headerUntil'], if: expression`headerUntil = ${until}` });
}

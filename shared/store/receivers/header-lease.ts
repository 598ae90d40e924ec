import { expression } from '../expression.ts';
import { updateItem } from '../table.ts';
import { type ReceiverAddress, receiverKey } from './receiver-item.ts';

/** Longer than an attempt may take: whoever is still at it when this has passed was killed. */
const leaseMs = 15_000;

/** Takes the header of an integration's sheet, to change it. Undefined while another worker has it. */
export async function leaseHeader(address: ReceiverAddress, now: number): Promise<number | undefined> {
  const until = now + leaseMs;
  const taken = await updateItem(receiverKey(address), {
    set: { headerUntil: until },
    if: expression`attribute_exists(pk) AND (attribute_not_exists(headerUntil) OR headerUntil < ${now})`,
  });
  return taken ? until : undefined;
}

/** Gives it back, unless it was taken by another since. */
export async function releaseHeader(address: ReceiverAddress, until: number): Promise<void> {
  await updateItem(receiverKey(address), { remove: ['headerUntil'], if: expression`headerUntil = ${until}` });
}

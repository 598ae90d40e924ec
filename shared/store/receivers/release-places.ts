import { expression } from '../expression.ts';
import { updateItem, updateOnce } from '../table.ts';
import { type ReceiverAddress, receiverKey } from './receiver-item.ts';

/**
 * Takes a place in the queue of deliveries that wait for a breaker to close, and returns the number of deliveries ahead
 * of it. Each end time of the breaker has its own queue.
 */
export async function takeReleasePlace(address: ReceiverAddress, openUntil: number): Promise<number> {
  const key = receiverKey(address);
  const place = { add: { releasePlaces: 1 }, if: expression`releaseAt = ${openUntil}` };
  const counted = await updateOnce(key, place, 'UPDATED_NEW');
  if (counted) return Number(counted.releasePlaces) - 1;
  // A worker with an outdated view of the breaker gets place 0: it retries and reads the breaker again.
  await updateItem(key, {
    set: { releaseAt: openUntil, releasePlaces: 1 },
    if: expression`attribute_exists(pk) AND (attribute_not_exists(releaseAt) OR releaseAt < ${openUntil})`,
  });
  return 0;
}

import { postpone } from '../store/due.ts';
import { newJobItem, type RedriveJob } from '../store/jobs.ts';
import { type Key, partitionOf } from '../store/keys.ts';
import type { Span } from '../store/query.ts';
import { fromItem, retryDelivery } from '../store/receivers/deliveries.ts';
import type { ReceiverAddress } from '../store/receivers/receiver-item.ts';
import { addressOf, getReceiver, type Receiver, recordOf } from '../store/receivers/receivers.ts';
import { deleteOnce, putItem, updateOnce } from '../store/table.ts';
import { readTimeline } from '../store/timeline.ts';

/** As many a second become due: a receiver that has been away is not to be run down. */
const redrivenPerSecond = 20;

/** So many are made due in one go; their times spread over five minutes. */
const batchSize = redrivenPerSecond * 300;

/** Stores the job to redrive the dead deliveries of a receiver whose sort keys lie in this span. */
export async function startRedrive(address: ReceiverAddress, { low, high }: Span): Promise<void> {
  await putItem(newJobItem({ kind: 'redrive', ...address, low, high }));
}

/**
 * Makes dead deliveries due, the oldest first, as far as the time allows; what is no longer dead is the progress, and
 * `low` says from where on to look. It may be killed anywhere and run twice.
 *
 * @param deadline when to stop and be due again: ms since the epoch
 */
export async function redrive(key: Key, job: RedriveJob, deadline: number): Promise<void> {
  const { owner, receiverId, step } = job;
  const receiver = await getReceiver({ owner, receiverId });
  const rest = receiver && recordOf(receiver).active ? await redriveBatch(receiver, job, deadline) : undefined;
  if (!rest) return deleteOnce(key);
  await updateOnce(key, { set: { low: rest.low } });
  await postpone(key, owner, rest.time, step);
}

/** Gives from where on and at what time to go on; undefined when no dead delivery is left. */
async function redriveBatch(receiver: Receiver, { low, high }: RedriveJob, deadline: number) {
  const { owner, receiverId } = addressOf(receiver);
  const timeline = { partitions: [partitionOf('delivery', 'pk', { owner, webhook: receiverId })], status: 'dead' };
  const startedAt = Date.now();
  let made = 0;
  const timeOfNext = () => startedAt + Math.floor((made / redrivenPerSecond) * 1000);
  for await (const item of readTimeline(timeline, { order: 'asc', span: { low, high } })) {
    if (made === batchSize || Date.now() >= deadline) return { low: item.sk, time: timeOfNext() };
    const delivery = fromItem(item);
    if (!delivery) continue;
    // Counted also when another run of the same job came first: two runs keep the pace of one.
    await retryDelivery(delivery, receiver.environmentId, timeOfNext());
    made += 1;
  }
  return undefined;
}

import { postpone } from '../store/due.ts';
import { newJobItem, type RedriveJob } from '../store/jobs.ts';
import { type Key, partitionOf } from '../store/keys.ts';
import type { Span } from '../store/query.ts';
import { fromItem, retryDelivery } from '../store/receivers/deliveries.ts';
import type { ReceiverAddress } from '../store/receivers/receiver-item.ts';
import { addressOf, getReceiver, type Receiver, recordOf } from '../store/receivers/receivers.ts';
import { deleteOnce, putItem, updateOnce } from '../store/table.ts';
import { readTimeline } from '../store/timeline.ts';

/** The number that become due in a second, so that a receiver that was down is not overwhelmed. */
const redrivenPerSecond = 20;

/** The number made due in one go. Their times are spread over five minutes. */
const batchSize = redrivenPerSecond * 300;

/** Stores the job that redrives a receiver's dead deliveries with sort keys in this span. */
export async function startRedrive(address: ReceiverAddress, { low, high }: Span): Promise<void> {
  await putItem(newJobItem({ kind: 'redrive', ...address, low, high }));
}

/**
 * Makes dead deliveries due, oldest first, as far as time allows. Progress is what is no longer dead, and `low` is
 * where to continue. It may be killed at any point and run twice.
 *
 * @param deadline when to stop and become due again, in ms since the epoch
 */
export async function redrive(key: Key, job: RedriveJob, deadline: number): Promise<void> {
  const { owner, receiverId, step } = job;
  const receiver = await getReceiver({ owner, receiverId });
  const rest = receiver && recordOf(receiver).active ? await redriveBatch(receiver, job, deadline) : undefined;
  if (!rest) return deleteOnce(key);
  await updateOnce(key, { set: { low: rest.low } });
  await postpone(key, owner, rest.time, step);
}

/** Redrives a batch. Returns where and when to continue, or undefined when no dead delivery is left. */
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
    // Counted even when another run of the same job came first, so two runs keep the pace of one.
    await retryDelivery(delivery, receiver.environmentId, timeOfNext());
    made += 1;
  }
  return undefined;
}

import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { postpone } from '../store/due.ts';
import { newJobItem, type RedriveJob } from '../store/jobs.ts';
import { type Key, partitionOf } from '../store/keys.ts';
import { fromItem, retryDelivery } from '../store/receivers/deliveries.ts';
import type { ReceiverAddress } from '../store/receivers/receiver-item.ts';
import { getReceiver, recordOf } from '../store/receivers/receivers.ts';
import { dynamodb, tableName } from '../store/table.ts';
import { readTimeline, type Span } from '../store/timeline.ts';

/** As many a second become due: a receiver that has been away is not to be run down. */
const redrivenPerSecond = 20;

/** So many are made due in one go; their times spread over five minutes. */
const batchSize = redrivenPerSecond * 300;

/** Stores the job to redrive the dead deliveries of a receiver whose sort keys lie in this span. */
export async function startRedrive(address: ReceiverAddress, { low, high }: Span): Promise<void> {
  const Item = newJobItem({ kind: 'redrive', ...address, low, high });
  await dynamodb.send(new PutCommand({ TableName: tableName(), Item }));
}

/**
 * Makes dead deliveries due, the oldest first, as far as the time allows; what is no longer dead is the progress, and
 * `low` says from where on to look. It may be killed anywhere and run twice.
 *
 * @param deadline when to stop and be due again: ms since the epoch
 */
export async function redrive(Key: Key, job: RedriveJob, deadline: number): Promise<void> {
  const { owner, receiverId, low, high, step } = job;
  const startedAt = Date.now();
  let made = 0;
  const receiver = await getReceiver({ owner, receiverId });
  if (receiver && recordOf(receiver).active) {
    const timeline = { partitions: [partitionOf('delivery', 'pk', { owner, webhook: receiverId })], status: 'dead' };
    for await (const item of readTimeline(timeline, { order: 'asc', span: { low, high } })) {
      if (made === batchSize || Date.now() >= deadline) {
        await continueFrom(Key, item.sk);
        await postpone(Key, owner, startedAt + Math.floor((made / redrivenPerSecond) * 1000), step);
        return;
      }
      const delivery = fromItem(item);
      const time = startedAt + Math.floor((made / redrivenPerSecond) * 1000);
      if (!delivery) continue;
      // Counted also when another run of the same job came first: two runs keep the pace of one.
      await retryDelivery(delivery, receiver.environmentId, time);
      made += 1;
    }
  }
  await dynamodb.send(new DeleteCommand({ TableName: tableName(), Key }));
}

async function continueFrom(Key: Key, low: string): Promise<void> {
  await dynamodb.send(
    new UpdateCommand({
      TableName: tableName(),
      Key,
      UpdateExpression: 'SET low = :low',
      ExpressionAttributeValues: { ':low': low },
    }),
  );
}

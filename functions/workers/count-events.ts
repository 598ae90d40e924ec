import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { countChanges } from '../../shared/counting/counter-batch.ts';
import type { Image, ImageChange } from '../../shared/counting/counter-deltas/counter-delta.ts';
import { scheduleRecounts } from '../../shared/counting/recount-schedule.ts';
import { setAside } from '../../shared/counting/set-aside.ts';
import { shardName } from '../../shared/counting/shard-marks.ts';
import { scaleHotPartitions } from '../../shared/counting/shard-scaling.ts';
import { streamKeepsMs } from '../../shared/durations.ts';
import type { Key } from '../../shared/store/keys.ts';
import { imageOf, ownRecords, streamLabelOf } from '../../shared/store/own-records.ts';

/** The event of a mapping with a tumbling window: one shard's records, or none when a window ends. */
type WindowEvent = DynamoDBStreamEvent & { shardId?: string };

/**
 * Counts the changes of a stream shard, each once, even if batches repeat, split or join. The tumbling window provides
 * the `shardId`. Its state stays empty, but Lambda requires it in the answer:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html
 */
export const handler = async ({ Records, shardId }: WindowEvent): Promise<{ state: Record<string, never> }> => {
  if (!shardId) throw new Error('The event names no shard of the stream: its mapping has no tumbling window');
  const records = ownRecords(Records).filter(isRecent);
  const changes = records.flatMap(changeOf);
  if (records[0]) {
    await scheduleRecounts(changes);
    await countChanges(shardName(streamLabelOf(records[0]), shardId), changes);
    await scaleHotPartitions(changes);
  }
  return { state: {} };
};

/**
 * Whether the stream would still have the record. An older one must be a replay, and counters can't tell anymore
 * whether they include it.
 */
const isRecent = ({ dynamodb }: DynamoDBRecord): boolean =>
  (dynamodb?.ApproximateCreationDateTime ?? Number.POSITIVE_INFINITY) > (Date.now() - streamKeepsMs) / 1000;

/** Returns the change in a stream record, or none if the record can't be read. */
function changeOf({ dynamodb = {} }: DynamoDBRecord): ImageChange[] {
  const { SequenceNumber: sequence = '', Keys = {}, OldImage, NewImage } = dynamodb;
  try {
    const [before, after] = [OldImage, NewImage].map(image => imageOf<Image>(image));
    return [{ key: imageOf<Key>(Keys) as Key, sequence, before, after }];
  } catch (error) {
    setAside({ key: Keys, sequence }, error);
    return [];
  }
}

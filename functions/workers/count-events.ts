import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { countChanges } from '../../shared/counting/counter-batch.ts';
import type { Change, Image } from '../../shared/counting/counter-deltas/counter-delta.ts';
import { scheduleRecounts } from '../../shared/counting/recount-schedule.ts';
import { scaleHotForms } from '../../shared/counting/shard-scaling.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { ownRecords, streamLabelOf } from '../../shared/store/own-records.ts';

/** A batch is counted as a whole: repeated, split or joined with another, it still counts each change once. */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<void> => {
  const changes = ownRecords(Records).map(changeOf);
  await scheduleRecounts(changes);
  await retryOnConflict(async () => (await countChanges(changes)) || undefined);
  await scaleHotForms(changes);
};

function changeOf(record: DynamoDBRecord): Change {
  const { dynamodb = {} } = record;
  const image = (attributes: unknown): Image | undefined =>
    attributes ? (unmarshall(attributes as Parameters<typeof unmarshall>[0]) as Image) : undefined;
  const { pk, sk } = unmarshall((dynamodb.Keys ?? {}) as Parameters<typeof unmarshall>[0]);
  return {
    key: { pk, sk },
    stream: streamLabelOf(record),
    sequence: dynamodb.SequenceNumber ?? '',
    before: image(dynamodb.OldImage),
    after: image(dynamodb.NewImage),
  };
}

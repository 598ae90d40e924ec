import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ChargeBucket } from '../../domain/leased-bucket.ts';
import { keyOf } from '../keys.ts';
import { dynamodb, tableName } from '../table.ts';

/** In ms: a request waits for this write, and matters more. */
const patienceMs = 500;

/**
 * Charges the bucket with this SHA-256. A write that is sent again because its answer was lost is charged twice, which
 * errs by a lease.
 */
export const chargeBucket: ChargeBucket = async (sha256, { since, ms, until }, { windowMs }) => {
  const isFull = until === undefined;
  const write = new UpdateCommand({
    TableName: tableName(),
    Key: keyOf('limit', { sha256 }),
    UpdateExpression: `SET fullAt = ${isFull ? ':since' : 'fullAt'} + :ms, #ttl = :ttl`,
    ConditionExpression: isFull
      ? 'attribute_not_exists(fullAt) OR fullAt <= :since'
      : 'fullAt > :since AND fullAt <= :until',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':since': since,
      ':ms': ms,
      // No bucket is full later than a window from now.
      ':ttl': Math.ceil((Date.now() + windowMs) / 1000) + 1,
      ...(!isFull && { ':until': until }),
    },
    ReturnValues: 'UPDATED_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    const { Attributes } = await dynamodb.send(write, { abortSignal: AbortSignal.timeout(patienceMs) });
    return { charged: true, fullAt: Number(Attributes?.fullAt) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const fullAt = error.Item?.fullAt?.N;
    return { charged: false, fullAt: fullAt === undefined ? undefined : Number(fullAt) };
  }
};

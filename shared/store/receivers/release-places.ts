import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tableName, writeIfUnchanged, writeOnce } from '../table.ts';
import { type ReceiverAddress, receiverKey } from './receiver-item.ts';

/**
 * Takes a place among the deliveries that wait for a breaker to close, and gives how many were there before. Those who wait
 * for another end of it are another queue.
 */
export async function takeReleasePlace(address: ReceiverAddress, openUntil: number): Promise<number> {
  const place = {
    TableName: tableName(),
    Key: receiverKey(address),
    ExpressionAttributeValues: { ':until': openUntil, ':one': 1 },
  };
  const begin = new UpdateCommand({
    ...place,
    UpdateExpression: 'SET releaseAt = :until, releasePlaces = :one',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(releaseAt) OR releaseAt < :until)',
  });
  const counted = await writeOnce(
    new UpdateCommand({
      ...place,
      UpdateExpression: 'ADD releasePlaces :one',
      ConditionExpression: 'releaseAt = :until',
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  if (counted) return Number(counted.releasePlaces) - 1;
  // A worker with an outdated view of the breaker gets place 0: it retries and reads the breaker anew.
  await writeIfUnchanged(begin);
  return 0;
}

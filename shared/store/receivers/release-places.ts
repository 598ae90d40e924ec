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
  // A worker that knows less of the breaker than the table does waits in no queue: it comes back and learns more.
  await writeIfUnchanged(begin);
  return 0;
}

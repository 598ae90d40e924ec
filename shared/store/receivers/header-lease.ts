import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tableName, writeIfUnchanged } from '../table.ts';
import { type ReceiverAddress, receiverKey } from './receiver-item.ts';

/** Longer than an attempt may take: whoever is still at it when this has passed was killed. */
const leaseMs = 15_000;

/** Takes the header of an integration's sheet, to change it. Undefined while another worker has it. */
export async function leaseHeader(address: ReceiverAddress, now: number): Promise<number | undefined> {
  const until = now + leaseMs;
  const taken = await writeIfUnchanged(
    new UpdateCommand({
      TableName: tableName(),
      Key: receiverKey(address),
      UpdateExpression: 'SET headerUntil = :until',
      ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(headerUntil) OR headerUntil < :now)',
      ExpressionAttributeValues: { ':until': until, ':now': now },
    }),
  );
  return taken ? until : undefined;
}

/** Gives it back, unless it was taken by another since. */
export async function releaseHeader(address: ReceiverAddress, until: number): Promise<void> {
  await writeIfUnchanged(
    new UpdateCommand({
      TableName: tableName(),
      Key: receiverKey(address),
      UpdateExpression: 'REMOVE headerUntil',
      ConditionExpression: 'headerUntil = :until',
      ExpressionAttributeValues: { ':until': until },
    }),
  );
}

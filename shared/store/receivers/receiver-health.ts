import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tableName, writeIfUnchanged, writeOnce } from '../table.ts';
import { type Health, healthOf, receiverKey } from './receiver-item.ts';
import { addressOf, type Receiver } from './receivers.ts';

/** Counts a failed attempt, and gives the health it came to. Undefined when the receiver is gone. */
export async function countFailure(stored: Receiver, now: number, slow: boolean): Promise<Health | undefined> {
  const counted = await writeOnce(
    new UpdateCommand({
      TableName: tableName(),
      Key: receiverKey(addressOf(stored)),
      UpdateExpression: `SET failingSince = if_not_exists(failingSince, :now)${slow ? ', slow = :slow' : ''} ADD failures :one`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':now': now, ':one': 1, ...(slow && { ':slow': true }) },
      ReturnValues: 'ALL_NEW',
    }),
  );
  return counted && healthOf(counted);
}

/** Forgets the failures of a receiver that answered, and unless it stays so, that it was slow. False when there was nothing to forget. */
export function clearFailures(stored: Receiver, { slow: staysSlow }: Pick<Health, 'slow'>): Promise<boolean> {
  return writeIfUnchanged(
    new UpdateCommand({
      TableName: tableName(),
      Key: receiverKey(addressOf(stored)),
      UpdateExpression: `REMOVE failures, failingSince, openUntil, probes${staysSlow ? '' : ', slow'}`,
      ConditionExpression: 'attribute_exists(pk) AND (attribute_exists(failingSince) OR attribute_exists(slow))',
    }),
  );
}

/**
 * Opens the breaker until a time, or opens it anew for the length of a probe. False when another worker came first: the
 * time that it is open until is not the one that was read.
 */
export function openBreaker(read: Receiver, openUntil: number, probes: number): Promise<boolean> {
  const { openUntil: before } = read.health;
  return writeIfUnchanged(
    new UpdateCommand({
      TableName: tableName(),
      Key: receiverKey(addressOf(read)),
      UpdateExpression: 'SET openUntil = :until, probes = :probes',
      ConditionExpression:
        before === undefined ? 'attribute_exists(pk) AND attribute_not_exists(openUntil)' : 'openUntil = :before',
      ExpressionAttributeValues: {
        ':until': openUntil,
        ':probes': probes,
        ...(before !== undefined && { ':before': before }),
      },
    }),
  );
}

/** Takes a receiver out of service, and says why in its record. False when it is inactive already, or gone. */
export function disableReceiver(stored: Receiver, reason: 'gone' | 'failing'): Promise<boolean> {
  return writeIfUnchanged(
    new UpdateCommand({
      TableName: tableName(),
      Key: receiverKey(addressOf(stored)),
      UpdateExpression: 'SET active = :inactive, disabledReason = :reason, updatedAt = :now ADD revision :one',
      ConditionExpression: 'active = :active',
      ExpressionAttributeValues: {
        ':inactive': false,
        ':active': true,
        ':reason': reason,
        ':now': new Date().toISOString(),
        ':one': 1,
      },
    }),
  );
}

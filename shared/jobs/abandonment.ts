import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ResponseStatus } from '../domain/responses/response.ts';
import { inactivityTimeoutMs } from '../domain/responses/visit.ts';
import { responseAddress, timeOf } from '../ids.ts';
import { getCachedForm } from '../store/forms/forms.ts';
import { dueKeys, type Key, keyOf, partsOf } from '../store/keys.ts';
import { markStatus } from '../store/lists/status-marks.ts';
import { dynamodb, tableName } from '../store/table.ts';

/**
 * Makes a response abandoned, when it is partial and nobody has saved it after this time (ISO 8601). A second time, and
 * after a save that came in between, it changes nothing.
 */
export async function abandonResponse(id: string, savedUntil: string): Promise<void> {
  const address = responseAddress(id);
  if (!address) throw new Error('This is not the id of a response');
  const { formId, shard, sortKey } = address;
  await abandon(keyOf('response', { form: formId, shard, sortKey }), savedUntil);
}

/** A partial response is due: abandons it, or makes it due again a day after its last save. */
export async function abandonInactive(Key: Key, now: number): Promise<void> {
  const { Item } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  if (!Item) return;
  const stays = Item.status === partial && (await getCachedForm(partsOf('response', 'pk', Key.pk)?.form ?? ''));
  if (!stays)
    return update(Key, { UpdateExpression: 'REMOVE duepk, duesk', ConditionExpression: 'attribute_exists(pk)' });
  const saved = Item.updatedAt ?? savedFirst(Key);
  const dueAt = Date.parse(saved) + inactivityTimeoutMs;
  if (dueAt <= now) return abandon(Key, saved, { inSilence: true });
  const environmentId = partsOf('response', 'gsi1pk', Item.gsi1pk)?.environmentId ?? '';
  const { duepk, duesk } = dueKeys(dueAt, environmentId);
  await update(Key, {
    UpdateExpression: 'SET duepk = :duepk, duesk = :duesk',
    ConditionExpression: '#status = :partial',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':duepk': duepk, ':duesk': duesk, ':partial': partial },
  });
}

const partial: ResponseStatus = 'partial';

/** A response that was never changed has no time of change. */
const savedFirst = ({ sk }: Key): string => new Date(timeOf(sk)).toISOString();

/** @param inSilence nobody has told of it: that this write does is marked, for whoever tells webhooks */
async function abandon(Key: Key, savedUntil: string, { inSilence = false } = {}): Promise<void> {
  if (savedFirst(Key) > savedUntil) return;
  const { form = '' } = partsOf('response', 'pk', Key.pk) ?? {};
  const stored = await getCachedForm(form);
  if (stored) await markStatus([form, stored.environmentId], Key.sk, 'abandoned');
  const silent = inSilence ? ', silentAt = :now' : '';
  await update(Key, {
    UpdateExpression: `SET #status = :abandoned, updatedAt = :now${silent}, revision = if_not_exists(revision, :one) + :one REMOVE duepk, duesk, #trace`,
    ConditionExpression: '#status = :partial AND (attribute_not_exists(updatedAt) OR updatedAt <= :until)',
    ExpressionAttributeNames: { '#status': 'status', '#trace': 'trace' },
    ExpressionAttributeValues: {
      ':abandoned': 'abandoned' satisfies ResponseStatus,
      ':partial': partial,
      ':until': savedUntil,
      ':now': new Date().toISOString(),
      ':one': 1,
    },
  });
}

type Update = Omit<ConstructorParameters<typeof UpdateCommand>[0], 'TableName' | 'Key'>;

/** A condition that does not hold says that there is nothing to do. Any other failure is for the caller to repeat. */
async function update(Key: Key, write: Update): Promise<void> {
  try {
    await dynamodb.send(new UpdateCommand({ TableName: tableName(), Key, ...write }));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

import { BatchGetCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { newId, timeKey } from '../../shared/ids.ts';
import { type CurrentKey, deleteApiKeyWrites, getApiKeyOf } from '../../shared/store/accounts/api-keys.ts';
import { keyOf, partitionOf } from '../../shared/store/keys.ts';
import { batchDelete, batchPut, dynamodb, type Item, writeIfUnchanged } from '../../shared/store/table.ts';

/** A change in the audit trail. */
export type AuditedChange = {
  org: string;
  action: string;
  subjectId: string;
  actorId: string;
  createdAt: string;
};

const prefix = newId('auditEvent').slice(0, -26);

/** Returns the changes since a time from the former table's audit trail of some organizations, in order. */
export async function changesSince(
  former: string,
  time: Date,
  organizations: readonly string[],
): Promise<AuditedChange[]> {
  const changes: AuditedChange[] = [];
  for (const org of organizations) {
    const query = {
      TableName: former,
      KeyConditionExpression: 'pk = :pk AND sk >= :since',
      ExpressionAttributeValues: {
        ':pk': partitionOf('auditEvent', 'pk', { org }),
        ':since': prefix + timeKey(time.getTime()),
      },
    };
    for await (const { Items = [] } of paginateQuery({ client: dynamodb }, query)) {
      changes.push(...Items.map(item => ({ ...(item as AuditedChange), org })));
    }
  }
  return changes.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

/**
 * Applies later key changes again: the secrets of a deleted key stop working, and a rotated key has the secrets of the
 * former table. Anyone who obtained an old secret still has it.
 *
 * @returns the number of keys
 */
export async function repeatChangesOfKeys(former: string, changes: readonly AuditedChange[]): Promise<number> {
  const ofKeys = changes.filter(({ action }) => action === 'api_key.deleted' || action === 'api_key.rotated');
  const organizations = new Map(ofKeys.map(({ subjectId, org }) => [subjectId, org]));
  let repeated = 0;
  for (const [id, organizationId] of organizations) {
    const current = await getApiKeyOf({ organizationId }, id);
    // A key that is missing here was created since.
    if (!current) continue;
    const isDeleted = ofKeys.some(({ subjectId, action }) => subjectId === id && action === 'api_key.deleted');
    if (isDeleted) await writeIfUnchanged(deleteApiKeyWrites(current));
    else await takeSecretsOver(former, current);
    repeated += 1;
  }
  return repeated;
}

async function takeSecretsOver(former: string, { record, sha256 }: CurrentKey): Promise<void> {
  const { Items = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: former,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk = :id',
      ExpressionAttributeValues: {
        ':pk': partitionOf('apiKey', 'gsi1pk', { environmentId: record.environmentId }),
        ':id': record.id,
      },
    }),
  );
  const secrets = [sha256, ...(record.earlier ?? []).map(each => each.sha256)];
  const names = new Set([
    ...Items.map(({ pk }) => String(pk)),
    ...secrets.map(each => keyOf('apiKey', { sha256: each }).pk),
  ]);
  const Keys = [...names].map(pk => ({ pk, sk: keyOf('apiKey', { sha256 }).sk }));
  const { Responses } = await dynamodb.send(
    new BatchGetCommand({ RequestItems: { [former]: { Keys, ConsistentRead: true } } }),
  );
  const items = (Responses?.[former] ?? []) as Item[];
  await batchPut(items);
  await batchDelete(Keys.filter(({ pk }) => !items.some(item => item.pk === pk)));
}

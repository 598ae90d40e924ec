import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Caller } from '../../domain/accounts/caller.ts';
import { auditWrite } from '../audit.ts';
import { newJobItem } from '../jobs.ts';
import { keyOf } from '../keys.ts';
import { tableName, writeIfUnchanged } from '../table.ts';
import type { StoredOrganization } from './organizations.ts';
import { organizationExists } from './owner-count.ts';

/** Stores a changed organization in place of the one that was read. False when somebody else changed it since. */
export function replaceOrganization(
  read: StoredOrganization,
  { name, slug, updatedAt }: StoredOrganization,
  caller: Caller,
  action: string,
): Promise<boolean> {
  const Update = {
    TableName: tableName(),
    Key: keyOf('organization', { org: read.id }),
    UpdateExpression: 'SET #name = :name, slug = :slug, updatedAt = :now ADD revision :one',
    ConditionExpression: `${organizationExists} AND ${unchanged(read)}`,
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':name': name, ':slug': slug, ':now': updatedAt, ':one': 1, ...readRevision(read) },
  };
  const audit = auditWrite({ ...caller, organizationId: read.id }, action, read.id);
  return writeIfUnchanged(new TransactWriteCommand({ TransactItems: [{ Update }, audit] }));
}

const unchanged = ({ revision }: StoredOrganization) =>
  revision === undefined ? 'attribute_not_exists(revision)' : 'revision = :read';

const readRevision = ({ revision }: StoredOrganization) => (revision === undefined ? {} : { ':read': revision });

/**
 * Marks an organization deleted, and in the same transaction stores the job that purges it.
 * False when it is gone already. The deletion is told in the trail of the organization that the caller acts in: its own
 * goes along.
 */
export function deleteOrganization(organizationId: string, caller: Caller, action: string): Promise<boolean> {
  return writeIfUnchanged(
    new TransactWriteCommand({
      TransactItems: [
        {
          Update: {
            TableName: tableName(),
            Key: keyOf('organization', { org: organizationId }),
            UpdateExpression: 'SET #status = :deleted, deletedAt = :now REMOVE #name, slug, gsi1pk, gsi1sk',
            ConditionExpression: organizationExists,
            ExpressionAttributeNames: { '#status': 'status', '#name': 'name' },
            ExpressionAttributeValues: { ':deleted': 'deleted', ':now': new Date().toISOString() },
          },
        },
        { Put: { TableName: tableName(), Item: newJobItem({ kind: 'purgeOrganization', organizationId }) } },
        auditWrite(caller, action, organizationId),
      ],
    }),
  );
}

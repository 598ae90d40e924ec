import { keyOf } from '../keys.ts';
import { type TransactItem, tableName } from '../table.ts';

/** Holds for an organization that is there and was not deleted. */
export const organizationExists = 'attribute_exists(pk) AND attribute_not_exists(deletedAt)';

/**
 * The part that an organization has in a change of its members: it is there, and has an owner afterwards. The owners are
 * counted on its item, so that two requests at once cannot each take away the last but one.
 *
 * @param owners how many more there are after the change
 */
export function ownerCountWrite(org: string, owners: -1 | 0 | 1): TransactItem {
  const item = { TableName: tableName(), Key: keyOf('organization', { org }) };
  if (owners === 0) return { ConditionCheck: { ...item, ConditionExpression: organizationExists } };
  return {
    Update: {
      ...item,
      UpdateExpression: `SET owners = if_not_exists(owners, :one) ${owners > 0 ? '+' : '-'} :one`,
      ConditionExpression: owners > 0 ? organizationExists : `${organizationExists} AND owners > :one`,
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
}

import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { indexes } from '../../shared/store/keys.ts';

/**
 * Returns the commands that create a table's missing indexes. A table from an older version has fewer than the service
 * reads. DynamoDB creates one at a time.
 */
function commandsForMissingIndexes({ TableName = '', GlobalSecondaryIndexes = [] }: TableDescription): string[] {
  const there = new Set(GlobalSecondaryIndexes.map(({ IndexName }) => IndexName));
  return Object.values(indexes)
    .filter(({ name }) => !there.has(name))
    .map(({ name, partition, sort, projected }) => {
      const Projection =
        projected.length > 0
          ? { ProjectionType: 'INCLUDE', NonKeyAttributes: projected }
          : { ProjectionType: 'KEYS_ONLY' };
      const KeySchema = [
        { AttributeName: partition, KeyType: 'HASH' },
        { AttributeName: sort, KeyType: 'RANGE' },
      ];
      const create = JSON.stringify([{ Create: { IndexName: name, KeySchema, Projection } }]);
      const attributes = [partition, sort].map(attribute => `AttributeName=${attribute},AttributeType=S`).join(' ');
      return `aws dynamodb update-table --table-name ${TableName} --attribute-definitions ${attributes} --global-secondary-index-updates '${create}'`;
    });
}

/** Returns a message for a table that lacks indexes, or undefined if it has all. */
export function missingIndexes(table: TableDescription): string | undefined {
  const commands = commandsForMissingIndexes(table);
  if (commands.length === 0) return undefined;
  return [
    `The table ${table.TableName} lacks indexes that this version reads. Create each, and wait until the table is ACTIVE before the next:`,
    ...commands,
  ].join('\n');
}

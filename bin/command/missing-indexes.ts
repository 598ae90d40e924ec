import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { indexes } from '../../shared/store/keys.ts';

/**
 * The commands that give a table the indexes that it lacks of those that the service reads: a table of an older version has
 * fewer. DynamoDB makes one at a time.
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

/** What to say of a table that lacks indexes; undefined where it has all. */
export function missingIndexes(table: TableDescription): string | undefined {
  const commands = commandsForMissingIndexes(table);
  if (commands.length === 0) return undefined;
  return [
    `The table ${table.TableName} lacks indexes that this version reads. Create each, and wait until the table is ACTIVE before the next:`,
    ...commands,
  ].join('\n');
}

/**
 * Moves a table to another account or region. docs/operating.md has the steps before and after.
 *
 *   npm run move -- export --table <name> --to <folder>
 *   npm run move -- import --from <folder> --table <name> --kms-key <ARN> --opened-by <profile of the former account>
 *
 * Nothing may write to the table meanwhile. Run an interrupted move again to continue it. An import creates a missing
 * table without a stream, so that nothing is counted or sent a second time.
 */
import { command } from './command/command.ts';
import { CommandError } from './command/command-error.ts';
import { missingIndexes } from './command/missing-indexes.ts';

const { values, positionals } = command({
  name: 'move',
  does: 'Takes a table to another account or region: docs/operating.md.',
  positionals: 'export | import',
  options: {
    table: { type: 'string', required: true, value: 'name', means: 'the table to export or to import into' },
    to: { type: 'string', value: 'folder', means: 'of an export' },
    from: { type: 'string', value: 'folder', means: 'of an import' },
    'kms-key': { type: 'string', value: 'ARN', means: 'import: the key that seals from now on' },
    'opened-by': { type: 'string', value: 'profile', means: 'import: the profile of the former account' },
  },
});
const { table, to, from, 'kms-key': key, 'opened-by': profile } = values;

const { DescribeTableCommand, DynamoDBClient } = await import('@aws-sdk/client-dynamodb');
if (positionals[0] === 'export' && to) {
  const { exportTable } = await import('./move/export-table.ts');
  const items = await exportTable(new DynamoDBClient({}), table, to);
  console.log(`${items} items are in ${to}. Secrets in them are sealed; answers may not be.`);
} else if (positionals[0] === 'import' && from && key && profile) {
  const { KMSClient } = await import('@aws-sdk/client-kms');
  const { importTable } = await import('./move/import-table.ts');
  const { resealing } = await import('./move/reseal.ts');
  const reseal = resealing(new KMSClient({ profile }), new KMSClient({}), key);
  const { items, secrets } = await importTable(new DynamoDBClient({}), from, table, reseal);
  console.log(`${items} items are in ${table}, ${secrets} secrets sealed with the new key.`);
  const { Table = {} } = await new DynamoDBClient({}).send(new DescribeTableCommand({ TableName: table }));
  const missing = missingIndexes(Table);
  if (missing) throw new CommandError(missing);
} else {
  throw new CommandError(
    'Usage: npm run move -- export --table <name> --to <folder>\n       npm run move -- import --table <name> --from <folder> --kms-key <ARN> --opened-by <profile>',
  );
}

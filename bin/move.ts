/**
 * Takes a table to another account or region: docs/operating.md tells what comes before and after.
 *
 *   npm run move -- export --table <name> --to <folder>
 *   npm run move -- import --from <folder> --table <name> --kms-key <ARN> --opened-by <profile of the former account>
 *
 * Nothing may write meanwhile. What was interrupted is run again, and goes on where it was. Of an import, the table is made where
 * there is none, without a stream: nothing is counted, and nobody told, a second time.
 */
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { exportTable } from './move/export-table.ts';
import { importTable } from './move/import-table.ts';
import { resealing } from './move/reseal.ts';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  options: { table: text, to: text, from: text, 'kms-key': text, 'opened-by': text },
  allowPositionals: true,
});
const { table, to, from, 'kms-key': key, 'opened-by': profile } = values;

try {
  if (positionals[0] === 'export' && table && to) {
    console.log(
      `${await exportTable(new DynamoDBClient({}), table, to)} items are in ${to}. Secrets in them are sealed; answers may not be.`,
    );
  } else if (positionals[0] === 'import' && table && from && key && profile) {
    const reseal = resealing(new KMSClient({ profile }), new KMSClient({}), key);
    const { items, secrets } = await importTable(new DynamoDBClient({}), from, table, reseal);
    console.log(`${items} items are in ${table}, ${secrets} secrets sealed anew.`);
  } else {
    throw new Error(
      'Usage: npm run move -- export --table <name> --to <folder>\n       npm run move -- import --from <folder> --table <name> --kms-key <ARN> --opened-by <profile>',
    );
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

/**
 * Deploys docs/owner-storage.template.json in another account of the local cloud, running or not: docs/owner-storage.md.
 *
 *   npm run local-customer -- --account <12 digits> --bucket <name> --role <formline-storage-…> --external-id <org_…>
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { deployCustomer } from '../local/iam/customers.ts';

const text = { type: 'string' } as const;
const {
  account,
  bucket,
  role,
  'external-id': externalId,
} = parseArgs({
  options: { account: text, bucket: text, role: text, 'external-id': text },
}).values;
if (!account || !bucket || !role || !externalId) {
  console.error(
    'Usage: npm run local-customer -- --account <12 digits> --bucket <name> --role <formline-storage-…> --external-id <org_…>',
  );
  process.exit(1);
}

deployCustomer(resolve(process.env.LOCAL_DATA || '.local'), {
  account,
  BucketName: bucket,
  RoleName: role,
  ExternalId: externalId,
});
console.log(`"storage": {"mode": "owner", "bucket": "${bucket}", "roleArn": "arn:aws:iam::${account}:role/${role}"}`);

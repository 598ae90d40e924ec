/**
 * Deploys docs/owner-storage.template.json to another account of the local cloud, whether it runs or not:
 * docs/owner-storage.md.
 *
 *   npm run local-customer -- --account <12 digits> --bucket <name> --role <formline-storage-…> --external-id <org_…>
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { deployCustomer } from '../local/iam/customers.ts';
import { command } from './command/command.ts';

const {
  account,
  bucket,
  role,
  'external-id': externalId,
  'bucket-policy': bucketPolicy,
} = command({
  name: 'local-customer',
  does: 'Deploys docs/owner-storage.template.json in another account of the local cloud: docs/owner-storage.md.',
  options: {
    account: { type: 'string', required: true, value: '12 digits', means: 'the account of the customer' },
    bucket: { type: 'string', required: true, value: 'name', means: 'the bucket' },
    role: { type: 'string', required: true, value: 'formline-storage-…', means: 'the role that opens it' },
    'external-id': { type: 'string', required: true, value: 'org_…', means: 'the organization' },
    'bucket-policy': { type: 'string', value: 'file', means: 'the policy of the bucket, as JSON' },
  },
}).values;

deployCustomer(resolve(process.env.LOCAL_DATA || '.local'), {
  account,
  BucketName: bucket,
  RoleName: role,
  ExternalId: externalId,
  ...(bucketPolicy && { bucketPolicy: JSON.parse(readFileSync(bucketPolicy, 'utf8')) }),
});
console.log(`"storage": {"mode": "owner", "bucket": "${bucket}", "roleArn": "arn:aws:iam::${account}:role/${role}"}`);

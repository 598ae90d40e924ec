/**
 * Creates the first organization of a deployment with its owner and keys, and prints their secrets, this once.
 *
 *   STAGE=dev npm run bootstrap -- --email owner@example.com [--organization Example] [--json]
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    email: { type: 'string', default: 'owner@example.com' },
    organization: { type: 'string', default: 'My organization' },
    json: { type: 'boolean', default: false },
  },
});

process.env.TABLE_NAME ??= `formline-${process.env.STAGE ?? 'dev'}`;
const { createOrganization } = await import('../shared/store/organizations.ts');

const owner = { email: values.email, password: randomBytes(18).toString('base64url') };
const created = await createOrganization(values.organization, owner).catch((error: Error) => {
  console.error(`The table ${process.env.TABLE_NAME} cannot be written: ${error.message}`);
  console.error('Deploy the stage first (npm run deploy), and run this with credentials of its account and region.');
  process.exit(1);
});
if (!created) {
  console.error(`There is a user with the address ${owner.email} already; name another with --email.`);
  process.exit(1);
}

if (values.json) {
  console.log(JSON.stringify({ ...created, owner }));
} else {
  console.log(`Organization ${created.organization.id}, owner ${owner.email}, password ${owner.password}`);
  for (const [name, { publishableKey, secretKey }] of Object.entries(created.environments)) {
    console.log(`\n${name}\n  publishable key  ${publishableKey}\n  secret key       ${secretKey}`);
  }
  console.log('\nKeep these secrets now: nobody can read them again.');
}

/**
 * Creates the first organization of a deployment with its owner and keys, and prints their secrets, this once.
 *
 *   npm run bootstrap -- -c stage=dev --email owner@example.com [--organization Example] [--json]
 *
 * The stage may be in STAGE as well. The table is the one that the stage's data stack names, or TABLE_NAME.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { contextOption, takeContext } from './context.ts';
import { fail, howToDeploy, stackOutput } from './stack-output.ts';

const { values } = parseArgs({
  options: {
    ...contextOption,
    email: { type: 'string', default: 'owner@example.com' },
    organization: { type: 'string', default: 'My organization' },
    json: { type: 'boolean', default: false },
  },
});

takeContext(values.context, ['STAGE', 'TABLE_NAME']);
process.env.TABLE_NAME ||= await stackOutput('Data', 'TableName');
const { bootstrapOrganization } = await import('../shared/store/accounts/organizations.ts');
const { hashPassword } = await import('../shared/auth/password.ts');

const owner = { email: values.email, password: randomBytes(18).toString('base64url') };
const account = { email: owner.email, passwordHash: await hashPassword(owner.password) };
const created = await bootstrapOrganization(values.organization, account).catch((error: Error) => {
  return fail(`The table ${process.env.TABLE_NAME} cannot be written: ${error.message}`, howToDeploy);
});
if (!created) fail(`There is a user with the address ${owner.email} already; name another with --email.`);

if (values.json) {
  console.log(JSON.stringify({ ...created, owner }));
} else {
  console.log(`Organization ${created.organization.id}, owner ${owner.email}, password ${owner.password}`);
  for (const [name, { publishableKey, secretKey }] of Object.entries(created.environments)) {
    console.log(`\n${name}\n  publishable key  ${publishableKey}\n  secret key       ${secretKey}`);
  }
  console.log('\nKeep these secrets now: nobody can read them again.');
}

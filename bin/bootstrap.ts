/**
 * Creates a deployment's first organization with its owner and keys, and prints their secrets once.
 *
 *   npm run bootstrap -- --stage dev --email owner@example.com [--organization Example] [--json]
 *
 * Uses the table of the stage's data stack, or TABLE_NAME.
 */
import { randomBytes } from 'node:crypto';
import { command } from './command/command.ts';
import { fail, howToDeploy, stackOutput } from './command/stack-output.ts';
import { stageOptions, useStage } from './command/stage.ts';

const { values } = command({
  name: 'bootstrap',
  does: 'Creates the first organization of a stage, its owner and its keys, and prints their secrets, this once.',
  options: {
    ...stageOptions,
    email: { type: 'string', value: 'address', means: 'of the owner; owner@example.com without it' },
    organization: { type: 'string', value: 'name', means: 'of the organization; "My organization" without it' },
    json: { type: 'boolean', means: 'print JSON' },
  },
});

useStage(values);
const { email = 'owner@example.com', organization = 'My organization' } = values;
process.env.TABLE_NAME ||= await stackOutput('Data', 'TableName');
const { bootstrapOrganization } = await import('../shared/store/accounts/organizations.ts');
const { hashPassword } = await import('../shared/sign-in/password.ts');

const owner = { email, password: randomBytes(18).toString('base64url') };
const account = { email: owner.email, passwordHash: await hashPassword(owner.password) };
const created = await bootstrapOrganization(organization, account).catch((error: Error) => {
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

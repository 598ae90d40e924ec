/**
 * Creates the first organization of a deployment with its owner and keys, and prints their secrets, this once.
 *
 *   STAGE=dev npm run bootstrap -- --email owner@example.com [--organization Example] [--json]
 *
 * The table is the one that the stage's data stack names, or TABLE_NAME.
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

const howToDeploy = 'Deploy the stage first (npm run deploy), and run this with credentials of its account and region.';

process.env.TABLE_NAME ||= await tableOf(`Formline-${process.env.STAGE || 'dev'}-Data`);
const { bootstrapOrganization } = await import('../shared/store/accounts/organizations.ts');

const owner = { email: values.email, password: randomBytes(18).toString('base64url') };
const created = await bootstrapOrganization(values.organization, owner).catch((error: Error) => {
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

/** CloudFormation has named the table; the stack tells how. */
async function tableOf(StackName: string): Promise<string> {
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const { Stacks = [] } = await new CloudFormationClient({})
    .send(new DescribeStacksCommand({ StackName }))
    .catch((error: Error) => fail(`The stack ${StackName} cannot be read: ${error.message}`, howToDeploy));
  const output = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'TableName');
  return output?.OutputValue ?? fail(`The stack ${StackName} has no output TableName.`, howToDeploy);
}

function fail(...lines: readonly string[]): never {
  console.error(lines.join('\n'));
  process.exit(1);
}

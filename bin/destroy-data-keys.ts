/**
 * Destroys the earlier data keys of an organization, so that backups no longer have readable sealed answers of erased
 * people. It rotates the key, has everything encrypted again, reads everything twice, backs up the table, and asks
 * before it destroys. Run an interrupted one again to continue it: docs/runbook.md.
 *
 *   npm run destroy-data-keys -- --table <name> --data-keys <name> --bucket <uploads> --kms-key <ARN>
 *     --organization <org_…> [--environment production] [--rotate] [--survey]
 */
import { createInterface } from 'node:readline/promises';
import { command } from './command/command.ts';
import { CommandError } from './command/command-error.ts';

const { values } = command({
  name: 'destroy-data-keys',
  does: 'Makes sealed answers of erased people unreadable in backups, by destroying earlier data keys: docs/runbook.md.',
  options: {
    table: { type: 'string', required: true, value: 'name', means: 'the output TableName of the data stack' },
    'data-keys': { type: 'string', required: true, value: 'name', means: 'the table of data keys' },
    bucket: { type: 'string', required: true, value: 'name', means: 'the output UploadsBucket of the data stack' },
    'kms-key': { type: 'string', required: true, value: 'ARN', means: 'the output SecretsKeyArn of the data stack' },
    organization: { type: 'string', value: 'org_…', means: 'the organization' },
    all: { type: 'boolean', means: 'all organizations, instead of one' },
    environment: { type: 'string', value: 'name', means: 'production, staging or development; all without it' },
    rotate: { type: 'boolean', means: 'rotate the key again, although it was rotated within the last day' },
    survey: { type: 'boolean', means: 'only read everything, and say what there is' },
  },
});
const { table, bucket, organization, environment, all, rotate = false } = values;
if ((organization === undefined) === !all)
  throw new CommandError('Name an organization (--organization), or say --all.');

const names = { TABLE_NAME: table, UPLOADS_BUCKET: bucket, DATA_KEYS_TABLE: values['data-keys'] };
Object.assign(process.env, { ...names, KMS_KEY_ID: values['kms-key'] });
const { environmentsWithKeys } = await import('./destroy-data-keys/keys.ts');
const { checkBuckets, destroyEarlierKeys } = await import('./destroy-data-keys/steps.ts');
const { backUp } = await import('./destroy-data-keys/back-up.ts');

const environments = await environmentsWithKeys({ organization, environment });
if (environments.length === 0) throw new CommandError('No such environment has data keys: nothing is sealed there.');

if (values.survey) {
  await checkBuckets(environments, console.log);
} else {
  const outside = { say: console.log, wait, confirm, backUp: () => backUp(table) };
  const list = environments.map(({ organizationId, name }) => `  ${organizationId} ${name}`).join('\n');
  const isWanted = await confirm(
    `Earlier data keys of these environments are to be destroyed, within the hour:\n${list}`,
  );
  if (!isWanted) throw new CommandError('Nothing was changed.');
  await destroyEarlierKeys(environments, outside, { rotate });
}

function wait(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

/** Asks for the word "destroy". Anything else is a no. */
async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question(`${question}\nType "destroy" to continue: `);
  lines.close();
  return answer.trim() === 'destroy';
}

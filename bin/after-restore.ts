/**
 * Prepares a restored table to replace the one that it was restored from. Run it before you enable the stream;
 * repeating it is safe. docs/runbook.md has the steps before and after.
 *
 *   npm run after-restore -- --table <restored> [--from <the other table, if it is still there>] [--restored-to <time>]
 *     [--data-keys <the stage's table of data keys>]
 *
 * `--restored-to` is an ISO 8601 time. You can leave it out if DynamoDB restored the table itself.
 */
import { DescribeTableCommand, type TableDescription } from '@aws-sdk/client-dynamodb';
import { command } from './command/command.ts';
import { explanationOf } from './command/explanation.ts';
import { missingIndexes } from './command/missing-indexes.ts';

const { values } = command({
  name: 'after-restore',
  does: 'Makes a restored table fit to replace the one that it was restored from: docs/runbook.md.',
  options: {
    table: { type: 'string', required: true, value: 'name', means: 'the restored table' },
    from: { type: 'string', value: 'name', means: 'the table that it was restored from, if it is still there' },
    'data-keys': { type: 'string', value: 'name', means: 'the table of data keys, which knows what was deleted since' },
    'restored-to': { type: 'string', value: 'time', means: 'the time that it was restored to, in ISO 8601' },
  },
});

process.env.TABLE_NAME = values.table;
if (values['data-keys']) process.env.DATA_KEYS_TABLE = values['data-keys'];
const { dynamodb } = await import('../shared/store/table.ts');
const { repair } = await import('./after-restore/repair.ts');
const { changesSince, repeatChangesOfKeys } = await import('./after-restore/since.ts');

const description = await describe(values.table);
const missing = missingIndexes(description);
if (missing) fail(`${missing}\nThen run this command again.`);

if (values['data-keys']) {
  const { repeatDeletions } = await import('./after-restore/deletions.ts');
  console.log(`Deleted again, as they were since: ${await repeatDeletions()} responses, forms and organizations.`);
} else {
  console.log('What was deleted since is back: the table of data keys was not named (--data-keys).');
}
const { organizations, sessions, counters, days } = await repair(Date.now());
console.log(`Sessions ended: ${sessions}. Everybody logs in again.`);
console.log(`Recounts: ${days} days of forms, due from now on, twenty a second.`);
if (counters > 0) console.log(`Counters of a version before 0.2.0: ${counters} items converted.`);
if (values.from) await tellOf(values.from, timeOf(values['restored-to'], description));
else console.log('Nobody can tell what was revoked or deleted since: the other table was not named (--from).');

async function tellOf(former: string, restoredTo: Date): Promise<void> {
  const changes = await changesSince(former, restoredTo, organizations);
  const keys = await repeatChangesOfKeys(former, changes);
  console.log(`API keys deleted or rotated again, as they were since: ${keys}`);
  console.log(`${changes.length} changes since ${restoredTo.toISOString()}, undone by the restore:`);
  for (const { createdAt, org, action, subjectId, actorId } of changes) {
    console.log(`  ${createdAt}  ${org}  ${action}  ${subjectId}  by ${actorId}`);
  }
}

async function describe(TableName: string): Promise<TableDescription> {
  const { Table = {} } = await dynamodb
    .send(new DescribeTableCommand({ TableName }))
    .catch((error: Error) => fail(explanationOf(error) ?? `The table ${TableName} cannot be read: ${error.message}`));
  if (Table.TableStatus !== 'ACTIVE') fail(`The table ${TableName} is ${Table.TableStatus}: wait until it is ACTIVE.`);
  // A table in use has a stream, which would count these changes, and its sessions are in use.
  if (Table.StreamSpecification?.StreamEnabled) fail(`The table ${TableName} has a stream: it is in use already.`);
  return Table;
}

function timeOf(given: string | undefined, { RestoreSummary }: TableDescription): Date {
  const time = given === undefined ? RestoreSummary?.RestoreDateTime : new Date(given);
  if (time === undefined) fail('Say which time the table was restored to: --restored-to 2026-03-01T12:00:00Z');
  if (Number.isNaN(time.getTime())) fail(`--restored-to is "${given}"; it must be a time in ISO 8601.`);
  return time;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

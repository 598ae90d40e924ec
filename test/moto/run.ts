import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { resourcesOf, type StackName, synthesize } from '../support/cdk/synthesized-app.ts';
import { startMoto } from './server.ts';
import { bootstrapAccount, createStack, importDefinition, outputsOf } from './stacks.ts';

/**
 * `npm run test:moto`: the templates of all stacks are created on moto, and the first organization in their table. A second
 * opinion: where moto lacks something, what was replaced or passed over is said.
 */
const stage = 'moto';
const project = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'moto-'));
const moto = await startMoto();
Object.assign(process.env, moto.environment);
try {
  const templates = synthesize({ STAGE: stage });
  await bootstrapAccount(folder, Object.values(templates));
  const outputs = new Map<string, ReadonlyMap<string, string>>();
  for (const part of ['Data', 'Api', 'Delivery', 'Monitoring'] satisfies StackName[]) {
    const name = `Formline-${stage}-${part}`;
    const notes = await createStack(name, templates[part], outputs);
    outputs.set(name, await outputsOf(name));
    console.log(`${name}: created, ${Object.keys(templates[part].Resources).length} resources`);
    for (const note of notes) console.log(`  without ${note}`);
  }
  const [api] = Object.values(resourcesOf(templates.Api, 'AWS::ApiGateway::RestApi'));
  const defined = Object.keys(api?.Properties.Body.paths);
  const paths = await importDefinition(templates.Api);
  const missing = defined.filter(path => !paths.includes(path.replace('+}', '}')));
  if (missing.length > 0) throw new Error(`moto has no resource for ${missing.join(', ')}`);
  console.log(
    `The API's definition: ${defined.length} paths imported and deployed, by calls of their own: moto's CloudFormation passes it over`,
  );
  await bootstrap();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await moto.close();
  rmSync(folder, { recursive: true, force: true });
}

/** As after a first deployment; a second time it is refused. */
async function bootstrap(): Promise<void> {
  const args = ['--silent', 'run', 'bootstrap', '--', '-c', `stage=${stage}`, '--email', 'owner@example.com'];
  const run = () => promisify(execFile)('npm', args, { cwd: project });
  const { stdout } = await run();
  if ((stdout.match(/sk_\w+/g) ?? []).length !== 3) throw new Error(`bootstrap has not printed three keys: ${stdout}`);
  const again = await run().then(
    () => 'accepted',
    ({ stderr }) => stderr as string,
  );
  if (!again.includes('There is a user with the address')) throw new Error(`A second bootstrap was ${again}`);
  console.log('npm run bootstrap: an organization, its owner and keys; a second time it is refused');
}

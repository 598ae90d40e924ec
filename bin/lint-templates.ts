/**
 * Runs cfn-lint on the templates that `npm run synth` wrote, as a second opinion on what CloudFormation accepts.
 *
 *   npm run lint:templates -- --stage dev
 *
 * It exits with 2 if cfn-lint isn't installed: pip install cfn-lint==1.51.0
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command/command.ts';
import { stageOptions, useStage } from './command/stage.ts';

const { values } = command({
  name: 'lint:templates',
  does: 'Has cfn-lint look at the templates of a stage that npm run synth has written.',
  options: stageOptions,
});
const stage = useStage(values);
const directory = process.env.CDK_OUTDIR ?? join(import.meta.dirname, '../cdk.out');
const templates = globSync(
  [`Formline-${stage}-*.template.json`, `Formline${stage.replaceAll('-', '')}Api*.template.json`],
  { cwd: directory },
).map(file => join(directory, file));

/** W3005: CDK adds a dependency on a role that it also refers to. */
const ignored = ['W3005'];

if (templates.length === 0) end(2, `There are no templates of the stage in ${directory}: npm run synth.`);
const args = ['--regions', 'us-east-1', 'eu-central-1', '--ignore-checks', ...ignored, '--template', ...templates];
const { error, status } = spawnSync('cfn-lint', args, { stdio: 'inherit' });
if (error) end(2, `cfn-lint cannot be run (${error.message}): pip install cfn-lint==1.51.0`);
if (status !== 0) process.exit(status);
console.log(`cfn-lint has nothing to say of ${templates.length} templates.`);

function end(code: number, message: string): never {
  console.error(message);
  process.exit(code);
}

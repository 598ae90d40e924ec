/**
 * Deploys a stage with the settings of `stages/<stage>.json`. Refuses to remove a setting that the stage was deployed
 * with, unless you name it.
 *
 *   npm run deploy -- --stage production
 *   npm run deploy -- --stage production --remove ALARM_EMAIL
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { command } from './command/command.ts';
import { fail } from './command/stack-output.ts';
import { stageOptions, useStage } from './command/stage.ts';

/** The options passed to `cdk deploy`. */
const cdkOptions = {
  'require-approval': { type: 'string', value: 'never | broadening', means: 'when CDK asks before it deploys' },
  exclusively: { type: 'boolean', short: 'e', means: 'only the stacks that are named, without those they need' },
  force: { type: 'boolean', short: 'f', means: 'deploy stacks that have not changed, too' },
  'no-rollback': { type: 'boolean', means: 'leave a failed deployment as it is' },
  concurrency: { type: 'string', value: 'number', means: 'stacks at a time' },
  'outputs-file': { type: 'string', short: 'O', value: 'file', means: 'where to write the outputs, as JSON' },
  'role-arn': { type: 'string', short: 'r', value: 'ARN', means: 'the role that CloudFormation works in' },
  profile: { type: 'string', value: 'name', means: 'the profile with the credentials' },
  verbose: { type: 'boolean', short: 'v', means: 'print more' },
} as const;

const { values, positionals } = command({
  name: 'deploy',
  does: 'Deploys a stage with the settings of stages/<stage>.json. Other options of cdk deploy follow behind a second --.',
  options: {
    ...stageOptions,
    remove: {
      type: 'string',
      multiple: true,
      value: 'SETTING',
      means: 'take away this setting, which the stage was deployed with',
    },
    ...cdkOptions,
  },
  positionals: 'names of stacks',
  positionalsMax: 100,
});

if (values.profile) process.env.AWS_PROFILE = values.profile;
const stage = useStage(values);
const { pausedSetting, readConfig, SettingsError } = await import('../lib/config.ts');
const { changesOf, removalFaults } = await import('./deploy/setting-changes.ts');
const { readPause } = await import('./deploy/pause.ts');
const { rememberedSettings } = await import('./deploy/remembered-settings.ts');

if (stage === 'local') throw new SettingsError('Stage local is that of npm start; deploy another one (--stage dev).');
const { given } = readConfig(process.env);
const remembered = await rememberedSettings(stage);
const faults = removalFaults(stage, remembered, given, values.remove ?? []);
if (faults.length > 0) fail(...faults);
for (const line of changesOf(remembered, given)) console.log(line);
const pausedSince = await readPause(stage).catch((error: Error) => {
  console.log(
    `Whether stage ${stage} is paused could not be read (${error.message}). If it is, pause it again afterwards.`,
  );
  return undefined;
});
if (pausedSince) console.log(`Stage ${stage} is paused since ${pausedSince}, and stays paused.`);

const handedOn = Object.keys(cdkOptions).flatMap(name => {
  const value = values[name as keyof typeof cdkOptions];
  if (value === undefined) return [];
  return value === true ? [`--${name}`] : [`--${name}`, String(value)];
});
const stacks = positionals.some(each => !each.startsWith('-')) ? positionals : ['--all', ...positionals];
const cdk = join(import.meta.dirname, '../node_modules/aws-cdk/bin/cdk');
const { status } = spawnSync(process.execPath, [cdk, 'deploy', ...stacks, ...handedOn], {
  stdio: 'inherit',
  env: { ...process.env, [pausedSetting]: pausedSince },
});
process.exitCode = status ?? 1;

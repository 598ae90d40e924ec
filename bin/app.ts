/** Synthesizes the templates of a stage. CDK's commands run it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command/command.ts';

const { values } = command({
  name: 'app',
  does: 'Makes the templates of a stage. CDK runs it: npx cdk synth, diff and deploy.',
  options: { bundle: { type: 'boolean', means: 'bundle the functions first, once the settings are good' } },
});

const { App } = await import('aws-cdk-lib');
const { readConfig, SettingsError } = await import('../lib/config.ts');
const { readStageFile } = await import('../lib/stage-file.ts');

const project = join(import.meta.dirname, '..');
const { env: environment } = process;

// The CDK command line passes the feature flags of cdk.json. Other callers need them read here.
const { context } = JSON.parse(readFileSync(join(project, 'cdk.json'), 'utf8'));
const { stage } = readConfig(environment, new App({ context, autoSynth: false }).node.getAllContext(), {
  fileOf: readStageFile,
});
if (stage === 'local' && environment.CDK_CLI_VERSION) {
  throw new SettingsError(
    'Stage local is that of npm start, and lets webhooks reach this machine; deploy another (STAGE=dev).',
  );
}
if (values.bundle) {
  const { bundle } = await import('./build/bundle.ts');
  await bundle();
}

const { FormlineApp, onlyTemplates } = await import('../lib/formline-app.ts');
const { api } = await import('../shared/contracts/index.ts');
const continuousIntegration = Boolean(environment.CI);
const local = environment.STAGE === 'local';
new FormlineApp({
  contracts: api,
  bundlesDirectory: environment.BUNDLES_DIRECTORY ?? join(project, 'dist/functions'),
  environment,
  fileOf: readStageFile,
  // The local cloud starts from a template that was already checked.
  checked: !local || continuousIntegration,
  // This takes as long as everything else together. It also rejects ARNs of the local engine, which name no AWS region.
  builtinCloudFormationValidation: continuousIntegration && !local,
  // The local cloud reads the code where it is, and nobody reads the tree of constructs.
  ...(local && onlyTemplates),
  context: { ...context, ...(local && onlyTemplates.context) },
  outdir: environment.CDK_OUTDIR ?? join(project, 'cdk.out'),
}).synth();

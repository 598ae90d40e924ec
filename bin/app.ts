import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '../lib/config.ts';
import { FormlineApp } from '../lib/formline-app.ts';
import { api } from '../shared/contracts/index.ts';

const project = join(import.meta.dirname, '..');

// The CDK command line passes the feature flags of cdk.json along; without it they are read here.
const { context } = JSON.parse(readFileSync(join(project, 'cdk.json'), 'utf8'));

const continuousIntegration = Boolean(process.env.CI);
const local = process.env.STAGE === 'local';

try {
  const app = new FormlineApp({
    contracts: api,
    bundlesDirectory: join(project, 'dist/functions'),
    environment: process.env,
    // The local cloud starts from a template that was checked before.
    checked: !local || continuousIntegration,
    // Takes as long as everything else together, and refuses ARNs of the local engine, which name no region of AWS.
    builtinCloudFormationValidation: continuousIntegration && !local,
    context,
    outdir: process.env.CDK_OUTDIR ?? join(project, 'cdk.out'),
  });
  if (app.config.stage === 'local' && process.env.CDK_CLI_VERSION) {
    throw new SettingsError(
      'Stage local is that of npm start, and lets webhooks reach this machine; deploy another (STAGE=dev).',
    );
  }
  app.synth();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

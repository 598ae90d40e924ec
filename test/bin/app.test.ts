import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { prepareAssembly } from '../../local/prepare.ts';
import { itInAll } from '../support/in-all.ts';

const project = join(import.meta.dirname, '../..');

/** A command of CDK's, on the synthesis of bundles that are there. */
const cdk = (args: readonly string[], STAGE?: string) =>
  spawnSync(
    process.execPath,
    ['node_modules/aws-cdk/bin/cdk', ...args, '--app', 'node bin/app.ts', '--build', 'true'],
    // Without the settings of the deployments under test, which are those of stage `local` alone.
    { cwd: project, env: { PATH: process.env.PATH, HOME: process.env.HOME, STAGE }, encoding: 'utf8' },
  );

itInAll(
  'prints on the standard output of a command of CDK nothing of its own, and takes the stage from its context',
  async () => {
    await prepareAssembly();
    const output = mkdtempSync(join(tmpdir(), 'formline-cdk-'));
    const { stdout } = cdk(['synth', 'Formline-blue-Data', '--json', '--context', 'stage=blue', '--output', output]);
    const stacks = globSync('Formline-*.template.json', { cwd: output }).sort();
    rmSync(output, { recursive: true });
    expect(JSON.parse(stdout)).toMatchObject({ Description: expect.stringContaining('blue') });
    expect(stacks).toEqual(
      ['Api', 'Data', 'Delivery', 'Monitoring'].map(part => `Formline-blue-${part}.template.json`),
    );
  },
);

it('refuses stage local to the command line of CDK', () => {
  const env = { PATH: process.env.PATH, CDK_CLI_VERSION: '2', STAGE: 'local' };
  const { status, stderr } = spawnSync(process.execPath, ['bin/app.ts'], { cwd: project, env, encoding: 'utf8' });
  expect(stderr).toContain('Stage local is that of npm start');
  expect(status).toBe(1);
});

itInAll('refuses stage local to the command line of CDK, from the environment and from the context', () => {
  for (const { status, stderr } of [
    // Not `deploy`, which synthesizes first: nothing is deployed by a test, whatever it finds.
    cdk(['synth', '--quiet'], 'local'),
    cdk(['synth', '--quiet', '--context', 'stage=local']),
  ]) {
    expect(stderr).toContain('Stage local is that of npm start');
    expect(status).toBe(1);
  }
});

it('refuses settings before it bundles, and prints no sizes', () => {
  const { app } = JSON.parse(readFileSync(join(project, 'cdk.json'), 'utf8'));
  expect(app).toBe('npm run --silent app -- --bundle');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/app.ts', '--bundle'], {
    cwd: project,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, STAGE: 'blue', LOG_LEVEL: 'LOUD' },
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^LOG_LEVEL is "LOUD"/);
});

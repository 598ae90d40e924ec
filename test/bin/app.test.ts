import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const project = join(import.meta.dirname, '../..');

it('refuses stage local to the command line of CDK, from the environment and from the context', () => {
  // Not `deploy`, which synthesizes first: nothing is deployed by a test, whatever it finds.
  const cdk = (args: readonly string[], STAGE?: string) =>
    spawnSync(
      process.execPath,
      ['node_modules/aws-cdk/bin/cdk', 'synth', '--quiet', '--app', 'node bin/app.ts', '--build', 'true', ...args],
      { cwd: project, env: { ...process.env, STAGE }, encoding: 'utf8' },
    );
  for (const { status, stderr } of [cdk([], 'local'), cdk(['--context', 'stage=local'])]) {
    expect(stderr).toContain('Stage local is that of npm start');
    expect(status).toBe(1);
  }
});

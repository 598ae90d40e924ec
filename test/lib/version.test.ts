import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { deployedVersion, revisionOf, version } from '../../lib/version.ts';
import { resourcesOf, synthesize } from '../support/cdk/synthesized-app.ts';
import { itInAll } from '../support/in-all.ts';

let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'formline-checkout-'));
});
afterAll(() => rmSync(checkout, { recursive: true }));

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: checkout,
    encoding: 'utf8',
  }).trim();

it('names the commit of a checkout, and whether files differ from it', () => {
  expect(revisionOf(checkout)).toBe('');
  git('init', '--quiet');
  writeFileSync(join(checkout, 'file'), 'one');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  const commit = git('rev-parse', '--short=12', 'HEAD');
  expect(revisionOf(checkout)).toBe(commit);
  writeFileSync(join(checkout, 'file'), 'two');
  expect(revisionOf(checkout)).toBe(`${commit}.dirty`);
});

itInAll('is what the stacks say of themselves, and what their functions tell', () => {
  const { Api, Delivery } = synthesize({ STAGE: 'blue' });
  const deployed = deployedVersion('blue');
  expect(deployed).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')}(\\+[0-9a-f]{12}(\\.dirty)?)?$`));
  expect(Api.Outputs?.Version?.Value).toBe(deployed);
  const told = [Api, Delivery].flatMap(stack =>
    Object.values(resourcesOf(stack, 'AWS::Lambda::Function')).flatMap(
      ({ Properties }) => Properties.Environment?.Variables?.SERVICE_VERSION ?? [],
    ),
  );
  expect(new Set(told)).toEqual(new Set([deployed]));
});

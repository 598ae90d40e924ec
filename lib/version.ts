import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '..');

/** The release: the version of the package. */
export const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string };

let revision: string | undefined;

/**
 * Returns the release and commit that a stage is deployed from, as a semantic version: `0.2.0+1a2b3c4d5e6f`, with
 * `.dirty` when files differ from the commit. Leaves the commit out without git, and for `npm start`, whose templates
 * outlive commits.
 */
export function deployedVersion(stage: string): string {
  if (stage === 'local') return version;
  revision ??= revisionOf(project);
  return revision ? `${version}+${revision}` : version;
}

/** Returns the commit of a checkout, or an empty string if git has none. */
export function revisionOf(directory: string): string {
  const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: directory, encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', '--short=12', 'HEAD');
  if (status !== 0) return '';
  const isClean = git('diff-index', '--quiet', 'HEAD', '--').status === 0;
  return `${stdout.trim()}${isClean ? '' : '.dirty'}`;
}

/**
 * Installs the packages of folders with their own package.json, if they are missing or older than the lock file. The
 * project's `npm ci` leaves out what `npm start` and `npm test` don't need.
 *
 *   node bin/with-packages.ts bench test/browser
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command/command.ts';

const { positionals } = command({
  name: 'with-packages',
  does: 'Installs the packages of folders that have their own package.json.',
  positionals: 'folders',
  positionalsMax: 10,
});

const project = join(import.meta.dirname, '..');
for (const folder of positionals) {
  const directory = join(project, folder);
  const lock = readFileSync(join(directory, 'package-lock.json'), 'utf8');
  const installed = join(directory, 'node_modules/.installed-lock.json');
  if (readIfThere(installed) === lock) continue;
  console.log(`Installing the packages of ${folder}`);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory, stdio: 'inherit' });
  writeFileSync(installed, lock);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Turns the section *Unreleased* of the changelog into the release that package.json names, and sets the
 * packages' version. `npm version` runs it. CONTRIBUTING.md describes how to release.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../lib/version.ts';
import { releaseChangelog } from './command/changelog.ts';
import { command } from './command/command.ts';

command({
  name: 'version',
  does: 'Makes the section Unreleased of the changelog the release that package.json names. npm version runs it.',
});

const project = join(import.meta.dirname, '..');
const rewrite = (file: string, change: (text: string) => string): void =>
  writeFileSync(join(project, file), change(readFileSync(join(project, file), 'utf8')));

rewrite('CHANGELOG.md', text => releaseChangelog(text, version, new Date()));
for (const file of ['client/package.json', 'react/package.json', 'n8n/package.json']) {
  rewrite(file, text => text.replace(/"version": "[^"]*"/, `"version": "${version}"`));
}
console.log(`The changelog and the packages are at ${version}.`);

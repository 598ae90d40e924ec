/**
 * Builds the npm packages in client/, react/ and n8n/: the compiled sources and the licence, in the package's own folder, or in
 * a folder of its name within --to.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command/command.ts';

const { values, positionals } = command({
  name: 'build:packages',
  does: 'Builds the npm packages in client/, react/ and n8n/.',
  positionals: 'client | react | n8n',
  positionalsMax: 3,
  options: {
    to: { type: 'string', value: 'folder', means: 'builds them there; leaves the folders of the sources as they are' },
  },
});

const project = join(import.meta.dirname, '..');
for (const name of positionals.length > 0 ? positionals : ['client', 'react']) {
  const source = join(project, name);
  const target = values.to === undefined ? source : join(values.to, name);
  if (name !== 'client') {
    execFileSync(process.execPath, [join(project, 'bin/with-packages.ts'), name], { stdio: 'inherit' });
  }
  rmSync(join(target, 'dist'), { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const compiler = join(project, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', source, '--outDir', join(target, 'dist')], { stdio: 'inherit' });
  copyFileSync(join(project, 'LICENSE'), join(target, 'LICENSE'));
  if (name === 'n8n') copyFileSync(join(source, 'nodes/formline.svg'), join(target, 'dist/nodes/formline.svg'));
  if (target === source) continue;
  for (const file of ['package.json', 'README.md']) copyFileSync(join(source, file), join(target, file));
}

import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Formline } from '../../client/src/index.ts';
import { run } from '../clients/tools.ts';

const project = join(import.meta.dirname, '../..');

/** The packages as files, as `npm install` takes them. */
type PackedClients = { readonly clientPackage: string; readonly reactPackage: string };

/** A service with a live form, and a folder for the examples. */
export type Target = PackedClients & {
  readonly folder: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly formId: string;
  readonly formline: Formline;
};

export function packed(folder: string): PackedClients {
  const built = join(folder, 'built');
  execFileSync(process.execPath, [join(project, 'bin/build-packages.ts'), '--to', built], { stdio: 'pipe' });
  const pack = (name: string) => {
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const packed = JSON.parse(execFileSync('npm', args, { cwd: join(built, name), encoding: 'utf8', stdio: 'pipe' }));
    return join(folder, [packed].flat()[0].filename);
  };
  return { clientPackage: pack('client'), reactPackage: pack('react') };
}

/** Copies an example, fills in what its users fill in, and installs its packages. */
export async function installed(name: string, target: Target): Promise<string> {
  const copy = join(target.folder, name);
  mkdirSync(copy, { recursive: true });
  cpSync(join(project, 'examples', name), copy, { recursive: true });
  for (const file of globSync('**/*', { cwd: copy }).map(path => join(copy, path))) {
    if (statSync(file).isFile()) writeFileSync(file, filledIn(readFileSync(file, 'utf8'), target));
  }
  if (globSync('package.json', { cwd: copy }).length > 0) await npmInstall(copy);
  return copy;
}

export const npmInstall = (cwd: string): Promise<string> =>
  run('npm', ['install', '--no-audit', '--no-fund', '--silent'], cwd);

const filledIn = (text: string, { baseUrl, formId, publishableKey, clientPackage, reactPackage }: Target): string =>
  text
    .replaceAll('https://YOUR-API', baseUrl)
    .replaceAll('FORM_ID', formId)
    .replaceAll('PUBLISHABLE_KEY', publishableKey)
    .replace(/("@formline\/client": )"[^"]*"/, `$1"file:${clientPackage}"`)
    .replace(/("@formline\/react": )"[^"]*"/, `$1"file:${reactPackage}"`);

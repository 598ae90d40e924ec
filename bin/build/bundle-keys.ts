import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { project } from './web-options.ts';

/** The files that affect every bundle: the packages, and how they are bundled. */
const common = ['bin/build/**/*.ts', 'package-lock.json', 'tsconfig.json'];

/** The files that affect what browsers load: pages, contracts and the rules that pages share with the service. */
const ofWeb = ['web/**/*', 'shared/**/*', 'package.json'];

const hashed = new Map<string, string>();

/** Returns a hash for the bundle of each entry point: of the source and all of its imports, dynamic ones included. */
export async function bundleKeys(entryPoints: readonly string[]): Promise<ReadonlyMap<string, string>> {
  hashed.clear();
  const inputs = await importsOf(entryPoints);
  return new Map(entryPoints.map(path => [path, keyOf([...common, ...reachableFrom(nameOf(path), inputs)])]));
}

/** Returns the hash for the browser files. */
export const webKey = (): string => keyOf([...common, ...ofWeb]);

/** Returns the imports of each source. Packages are left out, because package-lock.json covers them. */
async function importsOf(entryPoints: readonly string[]): Promise<Metafile['inputs']> {
  const contents = entryPoints.map(path => `import ${JSON.stringify(path)};`).join('\n');
  const { metafile } = await build({
    absWorkingDir: project,
    stdin: { contents, resolveDir: project },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    loader: { '.css': 'text' },
    write: false,
    metafile: true,
    logLevel: 'warning',
  });
  return metafile.inputs;
}

function reachableFrom(name: string, inputs: Metafile['inputs'], found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const { path, external } of inputs[name]?.imports ?? []) if (!external) reachableFrom(path, inputs, found);
  return found;
}

function keyOf(patterns: readonly string[]): string {
  const key = createHash('sha256').update(process.version);
  const files = patterns.flatMap(pattern => (pattern.includes('*') ? filesOf(pattern) : [pattern]));
  for (const file of files.sort()) key.update(`${file} ${hashOfFile(file)}\n`);
  return key.digest('hex');
}

const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: project, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => nameOf(join(parentPath, name)));

/** Returns esbuild's name for a source. */
const nameOf = (path: string): string => relative(project, path);

function hashOfFile(file: string): string {
  const known = hashed.get(file);
  if (known) return known;
  const hash = createHash('sha256')
    .update(readFileSync(join(project, file)))
    .digest('hex');
  hashed.set(file, hash);
  return hash;
}

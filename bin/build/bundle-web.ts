import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const project = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string };

/** What pages load to show forms, by the paths that it is served under. */
export async function bundleWeb(): Promise<ReadonlyMap<string, Uint8Array>> {
  const [script, module] = await Promise.all((['iife', 'esm'] as const).map(bundle));
  if (!script || !module) throw new Error('esbuild made no file');
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 8);
  return new Map([
    ['embed.js', script],
    ['embed.mjs', module],
    [`embed/${version}-${hash}.js`, script],
  ]);
}

async function bundle(format: 'iife' | 'esm'): Promise<Uint8Array | undefined> {
  const entryPoints = [join(project, 'web/embed/index.ts')];
  const { outputFiles } = await build({ entryPoints, bundle: true, minify: true, format, write: false });
  return outputFiles[0]?.contents;
}

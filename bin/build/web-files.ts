import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { bundleWeb } from './bundle-web.ts';

const project = join(import.meta.dirname, '../..');

/** The stylesheet and scripts of the pages that the service itself shows. */
const assets = ['page.css', 'page.js'];

/** Writes what browsers load beside the bundle of the function that serves it: `web/embed.js`, `web/assets/page.css`. */
export async function writeWebFiles(functionDirectory: string): Promise<void> {
  const directory = join(functionDirectory, 'web');
  // Names have hashes in them: those of earlier builds go.
  rmSync(directory, { recursive: true, force: true });
  const files = new Map([...(await bundleWeb()), ...(await Promise.all(assets.map(minified)))]);
  for (const [path, contents] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), contents);
  }
}

async function minified(name: string): Promise<[string, Uint8Array]> {
  const entryPoints = [join(project, 'web/pages', name)];
  const { outputFiles } = await build({ entryPoints, minify: true, write: false, outdir: '.' });
  return [`assets/${name}`, outputFiles[0]?.contents ?? new Uint8Array()];
}

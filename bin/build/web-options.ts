import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin, transform } from 'esbuild';

export const project = join(import.meta.dirname, '../..');

/** How all browser files are bundled. */
const webOptions: BuildOptions = {
  absWorkingDir: project,
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
};

const sources = new Set<string>();

/** Bundles for browsers, without writing files. */
export async function buildForWeb(options: BuildOptions): Promise<{ outputFiles: OutputFile[]; metafile: Metafile }> {
  const { outputFiles = [], metafile } = await build({ ...webOptions, ...options, write: false, metafile: true });
  const inputs = Object.values(metafile.outputs).flatMap(output => Object.entries(output.inputs));
  for (const [path, { bytesInOutput }] of inputs) if (bytesInOutput > 0) sources.add(path);
  return { outputFiles, metafile };
}

/** Returns the sources that browsers load a part of, of everything that was bundled so far. */
export const sourcesForWeb = (): string[] => [...sources].sort();

/** Imports style sheets as minified text. */
export const minifiedCss: Plugin = {
  name: 'minified-css',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), { loader: 'css', minify: true });
      return { contents: code.trim(), loader: 'text' };
    });
  },
};

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 8);

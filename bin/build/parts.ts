import { copyFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { refuseImports } from './refuse-imports.ts';

/**
 * What sources import by `import()` is left out of the bundles, to be required from a file beside them: a cold start
 * would read and parse it, for the sake of a few requests. Two sources of one file name are refused: one would take the
 * place of the other.
 */
export function partsOutside(): { plugin: Plugin; parts: Map<string, string> } {
  /** Sources by the name that they are required by. */
  const parts = new Map<string, string>();
  const plugin: Plugin = {
    name: 'parts-outside',
    setup({ onResolve }) {
      onResolve({ filter: /^\.{1,2}\// }, ({ kind, path, importer, resolveDir }) => {
        if (kind !== 'dynamic-import' || importer.includes('node_modules')) return undefined;
        const name = `./${basename(path, '.ts')}.cjs`;
        const source = join(resolveDir, path);
        const other = parts.get(name) ?? source;
        if (other !== source)
          return { errors: [{ text: `Two parts share the name ${name}: ${[other, source].sort().join(' and ')}.` }] };
        parts.set(name, source);
        return { path: name, external: true };
      });
    },
  };
  return { plugin, parts };
}

/** Bundles the parts and puts each beside the functions that require it. */
export async function bundleParts(parts: ReadonlyMap<string, string>, { outputs }: Metafile, options: BuildOptions) {
  for (const [name, source] of parts) {
    const [first, ...others] = Object.entries(outputs)
      .filter(([, { imports }]) => imports.some(({ path }) => path === name))
      .map(([path]) => join(options.absWorkingDir ?? '', dirname(path), name));
    if (first === undefined) continue;
    const { metafile } = await build({ ...options, entryPoints: [source], outfile: first, metafile: true });
    refuseImports(metafile);
    for (const other of others) copyFileSync(first, other);
  }
}

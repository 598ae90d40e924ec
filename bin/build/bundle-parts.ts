import { copyFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { refuseImports } from './refuse-imports.ts';

/**
 * Moves dynamic imports out of the bundles, into files beside them. A cold start would read and parse them for the sake
 * of a few requests. Throws if two sources have the same file name, because one would replace the other.
 */
export function partsOutside(): { plugin: Plugin; parts: Map<string, string> } {
  /** The sources, by the name in `require`. */
  const parts = new Map<string, string>();
  const plugin: Plugin = {
    name: 'parts-outside',
    setup({ onResolve }) {
      // Our sources name a file with its ending. Packages don't, and asking for each of their imports takes a second.
      onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ kind, path, importer, resolveDir }) => {
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
  const { absWorkingDir = '', outdir = '' } = options;
  const places = [...parts].flatMap(([name, source]) => {
    const [first, ...others] = Object.entries(outputs)
      .filter(([, { imports }]) => imports.some(({ path }) => path === name))
      .map(([path]) => join(absWorkingDir, dirname(path), name));
    return first ? [{ source, first, others }] : [];
  });
  const entryPoints = places.map(({ source, first }) => ({ in: source, out: relative(outdir, first).slice(0, -4) }));
  const { metafile } = await build({ ...options, entryPoints, metafile: true });
  refuseImports(metafile);
  for (const { first, others } of places) for (const other of others) copyFileSync(first, other);
}

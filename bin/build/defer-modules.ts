import { basename, join } from 'node:path';
import type { Plugin } from 'esbuild';

/** Built-in modules that add milliseconds to a cold start, for a few functions or requests. */
const builtIn = /^node:(zlib|stream\/web)$/;
/** The regular expression engine is half a bundle, and most forms have no pattern. Most pages are in English. */
const sources = /\/(compile-pattern|languages)\.ts$/;

/**
 * Delays a module until something in it is first used. A source is then read from a file beside the bundle, like a
 * dynamic import, but synchronously.
 */
export function deferModules(parts: Map<string, string>): Plugin {
  return {
    name: 'deferred',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: builtIn }, ({ path, namespace }) =>
        namespace === 'deferred' ? undefined : { path, namespace: 'deferred', pluginData: { from: path } },
      );
      onResolve({ filter: sources }, ({ path, resolveDir }) => {
        const source = join(resolveDir, path);
        const name = `./${basename(path, '.ts')}.cjs`;
        parts.set(name, source);
        return { path: source, namespace: 'deferred', pluginData: { from: name } };
      });
      onResolve({ filter: /\.cjs$/, namespace: 'deferred' }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /.*/, namespace: 'deferred' }, async ({ path, pluginData }) => ({
        contents: getters(Object.keys(await import(path)), pluginData.from),
        loader: 'js',
      }));
    },
  };
}

const getters = (names: readonly string[], from: string) => `
  for (const name of ${JSON.stringify(names)})
    Object.defineProperty(exports, name, { enumerable: true, get: () => require(${JSON.stringify(from)})[name] });`;

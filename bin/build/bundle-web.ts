import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import packageJson from '../../package.json' with { type: 'json' };
import { bundleApp } from './bundle-app.ts';
import { hashOf, minifiedCss, project, webOptions } from './web-options.ts';

const sources = join(project, 'web/embed');

/** What a page waits for before it shows a form, compressed; parts that few forms need are not in it. */
const embedGzipBytesMax = 12 * 1024;

/** The module brings the parts along, for bundlers. */
const partsInside: Plugin = {
  name: 'parts-inside',
  setup({ onResolve }) {
    const path = join(sources, 'parts-inside.ts');
    onResolve({ filter: /\/parts\.ts$/ }, ({ importer }) => (importer === path ? undefined : { path }));
  },
};

/**
 * The files of the embed by their paths below the service's address, the same bytes from the same sources: `embed.js`,
 * `embed.mjs`, and below `embed/`, where a name never has other bytes, the script under its version and the parts that it
 * loads when a form needs them; and those of the dashboard, below `app/`. Throws when one is larger than its budget.
 */
export async function bundleWeb(): Promise<ReadonlyMap<string, Uint8Array>> {
  const embed = await bundleEmbed();
  const [[path, script] = ['', '']] = [...embed].filter(([path]) => path.startsWith(versioned));
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;
  return new Map([...embed, ...(await bundleApp({ path, integrity }))]);
}

/** How the script is called under its version. */
const versioned = `embed/${packageJson.version}-`;

async function bundleEmbed(): Promise<ReadonlyMap<string, Uint8Array>> {
  const parts = new Map([...(await scriptParts()), ...languageParts()]);
  const named = pathsOf(parts);
  const formlineParts = JSON.stringify(JSON.stringify(Object.fromEntries(named)));
  const [script, module] = await Promise.all([
    bundle('script.ts', { format: 'iife', define: { formlineParts } }),
    bundle('module.ts', { format: 'esm', define: { formlineParts }, plugins: [minifiedCss, partsInside] }),
  ]);
  refuseLarge(script);
  return new Map([
    ['embed.js', script],
    ['embed.mjs', module],
    [`${versioned}${hashOf(script)}.js`, script],
    ...[...parts].map(([name, { bytes }]) => [named.get(name) ?? name, bytes] as const),
  ]);
}

type Part = { readonly bytes: Uint8Array; readonly extension: string };

async function scriptParts(): Promise<[string, Part][]> {
  const names = ['more', 'proof'].filter(name => existsSync(join(sources, `${name}.ts`)));
  return Promise.all(
    names.map(async name => [name, { bytes: await bundle(`${name}.ts`, { format: 'esm' }), extension: 'js' }]),
  );
}

/** The texts of the interface but the English ones, which are in the script. */
function languageParts(): [string, Part][] {
  const languages = globSync('texts/??.json', { cwd: sources })
    .map(file => basename(file, '.json'))
    .filter(language => language !== 'en')
    .sort();
  return languages.map(language => {
    const texts = JSON.parse(readFileSync(join(sources, `texts/${language}.json`), 'utf8'));
    return [language, { bytes: Buffer.from(JSON.stringify(texts)), extension: 'json' }];
  });
}

/** The paths of parts by their names. All languages have one hash, which takes less room in the script than one each. */
function pathsOf(parts: ReadonlyMap<string, Part>): ReadonlyMap<string, string> {
  const texts = [...parts.values()].filter(({ extension }) => extension === 'json').map(({ bytes }) => bytes);
  const hashOfTexts = hashOf(Buffer.concat(texts));
  return new Map(
    [...parts].map(([name, { bytes, extension }]) => {
      const hash = extension === 'json' ? hashOfTexts : hashOf(bytes);
      return [name, `embed/${name}-${hash}.${extension}`];
    }),
  );
}

async function bundle(entry: string, options: BuildOptions): Promise<Uint8Array> {
  const { outputFiles = [] } = await build({
    ...webOptions,
    write: false,
    entryPoints: [join(sources, entry)],
    plugins: [minifiedCss],
    ...options,
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`${entry} has become no file`);
  return file.contents;
}

function refuseLarge(script: Uint8Array): void {
  const size = gzipSync(script, { level: 9 }).length;
  if (size <= embedGzipBytesMax) return;
  throw new Error(`embed.js is ${size} bytes gzip, more than its budget of ${embedGzipBytesMax}: see what it imports.`);
}

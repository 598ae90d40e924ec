import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BuildOptions, Plugin } from 'esbuild';
import packageJson from '../../package.json' with { type: 'json' };
import { bundleApp } from './bundle-app.ts';
import { packagesOf } from './licenses.ts';
import { buildForWeb, hashOf, minifiedCss, project } from './web-options.ts';

const sources = join(project, 'web/embed');
const wording = join(project, 'shared/domain/wording/texts');

/** The compressed size of what a page loads before it shows a form, without the parts that few forms need. */
const embedGzipBytesMax = 12 * 1024;

/** The additional bytes that other zlibs need, because Node's packs a little tighter. */
const slackBytes = 48;

/** Bundles the parts into the module, for bundlers. */
const partsInside: Plugin = {
  name: 'parts-inside',
  setup({ onResolve }) {
    const path = join(sources, 'loading/parts-inside.ts');
    onResolve({ filter: /\/parts\.ts$/ }, ({ importer }) => (importer === path ? undefined : { path }));
  },
};

/**
 * Bundles the embed and the dashboard. Returns the files by path below the service's address; the same sources give the
 * same bytes. The embed is `embed.js`, `embed.mjs` and the files below `embed/`: the versioned script and the parts
 * that it loads on demand. Names below `embed/` always have the same bytes. The dashboard is below `app/`. Throws if a
 * file exceeds its budget.
 */
export async function bundleWeb(): Promise<ReadonlyMap<string, Uint8Array>> {
  const embed = await bundleEmbed();
  const [[path, script] = ['', '']] = [...embed].filter(([path]) => path.startsWith(versioned));
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;
  return new Map([...embed, ...(await bundleApp({ path, integrity }))]);
}

/** The path of the versioned script. */
const versioned = `embed/${packageJson.version}-`;

async function bundleEmbed(): Promise<ReadonlyMap<string, Uint8Array>> {
  const parts = await scriptParts();
  const languages = languageParts();
  // All languages share one hash, which takes less room in the script than one each.
  const hashOfTexts = hashOf(Buffer.concat([...languages.values()]));
  const define = {
    formlineParts: JSON.stringify(Object.fromEntries([...parts].map(([name, bytes]) => [name, hashOf(bytes)]))),
    formlineLanguages: JSON.stringify({ names: [...languages.keys()].join(' '), hash: hashOfTexts }),
  };
  const [script, module] = await Promise.all([
    bundle('script.ts', { format: 'iife', define }),
    bundle('module.ts', { format: 'esm', define, plugins: [minifiedCss, partsInside] }),
  ]);
  refuseLarge(script);
  return new Map([
    ['embed.js', script],
    ['embed.mjs', module],
    [`${versioned}${hashOf(script)}.js`, script],
    ...[...parts].map(([name, bytes]) => [`embed/${name}-${hashOf(bytes)}.js`, bytes] as const),
    ...[...languages].map(([name, bytes]) => [`embed/${name}-${hashOfTexts}.json`, bytes] as const),
  ]);
}

async function scriptParts(): Promise<ReadonlyMap<string, Uint8Array>> {
  const sourceOf = {
    check: 'loading/check-part.ts',
    more: 'loading/more-part.ts',
    overlay: 'overlay.ts',
    proof: 'spam/proof.ts',
  };
  return new Map(
    await Promise.all(
      Object.entries(sourceOf).map(async ([name, path]) => [name, await bundle(path, { format: 'esm' })] as const),
    ),
  );
}

/** Returns the interface texts, except the English ones, which are in the script. */
function languageParts(): ReadonlyMap<string, Uint8Array> {
  const languages = globSync('texts/??.json', { cwd: sources })
    .map(file => basename(file, '.json'))
    .filter(language => language !== 'en')
    .sort();
  return new Map(
    languages.map(language => {
      const files = [join(sources, 'texts'), wording].map(folder => join(folder, `${language}.json`));
      const texts = Object.assign({}, ...files.map(file => JSON.parse(readFileSync(file, 'utf8'))));
      return [language, Buffer.from(JSON.stringify(texts))];
    }),
  );
}

async function bundle(entry: string, options: BuildOptions): Promise<Uint8Array> {
  const { outputFiles, metafile } = await buildForWeb({
    entryPoints: [join(sources, entry)],
    plugins: [minifiedCss],
    ...options,
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`${entry} has become no file`);
  // Other sites serve copies of these files, whose packages ask for their licenses.
  const licensed = packagesOf(Object.keys(metafile.inputs)).length > 0;
  return licensed
    ? Buffer.concat([file.contents, Buffer.from('// Licenses: ../assets/licenses.txt\n')])
    : file.contents;
}

function refuseLarge(script: Uint8Array): void {
  // The gateway compresses at zlib's default level too.
  const size = gzipSync(script).length + slackBytes;
  if (size <= embedGzipBytesMax) return;
  throw new Error(`embed.js is ${size} bytes gzip, more than its budget of ${embedGzipBytesMax}: see what it imports.`);
}

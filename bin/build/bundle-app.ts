import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Metafile, OutputFile, Plugin } from 'esbuild';
import { pageScripts } from '../../shared/http/pages/page-scripts.ts';
import { buildForWeb, hashOf, minifiedCss, project } from './web-options.ts';

const sources = join(project, 'web/app');

/**
 * The compressed size of what loads when you sign in or open the list of forms, and of all pages together, in one
 * language.
 */
const firstLoadGzipBytesMax = 27.5 * 1024;
const allGzipBytesMax = 240 * 1024;
/** The additional size of a page. The editor includes the service's rules (decision 47), and merges drafts. */
const pageGzipBytesMax = 20.5 * 1024;
const editorGzipBytesMax = 64 * 1024;

/** The pages that are opened first, with their frame. */
const firstPages = [
  ['web/app/pages/sign-in/login-page.tsx'],
  ['web/app/pages/forms/list/page.tsx', 'web/app/shell/shell.tsx'],
];

/** The versioned script of the embed, which pages load. */
type EmbedScript = { readonly path: string; readonly integrity: string };

/**
 * Bundles the dashboard. Returns its files by path below the service's address. A name below `app/` has a hash and
 * always the same bytes, except `app/index.html`, where `{base}` is the path of the dashboard: `/production/app`.
 * Throws if the files exceed their budget.
 */
export async function bundleApp(embed: EmbedScript): Promise<ReadonlyMap<string, Uint8Array>> {
  const [{ outputFiles, metafile }, css, theme] = await Promise.all([scripts(embed), styles(), themeScript()]);
  const files = new Map(outputFiles.map(({ path, contents }) => [`app/${relative(project, path)}`, contents]));
  const cssName = `app-${hashOf(css)}.css`;
  const themeName = `theme-${hashOf(theme)}.js`;
  const main = outputOf(metafile, 'web/app/main.tsx');
  const preloads = [...closureOf(metafile, main)].filter(name => name !== main);
  const html = shell({ main, css: cssName, theme: themeName, preloads });
  const always = new Map([
    [`app/${cssName}`, css],
    [`app/${themeName}`, theme],
    ['app/index.html', html],
  ]);
  const all = new Map([...files, ...always]);
  refuseLarge(all, metafile, [...always.keys()]);
  return all.set(pageScripts, Buffer.from(JSON.stringify(scriptsOfPages(metafile, main))));
}

const shellSource = 'web/app/shell/shell.tsx';

/** Returns the scripts of each route beyond those that every page loads. The service names them in the page. */
function scriptsOfPages(metafile: Metafile, main: string): Record<string, string[]> {
  const always = closureOf(metafile, main);
  const source = readFileSync(join(sources, 'routes.ts'), 'utf8');
  const [open = '', signedIn = ''] = source.split('export const routes');
  const scriptsOf = (text: string, frame: readonly string[]) =>
    [...text.matchAll(/'(\/[^']*)': pageOf\(\(\) => import\('\.\/([^']+)'\)\)/g)].map(([, route = '', page]) => {
      const found = new Set<string>();
      for (const file of [...frame, `web/app/${page}`]) closureOf(metafile, outputOf(metafile, file), found);
      return [route, [...found].filter(name => !always.has(name))] as const;
    });
  const all = [...scriptsOf(open, []), ...scriptsOf(signedIn, [shellSource])];
  const written = source.split('pageOf(').length - 1;
  if (all.length !== written) throw new Error(`${all.length} of ${written} routes in routes.ts could be read`);
  return Object.fromEntries(all);
}

/** Makes every page import all of the base, so that it becomes one file. */
const oneBase: Plugin = {
  name: 'one-base',
  setup({ onLoad }) {
    onLoad({ filter: /\/web\/app\/(main|pages\/.*|parts\/confirm|shell\/(shell|menu-items))\.tsx?$/ }, ({ path }) =>
      path.includes('/texts/')
        ? undefined
        : {
            contents: `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(join(sources, 'base.ts'))};`,
            loader: path.endsWith('x') ? 'tsx' : 'ts',
          },
    );
  },
};

async function scripts(embed: EmbedScript): Promise<{ outputFiles: OutputFile[]; metafile: Metafile }> {
  return buildForWeb({
    entryPoints: [join(sources, 'main.tsx')],
    outdir: project,
    format: 'esm',
    splitting: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // Define each value separately: an object would become its own file.
    define: {
      'formlineEmbed.path': JSON.stringify(embed.path),
      'formlineEmbed.integrity': JSON.stringify(embed.integrity),
    },
    plugins: [minifiedCss, oneBase, patternsOfBrowsers],
  });
}

/** Replaces the service's regular expression engine, which is larger than the whole dashboard, by the browser's. */
const patternsOfBrowsers: Plugin = {
  name: 'patterns-of-browsers',
  setup({ onResolve }) {
    const path = join(sources, 'pages/editor/model/patterns-of-browsers.ts');
    onResolve({ filter: /^\.\/(patterns|pattern-budget)\.ts$/ }, ({ importer }) =>
      importer.includes('/domain/forms/') ? { path } : undefined,
    );
  },
};

/** Bundles the script that runs before the page is shown. */
async function themeScript(): Promise<Uint8Array> {
  const { outputFiles } = await buildForWeb({
    entryPoints: [join(sources, 'theme.ts')],
    format: 'iife',
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** Bundles the style sheet of all pages. A section's own styles come with its script. */
async function styles(): Promise<Uint8Array> {
  const files = globSync('styles/*.css', { cwd: sources }).sort();
  const contents = files.map(file => `@import './${file}';`).join('\n');
  const { outputFiles } = await buildForWeb({
    stdin: { contents, resolveDir: sources, loader: 'css' },
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** Returns the output file of a separately loaded source. */
function outputOf({ outputs }: Metafile, source: string): string {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source)?.[0];
  if (!found) throw new Error(`${source} has become no file`);
  return found;
}

/** Returns a file with all of its static imports. */
function closureOf(metafile: Metafile, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const imports = metafile.outputs[name]?.imports ?? [];
  for (const { path, kind } of imports) if (kind === 'import-statement') closureOf(metafile, path, found);
  return found;
}

type Shell = { readonly main: string; readonly css: string; readonly theme: string; readonly preloads: string[] };

function shell({ main, css, theme, preloads }: Shell): Uint8Array {
  const html = readFileSync(join(sources, 'index.html'), 'utf8')
    .replace(/.*\{preload\}.*\n/, line => preloads.map(name => line.replace('{preload}', name)).join(''))
    .replace('{main.js}', main)
    .replace('{app.css}', css)
    .replace('{theme.js}', theme);
  return Buffer.from(html);
}

type Scripts = { readonly what: string; readonly size: number; readonly max: number };

function refuseLarge(files: ReadonlyMap<string, Uint8Array>, metafile: Metafile, always: readonly string[]): void {
  const sizeOf = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + gzipSync(files.get(name) ?? '', { level: 9 }).length, 0);
  const loadedWith = (sources: readonly string[]) => {
    const scripts = new Set<string>();
    for (const source of sources) closureOf(metafile, outputOf(metafile, source), scripts);
    return sizeOf([...scripts].map(name => `app/${name}`));
  };
  const entries = Object.entries(metafile.outputs).map(([name, { entryPoint = '' }]) => ({ name, entryPoint }));
  const otherTexts = entries.filter(({ entryPoint }) => /(\/|\.)de\.ts$/.test(entryPoint));
  const around = ['web/app/main.tsx', shellSource];
  const all: Scripts[] = [
    {
      what: 'All of the dashboard',
      size: sizeOf(files.keys()) - sizeOf(otherTexts.map(({ name }) => `app/${name}`)),
      max: allGzipBytesMax,
    },
    ...firstPages.map(page => ({
      what: `Until ${page[0]} is shown`,
      size: sizeOf(always) + loadedWith(['web/app/main.tsx', ...page]),
      max: firstLoadGzipBytesMax,
    })),
    ...entries
      .filter(
        ({ entryPoint }) =>
          entryPoint.startsWith('web/app/pages/') && !otherTexts.some(text => text.entryPoint === entryPoint),
      )
      .map(({ entryPoint }) => ({
        what: `What ${entryPoint} adds`,
        size: loadedWith([...around, entryPoint]) - loadedWith(around),
        max: entryPoint.startsWith('web/app/pages/editor/') ? editorGzipBytesMax : pageGzipBytesMax,
      })),
  ];
  const faults = all.filter(({ size, max }) => size > max);
  if (faults.length === 0) return;
  const told = faults.map(({ what, size, max }) => `${what}: ${size} bytes gzip, more than the budget of ${max}.`);
  throw new Error([...told, 'See what it imports.'].join('\n'));
}

// Jest runs CommonJS made by esbuild: its ESM mode switches V8's compilation cache off and takes twice the time.
const { createHash } = require('node:crypto');
const { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { dirname, extname, join } = require('node:path');
const { transform, transformSync, version } = require('esbuild');

const project = join(__dirname, '../../..');
const self = readFileSync(__filename);
const loaders = { '.ts': 'ts', '.css': 'text' };
const optionsFor = (source, path) => ({
  loader: loaders[extname(path)] ?? 'js',
  format: 'cjs',
  target: 'node24',
  // As in the bundles: what is imported on demand is required.
  supported: { 'dynamic-import': false },
  sourcefile: path,
  banner: source.includes('import.meta.url') ? "const __url = require('node:url').pathToFileURL(__filename).href;" : '',
  // Beside the code, where only a stack trace reads it.
  sourcemap: 'external',
  sourcesContent: false,
  define: {
    'import.meta.dirname': '__dirname',
    'import.meta.filename': '__filename',
    'import.meta.url': '__url',
  },
  logLevel: 'silent',
});

const getCacheKey = (source, path) =>
  createHash('sha1').update(version).update(self).update(path).update(source).digest('hex');

/** What a fresh clone would transform one by one, in each worker. */
const kept = join(project, 'node_modules/.cache/transformed', `${getCacheKey('', '')}.json`);
const folders = '{bin,client/src,functions,lib,local,shared,test,web}/**/*.ts';

/** Transforms all sources at once, unless that has been done before. */
async function transformAll() {
  if (existsSync(kept)) return;
  const paths = globSync(folders, { cwd: project, exclude: path => path.endsWith('node_modules') });
  const results = await Promise.allSettled(
    paths.map(async relative => {
      const path = join(project, relative);
      const source = readFileSync(path, 'utf8');
      const { code, map } = await transform(source, optionsFor(source, path));
      return [getCacheKey(source, path), { code, map }];
    }),
  );
  // esbuild makes no CommonJS of a script that awaits something while it loads.
  const transformed = Object.fromEntries(results.flatMap(({ value }) => (value ? [value] : [])));
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(`${kept}.${process.pid}`, JSON.stringify(transformed));
  renameSync(`${kept}.${process.pid}`, kept);
}

let transformed;

function findTransformed(source, path) {
  transformed ??= existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
  return transformed[getCacheKey(source, path)];
}

module.exports = {
  canInstrument: false,
  getCacheKey,
  transformAll,
  process: (source, path) => findTransformed(source, path) ?? transformSync(source, optionsFor(source, path)),
};

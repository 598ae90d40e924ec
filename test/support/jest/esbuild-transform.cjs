// Jest runs CommonJS made by esbuild: its ESM mode switches V8's compilation cache off and takes twice the time.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { extname } = require('node:path');
const { transformSync, version } = require('esbuild');

const self = readFileSync(__filename);
const loaders = { '.ts': 'ts', '.css': 'text' };

module.exports = {
  canInstrument: false,
  getCacheKey: (source, path) =>
    createHash('sha1').update(version).update(self).update(path).update(source).digest('hex'),
  process: (source, path) =>
    transformSync(source, {
      loader: loaders[extname(path)] ?? 'js',
      format: 'cjs',
      target: 'node24',
      // As in the bundles: what is imported on demand is required.
      supported: { 'dynamic-import': false },
      sourcefile: path,
      banner: source.includes('import.meta.url')
        ? "const __url = require('node:url').pathToFileURL(__filename).href;"
        : '',
      sourcemap: 'inline',
      define: {
        'import.meta.dirname': '__dirname',
        'import.meta.filename': '__filename',
        'import.meta.url': '__url',
      },
    }),
};

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import packageJson from '../../package.json' with { type: 'json' };
import { api } from '../../shared/contracts/index.ts';
import { openApiDocument } from '../../shared/contracts/openapi/document.ts';
import { bundleWeb } from './bundle-web.ts';
import { licenses } from './licenses.ts';
import type { Document } from './reference/document.ts';
import { referencePage } from './reference/page.ts';
import { webBudgetFaults } from './size-budgets.ts';
import { sourcesForWeb } from './web-options.ts';

const project = join(import.meta.dirname, '../..');

/** The style sheets and scripts of the pages that the service itself shows. */
const assets = ['page.css', 'page.js', 'docs.css', 'docs.js'];

/**
 * Writes the browser files to a folder beside the bundle of the function that serves them: `embed.js`,
 * `assets/page.css`.
 */
export async function writeWebFiles(directory: string): Promise<void> {
  // The names have hashes, so files of earlier builds would stay.
  rmSync(directory, { recursive: true, force: true });
  const files = new Map<string, string | Uint8Array>([
    ...(await bundleWeb()),
    ...(await Promise.all(assets.map(minified))),
    ...reference(),
  ]);
  files.set('assets/licenses.txt', licenses(sourcesForWeb()));
  const faults = webBudgetFaults(new Map([...files].map(([path, contents]) => [path, Buffer.byteLength(contents)])));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  for (const [path, contents] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), contents);
  }
}

/** Returns the OpenAPI document and its page. `{baseUrl}` in them is a placeholder for the address of the request. */
function reference(): [string, string][] {
  const document = openApiDocument(api, packageJson.version, [{ url: '{baseUrl}', description: 'This deployment' }]);
  const text = JSON.stringify(document);
  return [
    ['openapi.json', text],
    ['docs.html', referencePage(JSON.parse(text) as Document)],
  ];
}

async function minified(name: string): Promise<[string, Uint8Array]> {
  const entryPoints = [join(project, 'web/pages', name)];
  const { outputFiles } = await build({ entryPoints, minify: true, write: false, outdir: '.' });
  return [`assets/${name}`, outputFiles[0]?.contents ?? new Uint8Array()];
}

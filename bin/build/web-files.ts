import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import packageJson from '../../package.json' with { type: 'json' };
import { api } from '../../shared/contracts/index.ts';
import { openApiDocument } from '../../shared/contracts/openapi/document.ts';
import { bundleWeb } from './bundle-web.ts';
import type { Document } from './reference/document.ts';
import { referencePage } from './reference/page.ts';
import { webBudgetFaults } from './size-budgets.ts';

const project = join(import.meta.dirname, '../..');

/** The stylesheet and scripts of the pages that the service itself shows. */
const assets = ['page.css', 'page.js', 'docs.css', 'docs.js'];

/** Writes what browsers load beside the bundle of the function that serves it: `web/embed.js`, `web/assets/page.css`. */
export async function writeWebFiles(functionDirectory: string): Promise<void> {
  const directory = join(functionDirectory, 'web');
  // Names have hashes in them: those of earlier builds go.
  rmSync(directory, { recursive: true, force: true });
  const files = new Map<string, string | Uint8Array>([
    ...(await bundleWeb()),
    ...(await Promise.all(assets.map(minified))),
    ...reference(),
  ]);
  const faults = webBudgetFaults(new Map([...files].map(([path, contents]) => [path, Buffer.byteLength(contents)])));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  for (const [path, contents] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), contents);
  }
}

/** The OpenAPI document and the page that shows it. `{baseUrl}` in them is for the address that they are asked at. */
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

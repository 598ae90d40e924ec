import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '../shared/contracts/index.ts';
import { openApiDocument } from '../shared/contracts/openapi/document.ts';
import { permissionsTable } from '../shared/contracts/openapi/permissions.ts';

const project = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));

write('docs/openapi.json', `${JSON.stringify(openApiDocument(api, version), null, 2)}\n`);
write('docs/permissions.md', permissionsTable(api));

function write(path: string, text: string): void {
  writeFileSync(join(project, path), text);
  console.log(`Wrote ${path}`);
}

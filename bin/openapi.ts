import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '../shared/contracts/index.ts';
import { openApiDocument } from '../shared/contracts/openapi.ts';

const project = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
const path = join(project, 'docs/openapi.json');

writeFileSync(path, `${JSON.stringify(openApiDocument(api, version), null, 2)}\n`);
console.log(`Wrote ${path}`);

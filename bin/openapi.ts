import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stageFileSchema } from '../lib/stage-file.ts';
import { api } from '../shared/contracts/index.ts';
import { openApiDocument } from '../shared/contracts/openapi/document.ts';
import { permissionsTable } from '../shared/contracts/openapi/permissions.ts';
import { clientModule } from './build/client-types.ts';
import { withPrivacyMap } from './build/privacy-map.ts';
import type { Document } from './build/reference/document.ts';
import { command } from './command/command.ts';

command({
  name: 'openapi',
  does: 'Writes what is made from the contracts and the settings: docs/openapi.json, docs/permissions.md, the map in docs/privacy.md, docs/stage.schema.json and client/src/api.ts.',
});

const project = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));

const document = JSON.stringify(openApiDocument(api, version), null, 2);

write('docs/openapi.json', `${document}\n`);
write('client/src/api.ts', clientModule(JSON.parse(document) as Document));
write('docs/stage.schema.json', `${JSON.stringify(stageFileSchema(), null, 2)}\n`);
write('docs/permissions.md', permissionsTable(api));
write('docs/privacy.md', withPrivacyMap(readFileSync(join(project, 'docs/privacy.md'), 'utf8')));

function write(path: string, text: string): void {
  writeFileSync(join(project, path), text);
  console.log(`Wrote ${path}`);
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOwnCloud } from '../support/cloud/own-cloud.ts';
import { pythonClient } from './python.ts';
import { typeScriptClient } from './type-script.ts';

/**
 * `npm run test:clients`: clients are generated from the document that a running service serves, compiled, and used on it.
 * The generators come from their registries, each into a folder of its own; what the machine lacks is said.
 */
const folder = mkdtempSync(join(tmpdir(), 'clients-'));
const { baseUrl, credentials, close } = await startOwnCloud();
try {
  const target = { folder, baseUrl, secretKey: credentials.environments.production.secretKey };
  for (const [name, tryClient] of Object.entries({ TypeScript: typeScriptClient, Python: pythonClient })) {
    console.log(`${name}: ${await tryClient(target)}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await close();
  rmSync(folder, { recursive: true, force: true });
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentialsOf } from '../../local/bootstrap.ts';
import { startCloud } from '../../local/cloud.ts';
import { prepareAssembly } from '../../local/prepare.ts';
import { pythonClient } from './python.ts';
import { typeScriptClient } from './type-script.ts';

/**
 * `npm run test:clients`: clients are generated from the document that a running service serves, compiled, and used on it.
 * The generators come from their registries, each into a folder of its own; what the machine lacks is said.
 */
const folder = mkdtempSync(join(tmpdir(), 'clients-'));
const cloud = await startCloud({ assemblyDir: await prepareAssembly(), dataDir: join(folder, 'data'), port: 0 });
try {
  const { environments } = await credentialsOf(cloud, join(folder, 'data'));
  const target = { folder, baseUrl: cloud.baseUrl, secretKey: environments.production.secretKey };
  for (const [name, tryClient] of Object.entries({ TypeScript: typeScriptClient, Python: pythonClient })) {
    console.log(`${name}: ${await tryClient(target)}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await cloud.close();
  rmSync(folder, { recursive: true, force: true });
}

import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Credentials, credentialsOf } from '../../../local/bootstrap.ts';
import { type Cloud, type CloudOptions as LocalCloudOptions, startCloud } from '../../../local/cloud.ts';
import { prepareAssembly } from '../../../local/prepare.ts';
import { filesInMemory } from './files-in-memory.ts';
import type { Json } from './http.ts';

/** How a file's own cloud differs from the shared one. */
export type CloudOptions = {
  /** Deployment settings that extend or replace those of all deployments under test. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
  /** Changes each resource of the templates. Gets its logical ID too. */
  readonly change?: (resource: Json, id: string) => void;
  /** The endpoint of a running engine. */
  readonly engine?: string;
  /** A folder for the data, which stays. Without it, the folder is deleted with the cloud. */
  readonly dataDir?: string;
  readonly between?: LocalCloudOptions['between'];
};

export type OwnCloud = {
  readonly cloud: Cloud;
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly close: () => Promise<void>;
};

/** Starts a local cloud with an organization. */
export async function startOwnCloud({
  settings,
  change,
  engine,
  dataDir,
  between,
}: CloudOptions = {}): Promise<OwnCloud> {
  const directory = mkdtempSync(join(filesInMemory(), 'cloud-'));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const environment = { ...process.env, ...settings };
  let cloud: Cloud | undefined;
  try {
    const prepared = await prepareAssembly({ environment });
    const assemblyDir = change ? changedAssembly(prepared, join(directory, 'assembly'), change) : prepared;
    const data = dataDir ?? join(directory, 'data');
    const started = await startCloud({
      ...{ assemblyDir, dataDir: data, port: 0, between },
      ...(engine && { environment: { ...environment, AWS_ENDPOINT_URL_DYNAMODB: engine } }),
    });
    cloud = started;
    const credentials = await credentialsOf(started, data);
    const close = () => started.close().finally(remove);
    return { cloud: started, baseUrl: started.baseUrl, credentials, close };
  } catch (error) {
    await cloud?.close();
    remove();
    throw error;
  }
}

/** Copies an assembly with changed templates. `change` is called for each resource, with its logical ID. */
export function changedAssembly(
  assemblyDir: string,
  directory: string,
  change: (resource: Json, id: string) => void,
): string {
  cpSync(assemblyDir, directory, { recursive: true });
  for (const file of globSync('*.template.json', { cwd: directory })) {
    const template: Json = JSON.parse(readFileSync(join(directory, file), 'utf8'));
    for (const [id, resource] of Object.entries(template.Resources)) change(resource, id);
    writeFileSync(join(directory, file), JSON.stringify(template));
  }
  return directory;
}

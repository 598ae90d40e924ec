import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Credentials, credentialsOf } from '../../../local/bootstrap.ts';
import { type Cloud, startCloud } from '../../../local/cloud.ts';
import { prepareAssembly } from '../../../local/prepare.ts';
import { filesInMemory } from './files-in-memory.ts';
import type { Json } from './http.ts';

/** What sets a cloud of one file apart from that which all files share. */
export type CloudOptions = {
  /** Settings of the deployment, beside or in place of those of all deployments under test. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
  /** Changes each resource of the templates, with its logical id. */
  readonly change?: (resource: Json, id: string) => void;
  /** An engine that runs already. */
  readonly engine?: string;
  /** Where its data is, and stays; otherwise in a folder that goes with the cloud. */
  readonly dataDir?: string;
};

export type OwnCloud = {
  readonly cloud: Cloud;
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly close: () => Promise<void>;
};

/** Starts a local cloud with an organization in it. */
export async function startOwnCloud({ settings, change, engine, dataDir }: CloudOptions = {}): Promise<OwnCloud> {
  const directory = mkdtempSync(join(filesInMemory(), 'cloud-'));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const environment = { ...process.env, ...settings };
  let cloud: Cloud | undefined;
  try {
    const prepared = await prepareAssembly({ environment });
    const assemblyDir = change ? changedAssembly(prepared, join(directory, 'assembly'), change) : prepared;
    const data = dataDir ?? join(directory, 'data');
    const started = await startCloud({
      ...{ assemblyDir, dataDir: data, port: 0 },
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

/** A copy of an assembly with the templates changed: `change` is told of each resource, with its logical id. */
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

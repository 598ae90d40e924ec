import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { accessKeyId, region, secretAccessKey } from '../local/credentials.ts';
import { startDynamoDb } from '../local/dynamodb/dynamodb.ts';
import { createTables } from '../local/dynamodb/tables.ts';
import { rememberedPorts } from '../local/ports.ts';
import { prepareAssembly } from '../local/prepare.ts';
import { type Assembly, readAssembly } from '../local/template/assembly.ts';
import type { FunctionResource } from '../local/template/functions.ts';
import { limitSettings } from '../shared/contracts/contract.ts';
import { hashOfKey } from '../shared/domain/accounts/api-key.ts';
import type { Caller } from '../shared/domain/accounts/caller.ts';
import { newForm } from '../shared/domain/forms/stored-form.ts';
import { log } from '../shared/log.ts';
import { apiKeyByHash } from '../shared/store/accounts/api-key-lookup.ts';
import { bootstrapOrganization } from '../shared/store/accounts/organizations.ts';
import { putForm, type StoredForm } from '../shared/store/forms/forms.ts';
import { filesInMemory } from '../test/support/cloud/files-in-memory.ts';
import { eightFieldForm } from './eight-field-form.ts';

/** The built service: its template, its bundles, and its table on an engine that this process also uses. */
export type Service = {
  readonly assembly: Assembly;
  readonly assemblyDir: string;
  /** The directory for files and the table. */
  readonly directory: string;
  /** The environment variables that a process needs to run a function. */
  readonly environment: Readonly<Record<string, string>>;
  readonly caller: Caller;
  readonly secretKey: string;
  readonly publishableKey: string;
  close(): Promise<void>;
};

type Owner = Pick<Service, 'caller' | 'secretKey' | 'publishableKey'>;

/** Starts the service with an empty table, which is removed when the bench ends. */
export async function startService(): Promise<Service> {
  const directory = mkdtempSync(join(filesInMemory(), 'formline-bench-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  return { ...(await openService(directory)), ...(await newCaller('bench@example.com')) };
}

/**
 * Opens the service on a directory, which may have a table from an earlier run. The table has no stream, because stream
 * records slow down the engine's writes.
 */
export async function openService(directory: string): Promise<Omit<Service, keyof Owner>> {
  // No request is refused by the limits, which have their own figures, or fails because the machine is busy.
  const settings = { ...Object.fromEntries(limitSettings.map(name => [name, '0'])), REQUEST_PATIENCE_MS: '15000' };
  Object.assign(process.env, settings);
  log.setLogLevel('SILENT');
  const assemblyDir = await prepareAssembly({ onProgress: console.error });
  const assembly = readAssembly(assemblyDir);
  const { dynamodb: port } = await rememberedPorts(directory, ['dynamodb']);
  const engine = await startDynamoDb({ dataDir: join(directory, 'dynamodb'), port });
  const environment = {
    ...settings,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_REGION: region,
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    TABLE_NAME: assembly.tables[0]?.name ?? '',
    DATA_KEYS_TABLE: assembly.tables[1]?.name ?? '',
    UPLOAD_BYTES_MAX: String(10 * 1024 * 1024),
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  };
  Object.assign(process.env, environment);
  const client = new DynamoDBClient({});
  await createTables(
    client,
    assembly.tables.map(table => ({ ...table, streamViewType: undefined })),
  );
  client.destroy();
  return {
    assembly,
    assemblyDir,
    directory,
    environment,
    close: () => engine.close(),
  };
}

/** Creates an organization. Returns its keys, and the caller with the secret key. */
export async function newCaller(email: string): Promise<Owner> {
  const created = await bootstrapOrganization('Bench', { email, passwordHash: 'hash' });
  const { secretKey = '', publishableKey = '' } = created?.environments.production ?? {};
  const key = await apiKeyByHash(hashOfKey(secretKey));
  if (!key) throw new Error('The table is not empty: the bench needs an engine of its own');
  const { id, organizationId, environmentId, environment } = key;
  return { secretKey, publishableKey, caller: { kind: 'secretKey', id, organizationId, environmentId, environment } };
}

/** Creates a live form with eight fields. */
export async function newStoredForm({ caller }: Service): Promise<StoredForm> {
  const form = newForm(eightFieldForm, caller.environment);
  await putForm(form, caller);
  const { organizationId, environmentId } = caller;
  return { form, organizationId, environmentId, revision: 1, shards: 1, retiredFields: [] };
}

/** Returns the name of a function's bundle: `create-form` for `CreateForm`. */
export function bundleNameOf({ logicalId }: FunctionResource): string {
  const name = logicalId
    .replace(/[0-9A-F]{8}$/, '')
    .replace(/(?<!^)[A-Z]/g, '-$&')
    .toLowerCase();
  // Some bundles are deployed twice.
  return name.replace(/^deliver-(fast|slow)$/, 'deliver-event').replace('run-short-job', 'run-job');
}

/** Returns the function of a bundle, such as `create-form`. For `deliver-event`, it may be that of either lane. */
export function functionNamed({ assembly }: Service, bundle: string): FunctionResource {
  const found = assembly.functions.find(resource => bundleNameOf(resource) === bundle);
  if (!found) throw new Error(`The templates declare no function of the bundle ${bundle}`);
  return found;
}

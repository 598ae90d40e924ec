import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import type { Cloud } from './cloud.ts';
import { damagedFolder, readJson, writeJson } from './data-folder.ts';

type Keys = { readonly publishableKey: string; readonly secretKey: string };

/** The credentials that a new deployment's bootstrap created. */
export type Credentials = {
  readonly baseUrl: string;
  readonly organization: { readonly id: string };
  readonly owner: { readonly email: string; readonly password: string };
  readonly environments: Readonly<Record<'production' | 'staging' | 'development', Keys>>;
};

/**
 * Returns the credentials of the data in `dataDir`, from its `credentials.json`. If they are missing or belong to
 * deleted data, runs the deployment's own bootstrap command. Rejects with `UnusableData` if the file is damaged.
 */
export async function credentialsOf(cloud: Cloud, dataDir: string): Promise<Credentials> {
  const file = join(dataDir, 'credentials.json');
  const known = readJson(file) as Credentials | undefined;
  if (known && !known.environments?.production?.secretKey) throw damagedFolder(file, 'it holds no keys');
  const made = known && !(await isEmpty(cloud)) ? known : await bootstrap(cloud);
  const { organization, owner, environments } = made;
  const credentials = { baseUrl: cloud.baseUrl, organization, owner, environments };
  writeJson(file, credentials);
  return credentials;
}

async function isEmpty({ assembly, environment }: Cloud): Promise<boolean> {
  const client = new DynamoDBClient({
    endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB,
    region: environment.AWS_REGION,
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
    },
  });
  const page = await client.send(new ScanCommand({ TableName: assembly.tables[0]?.name, Limit: 1 }));
  client.destroy();
  return page.Count === 0;
}

async function bootstrap({ assembly, environment }: Cloud): Promise<Omit<Credentials, 'baseUrl'>> {
  const script = join(import.meta.dirname, '../bin/bootstrap.ts');
  const env = { ...process.env, AWS_PROFILE: undefined, ...environment, TABLE_NAME: assembly.tables[0]?.name };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, '--json'], { env });
    return JSON.parse(stdout) as Omit<Credentials, 'baseUrl'>;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(
      `The first organization could not be created (node bin/bootstrap.ts --json):\n${stderr || message}`,
    );
  }
}

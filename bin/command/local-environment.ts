import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Cloud } from '../../local/cloud.ts';
import { writeJson } from '../../local/data-folder.ts';
import { fail } from './stack-output.ts';

const fileIn = (dataDir: string): string => join(dataDir, 'environment.json');

/** Tells commands how to reach the local cloud while it runs. The same commands work on a deployment. */
export function tellEnvironment(dataDir: string, { assembly, environment }: Cloud): void {
  const [TABLE_NAME, KMS_KEY_ID] = [assembly.tables[0]?.name, assembly.keys[0]];
  writeJson(fileIn(dataDir), { ...environment, TABLE_NAME, KMS_KEY_ID });
}

/** Points a command to the local cloud if its stage is `local`. Ends it if the cloud isn't running. */
export function useLocalEnvironment(): void {
  if (process.env.STAGE !== 'local') return;
  const file = fileIn(resolve(process.env.LOCAL_DATA || '.local'));
  try {
    Object.assign(process.env, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    fail(`There is no ${file}: start the local cloud first (npm start), and keep it running.`);
  }
  delete process.env.AWS_PROFILE;
}

import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from './failure.ts';

/** A deployment and its secret key. */
type Stage = { readonly baseUrl: string; readonly secretKey: string };

type Config = { readonly default?: string; readonly stages: Readonly<Record<string, Stage>> };

/** Returns the path of the file with addresses and keys, one for each user of the machine. */
export function configPath(env = process.env): string {
  if (env.FORMLINE_CONFIG) return env.FORMLINE_CONFIG;
  const folder = env.XDG_CONFIG_HOME ?? (process.platform === 'win32' ? env.APPDATA : undefined);
  return join(folder ?? join(homedir(), '.config'), 'formline', 'config.json');
}

export async function readConfig(path = configPath()): Promise<Config> {
  const text = await readFile(path, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return '{"stages": {}}';
    throw new Failure(`${path} cannot be read: ${error.message}`);
  });
  try {
    return JSON.parse(text) as Config;
  } catch {
    throw new Failure(`${path} is no JSON: remove it, and log in again`);
  }
}

/**
 * Writes the config so that only the user can read it, even if it was readable before. The file is replaced whole or
 * not at all.
 */
export async function writeConfig(config: Config, path = configPath()): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${process.pid}`;
  await writeFile(next, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  await chmod(next, 0o600);
  await rename(next, path);
}

export type ChosenStage = Stage & { readonly name: string };

/** Returns the stage for a command: FORMLINE_URL with FORMLINE_SECRET_KEY, or a stage that you logged in to. */
export async function chosenStage(wanted: string | undefined, env = process.env): Promise<ChosenStage> {
  const { FORMLINE_URL: baseUrl, FORMLINE_SECRET_KEY: secretKey, FORMLINE_STAGE: fromEnv } = env;
  if (baseUrl && secretKey) return { name: wanted ?? fromEnv ?? 'default', baseUrl, secretKey };
  const { stages, default: first } = await readConfig();
  const name = wanted ?? fromEnv ?? first;
  if (name === undefined) throw new Failure('Log in first: formline login --url https://…');
  const stage = Object.hasOwn(stages, name) ? stages[name] : undefined;
  if (stage) return { name, ...stage };
  const known = Object.keys(stages).join(', ') || 'none';
  throw new Failure(
    `There is no stage ${name} (there are: ${known}). Log in: formline login --stage ${name} --url https://…`,
  );
}

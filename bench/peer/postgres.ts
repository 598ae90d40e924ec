import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * The folders outside the PATH where packages install PostgreSQL: Debian, Red Hat, Homebrew, and the macOS installers.
 */
const usualFolders = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  '/Library/PostgreSQL/*/bin',
];

const programs = ['initdb', 'postgres'];

export const missing =
  'PostgreSQL is not installed: initdb and postgres are neither on the PATH nor where packages put them. Install it ' +
  '(Debian and Ubuntu: apt-get install postgresql; macOS: brew install postgresql), and run npm run bench -- peer again.';

/**
 * Returns the folder of PostgreSQL's programs: one on the PATH, or else the newest of the usual ones. Undefined if
 * there is none.
 */
export function findPostgres(
  path = process.env.PATH ?? '',
  usual: readonly string[] = usualFolders,
): string | undefined {
  const newestFirst = globSync(usual).toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  const folders = [...path.split(delimiter).filter(Boolean), ...newestFirst];
  return folders.find(folder => programs.every(program => existsSync(join(folder, program))));
}

export type Postgres = {
  /** The directory of its socket and of everything that it writes. */
  readonly directory: string;
  readonly pid: number;
  /** `15.18` */
  readonly version: string;
  close(): Promise<void>;
};

export const database = { user: 'peer', database: 'postgres' } as const;

/**
 * Starts a cluster with initdb's default settings, so each commit waits for the disk. It listens on a socket that only
 * its user can reach. It ends with this process at the latest, and leaves nothing behind.
 *
 * @param parent the folder for the cluster's own folder
 */
export async function startPostgres(programsFolder: string, parent: string): Promise<Postgres> {
  const directory = mkdtempSync(join(parent, 'formline-peer-'));
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  process.once('exit', remove);
  const user = await unprivileged();
  if (user) chownSync(directory, user.uid, user.gid);
  const as = { ...user, cwd: directory };
  const data = join(directory, 'data');
  const initdb = ['-D', data, '-U', database.user, '--auth=trust', '--encoding=UTF8', '--locale=C'];
  await execute(join(programsFolder, 'initdb'), initdb, as);
  const { stdout } = await execute(join(programsFolder, 'postgres'), ['--version'], as);
  const settings = ['listen_addresses=', `unix_socket_directories=${directory}`].flatMap(setting => ['-c', setting]);
  const child = spawn(join(programsFolder, 'postgres'), ['-D', data, ...settings], {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Stop it before its folder is removed.
  const kill = () => child.kill('SIGQUIT');
  process.prependOnceListener('exit', kill);
  const ended = once(child, 'close');
  await ready(child.stderr, ended);
  return {
    directory,
    pid: child.pid ?? 0,
    version: /\d+(\.\d+)*/.exec(stdout)?.[0] ?? '',
    async close() {
      child.kill('SIGINT');
      await ended;
      process.off('exit', kill);
      process.off('exit', remove);
      remove();
    },
  };
}

/**
 * Returns the user to run PostgreSQL as, because it refuses to run as root. Undefined if this process doesn't run as
 * root.
 */
async function unprivileged(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all(['-u', '-g'].map(option => execute('id', [option, name]))).catch(() => undefined);
    const [uid, gid] = (ids ?? []).map(({ stdout }) => Number(stdout));
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody: be another user.');
}

async function ready(output: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<void> {
  let printed = '';
  const started = new Promise<void>(resolve => {
    output.on('data', chunk => {
      printed = `${printed}${chunk}`.slice(-2000);
      if (printed.includes('ready to accept connections')) resolve();
    });
  });
  const failed = ended.then(() => {
    throw new Error(`PostgreSQL did not start: ${printed.trim()}`);
  });
  await Promise.race([started, failed]);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { damagedFolder } from '../data-folder.ts';
import type { LocalServer } from '../http-server.ts';

export type EngineOptions = {
  readonly dataDir: string;
  readonly port: number;
  readonly environment?: NodeJS.ProcessEnv;
  /** Called when the engine ends without being stopped. */
  readonly onEnd?: (reason: string) => void;
};

export type Engine = LocalServer & {
  /** The file with the tables of a dynoxide that we started. */
  readonly databaseFile?: string;
  /** Returns when the tables of a dynoxide that we started have last changed, in milliseconds since the epoch. */
  readonly changedAt?: () => number;
};

type Command = {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly databaseFile?: string;
};

/**
 * Starts the DynamoDB engine: the endpoint in AWS_ENDPOINT_URL_DYNAMODB, else the installed dynoxide, else one on the
 * PATH, else DynamoDB Local from the directory in DYNAMODB_LOCAL (needs Java 17).
 */
export async function startDynamoDb({
  dataDir,
  port,
  environment = process.env,
  onEnd,
}: EngineOptions): Promise<Engine> {
  const given = environment.AWS_ENDPOINT_URL_DYNAMODB;
  if (given) return { endpoint: given.replace(/\/$/, ''), close: async () => {} };

  mkdirSync(dataDir, { recursive: true });
  const pidFile = join(dataDir, 'dynamodb.pid');
  const command = findEngine(environment, dataDir, port);
  await stopLeftOver(pidFile, dataDir);

  // The engine has its own process group, so that Ctrl-C in a terminal doesn't stop it before the functions have ended.
  const child = spawn(command.file, command.args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const output: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => {
    output.push(String(chunk));
    output.splice(0, output.length - 20);
  });
  const ended = endOf(child);
  if (child.pid) writeFileSync(pidFile, String(child.pid));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);

  const failure = await Promise.race([listening(port, child), ended]);
  if (failure) {
    process.off('exit', kill);
    const printed = output.join('').trim();
    if (command.databaseFile && /not a valid SQLite database|malformed/.test(printed)) {
      throw damagedFolder(command.databaseFile, printed);
    }
    throw new Error(`The DynamoDB engine ${command.name} did not start: ${failure}. ${printed}`);
  }

  let closing = false;
  void ended.then(reason => closing || onEnd?.(`The DynamoDB engine ${command.name} has ended: ${reason}.`));
  return {
    endpoint: `http://127.0.0.1:${port}`,
    databaseFile: command.databaseFile,
    ...(command.databaseFile && { changedAt: lastChange(command.databaseFile) }),
    async close() {
      closing = true;
      child.kill('SIGTERM');
      const timer = setTimeout(kill, 5000);
      await ended;
      clearTimeout(timer);
      process.off('exit', kill);
      rmSync(pidFile, { force: true });
    },
  };
}

/** Returns a function that finds when an SQLite database has last changed, in milliseconds since the epoch. */
function lastChange(databaseFile: string): () => number {
  const files = [databaseFile, `${databaseFile}-wal`];
  return () => Math.max(...files.map(file => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}

/** Returns the command of the available engine. If there is none, throws with what to do. */
export function findEngine(environment: NodeJS.ProcessEnv, dataDir: string, port: number): Command {
  const databaseFile = join(dataDir, 'dynamodb.sqlite');
  const dynoxide = installedDynoxide() ?? onPath('dynoxide', environment.PATH);
  if (dynoxide && !environment.DYNAMODB_LOCAL) {
    return {
      name: 'dynoxide',
      file: dynoxide,
      args: ['--port', String(port), '--db-path', databaseFile],
      databaseFile,
    };
  }
  if (environment.DYNAMODB_LOCAL) {
    const directory = environment.DYNAMODB_LOCAL;
    const jar = join(directory, 'DynamoDBLocal.jar');
    if (!existsSync(jar)) throw new Error(`DYNAMODB_LOCAL is "${directory}", which does not hold DynamoDBLocal.jar.`);
    const storage = ['-sharedDb', '-disableTelemetry', '-dbPath', dataDir, '-port', String(port)];
    const args = [`-Djava.library.path=${join(directory, 'DynamoDBLocal_lib')}`, '-jar', jar, ...storage];
    return { name: 'DynamoDB Local', file: 'java', args };
  }
  throw new Error(
    'There is no DynamoDB engine. On Linux x64 `npm ci` installs one (@dynoxide/linux-x64). Elsewhere put `dynoxide` on ' +
      'the PATH, or set DYNAMODB_LOCAL to the directory of DynamoDB Local (needs Java 17), or AWS_ENDPOINT_URL_DYNAMODB ' +
      'to an engine that runs.',
  );
}

function installedDynoxide(): string | undefined {
  try {
    const file = createRequire(join(import.meta.dirname, 'dynamodb.ts')).resolve('@dynoxide/linux-x64/package.json');
    const binary = join(file, '..', 'dynoxide');
    return process.platform === 'linux' && process.arch === 'x64' && existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

function onPath(name: string, path = ''): string | undefined {
  return path
    .split(delimiter)
    .map(directory => join(directory, name))
    .find(file => existsSync(file));
}

/** Stops the engine of a killed run, which would keep the database locked. */
async function stopLeftOver(pidFile: string, dataDir: string): Promise<void> {
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
  if (!pid || !commandLine(pid).includes(dataDir)) return;
  process.kill(pid, 'SIGTERM');
  for (let waits = 0; commandLine(pid) !== ''; waits += 1) {
    if (waits === 100) process.kill(pid, 'SIGKILL');
    await sleep(20);
  }
}

/**
 * Returns the command line of a process. Returns an empty string if there is no such process or no /proc; nothing is
 * stopped then.
 */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise(resolve => {
    child.once('error', error => resolve(error.message));
    // The last output arrives after `exit`.
    child.once('close', (code, signal) => resolve(signal ? `it was stopped by ${signal}` : `exit code ${code}`));
  });
}

/** Resolves when the port accepts connections, or when the engine has ended. */
async function listening(port: number, engine: ChildProcess): Promise<undefined> {
  while (engine.exitCode === null && engine.signalCode === null) {
    const connected = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (connected) return undefined;
    await sleep(10);
  }
  return await new Promise<undefined>(() => {});
}

/**
 * Records the table of a release, filled by that release's own code: a fixture of `upgrades.test.ts`.
 *
 *   npm run record-release -- v0.2.0
 *   npm run record-release -- 57cb788e 0.1.0
 *
 * The first argument is a commit, the second the name of the fixture: the commit's version without it.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { askForRecords } from './ask-for-records.ts';

const [commit, name] = process.argv.slice(2);
if (commit === undefined) throw new Error('Name the commit of a release: npm run record-release -- v0.2.0');

const project = join(import.meta.dirname, '../..');
const directory = mkdtempSync(join(tmpdir(), 'formline-release-'));
const [worktree, dataDir] = [join(directory, 'code'), join(directory, 'data')];
const git = (...args: string[]) => execFileSync('git', args, { cwd: project, stdio: 'inherit' });
const textIn = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

git('worktree', 'add', '--detach', worktree, commit);
try {
  installPackages();
  const stop = await startService();
  const records = await askForRecords(dataDir).finally(stop);
  const { version } = JSON.parse(textIn(worktree, 'package.json'));
  const file = join(import.meta.dirname, `${name ?? version}.json.gz`);
  // JSON has no bytes.
  const text = JSON.stringify(records, (_, value) =>
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
  );
  writeFileSync(file, gzipSync(text, { level: 9 }));
  console.log(`The records of ${commit} are in ${file}`);
} finally {
  git('worktree', 'remove', '--force', worktree);
  rmSync(directory, { recursive: true, force: true });
}

/** Uses the packages of this checkout where the release has the same ones. */
function installPackages(): void {
  if (textIn(project, 'package-lock.json') === textIn(worktree, 'package-lock.json')) {
    symlinkSync(join(project, 'node_modules'), join(worktree, 'node_modules'));
  } else {
    execFileSync('npm', ['ci'], { cwd: worktree, stdio: 'inherit' });
  }
}

/** Starts the release's local service. Returns what stops it. */
async function startService(): Promise<() => void> {
  const env = { ...process.env, LOCAL_DATA: dataDir, PORT: '0' };
  const service = spawn('npm', ['start'], { cwd: worktree, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const stop = () => process.kill(-(service.pid ?? 0), 'SIGTERM');
  for await (const line of createInterface({ input: service.stdout })) {
    console.log(line);
    if (line.startsWith('Ready at ')) {
      service.stdout.resume();
      return stop;
    }
  }
  throw new Error('The service of the release did not start.');
}

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock } from './lock.ts';

export type PrepareOptions = {
  /** The deployment's settings, as the stacks read them from their environment. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Called with progress messages, because it may take ten seconds. */
  readonly onProgress?: (line: string) => void;
};

const project = join(import.meta.dirname, '..');
const cacheDir = join(project, 'node_modules/.cache/local-cloud');
/** The file that says which sources `dist` was bundled from. */
const bundledMark = join(project, 'dist/bundled-from');
const unusedMs = 24 * 60 * 60_000;

/** The files that affect the template: the stacks, and all sources of the functions. */
export const sources = [
  'bin/app.ts',
  'bin/build.ts',
  'bin/build/**/*.ts',
  'lib/**/*.ts',
  'functions/**/*.ts',
  'shared/**/*.{ts,json}',
  'web/**/*.{ts,tsx,js,css,json,html}',
  'cdk.json',
  'package-lock.json',
];

/**
 * Bundles the functions and synthesizes the stacks as stage `local`, unless the same sources and settings were built
 * before. Returns the assembly's directory, which later changes don't touch. Concurrent runs are safe: one builds, the
 * others wait. Rejects with the output of the failing step.
 */
export async function prepareAssembly({ environment = process.env, onProgress }: PrepareOptions = {}): Promise<string> {
  const settings = { ...environment, STAGE: 'local' };
  const read = readSources();
  const assemblyDir = join(cacheDir, hashOf(read, settings));
  mkdirSync(cacheDir, { recursive: true });
  const release = await waitForLock(onProgress);
  try {
    if (!existsSync(assemblyDir)) {
      const unfinished = `${assemblyDir}.unfinished`;
      rmSync(unfinished, { recursive: true, force: true });
      if (bundledSources() !== read.hash) {
        await step('Bundling the functions', ['bin/build.ts'], settings, onProgress);
        writeFileSync(bundledMark, read.hash);
      }
      const synthesis = { ...settings, CDK_OUTDIR: unfinished };
      await step('Synthesizing the stacks', ['bin/app.ts'], synthesis, onProgress);
      renameSync(unfinished, assemblyDir);
    }
    touchAssembly(assemblyDir);
    removeUnused();
  } finally {
    release();
  }
  return assemblyDir;
}

async function waitForLock(onProgress: PrepareOptions['onProgress']): Promise<() => void> {
  for (let waits = 0; ; waits += 1) {
    const release = await tryLock(cacheDir);
    if (release) return release;
    if (waits === 0) onProgress?.('Waiting for another process that bundles and synthesizes …');
    await sleep(100);
  }
}

/**
 * Returns the hash of the bundled sources. Bundles contain no settings, so one bundle serves every assembly from the
 * same sources. `npm run build` removes the mark.
 */
const bundledSources = (): string | undefined =>
  existsSync(bundledMark) ? readFileSync(bundledMark, 'utf8') : undefined;

type Sources = {
  readonly hash: string;
  /**
   * Every upper-case name in the stacks' sources, because it may be a setting. Names that aren't settings have no
   * value.
   */
  readonly settingNames: readonly string[];
};

function readSources(): Sources {
  const hash = createHash('sha256').update(process.version);
  const names = new Set<string>();
  for (const file of globSync(sources, { cwd: project }).sort()) {
    const text = readFileSync(join(project, file), 'utf8');
    hash.update(`${file}\n${text.length}\n${text}`);
    if (!/^(lib|bin|shared\/env)/.test(file)) continue;
    for (const [name] of text.matchAll(/\b[A-Z][A-Z0-9_]+\b/g)) names.add(name);
  }
  return { hash: hash.digest('hex'), settingNames: [...names].sort() };
}

/** Hashes the sources and each setting that they name. */
function hashOf({ hash, settingNames }: Sources, environment: NodeJS.ProcessEnv): string {
  const set = settingNames.flatMap(name => (environment[name] ? [`${name}=${environment[name]}\n`] : []));
  return createHash('sha256')
    .update([hash, ...set].join('\n'))
    .digest('hex')
    .slice(0, 16);
}

async function step(
  what: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  onProgress: PrepareOptions['onProgress'],
): Promise<void> {
  onProgress?.(`${what} …`);
  const started = performance.now();
  const output: string[] = [];
  const child = spawn(process.execPath, args, { cwd: project, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(String(chunk)));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  );
  process.off('exit', kill);
  if (code !== 0) throw new Error(`${what} failed (node ${args.join(' ')}):\n${output.join('').trim()}`);
  onProgress?.(`${what} took ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Marks an assembly as in use: a function's code is read whenever an environment of it starts. */
export function touchAssembly(assemblyDir: string): void {
  utimesSync(assemblyDir, new Date(), new Date());
}

function removeUnused(): void {
  const paths = readdirSync(cacheDir).map(name => join(cacheDir, name));
  const unused = paths.filter(path => Date.now() - statSync(path).mtimeMs > unusedMs);
  for (const path of unused) rmSync(path, { recursive: true, force: true });
}

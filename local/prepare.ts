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
  /** Settings of the deployment, as the stacks read them from their environment. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Told what goes on, as it may take ten seconds. */
  readonly onProgress?: (line: string) => void;
};

const project = join(import.meta.dirname, '..');
const cacheDir = join(project, 'node_modules/.cache/local-cloud');
/** Says which sources `dist` was bundled from. */
const bundledMark = join(project, 'dist/bundled-from');
const unusedMs = 24 * 60 * 60_000;

/** Decide over the template: the stacks, and all that the functions are bundled from. */
export const sources = [
  'bin/app.ts',
  'bin/build.ts',
  'bin/build/**/*.ts',
  'lib/**/*.ts',
  'functions/**/*.ts',
  'shared/**/*.ts',
  'web/**/*.{ts,tsx,js,css,json,html}',
  'cdk.json',
  'package-lock.json',
];

/**
 * Bundles the functions and synthesizes the stacks, as stage `local`, unless that was done before from the same
 * sources and settings. Gives the directory of the assembly, which later changes leave alone. Safe to run many at a
 * time: one builds, the others wait. Rejects with what the failing step printed.
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

/** No setting is in a bundle: what was bundled from the same sources serves each assembly. `npm run build` takes the mark away. */
const bundledSources = (): string | undefined =>
  existsSync(bundledMark) ? readFileSync(bundledMark, 'utf8') : undefined;

type Sources = {
  readonly hash: string;
  /** Every name in capitals in the sources of the stacks: it may be a setting, and those that are none have no value. */
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

/** Of the sources, and of each setting that they name. */
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

/** Says that an assembly is in use: a function's code is read whenever an environment of it starts. */
export function touchAssembly(assemblyDir: string): void {
  utimesSync(assemblyDir, new Date(), new Date());
}

function removeUnused(): void {
  const paths = readdirSync(cacheDir).map(name => join(cacheDir, name));
  const unused = paths.filter(path => Date.now() - statSync(path).mtimeMs > unusedMs);
  for (const path of unused) rmSync(path, { recursive: true, force: true });
}

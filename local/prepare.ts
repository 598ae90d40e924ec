import { type StdioOptions, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
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

type BeginOptions = PrepareOptions & {
  /** The functions to bundle before all others, such as `create-form`. */
  readonly first?: readonly string[];
};

/** An assembly whose functions may still be bundled. */
export type BegunAssembly = {
  readonly assemblyDir: string;
  /** Resolves when the code of a function is in its directory. */
  codeIn(codeDir: string): Promise<unknown>;
  /** Resolves when the code of all functions is there. Rejects with the output of the failed bundling. */
  readonly bundled: Promise<void>;
};

/**
 * Bundles the functions and synthesizes the stacks as stage `local`, unless the same sources and settings were built
 * before. Returns the assembly's directory, which later changes don't touch. Concurrent runs are safe: one builds, the
 * others wait. Rejects with the output of the failing step.
 */
export async function prepareAssembly(options: PrepareOptions = {}): Promise<string> {
  const { assemblyDir, bundled } = await beginAssembly(options);
  await bundled;
  return assemblyDir;
}

/** Does the same, and resolves as soon as the stacks are synthesized. */
export async function beginAssembly({
  environment = process.env,
  first = [],
  onProgress,
}: BeginOptions = {}): Promise<BegunAssembly> {
  const settings = { ...environment, STAGE: 'local' };
  const read = readSources();
  const assemblyDir = join(cacheDir, hashOf(read, settings));
  mkdirSync(cacheDir, { recursive: true });
  const release = await waitForLock(onProgress);
  const finished = join(assemblyDir, 'finished');
  let bundled = Promise.resolve();
  try {
    if (existsSync(finished)) return { assemblyDir, bundled, codeIn: async () => {} };
    rmSync(assemblyDir, { recursive: true, force: true });
    const code = new Code(join(assemblyDir, 'code'));
    const stop = new AbortController();
    bundled = bundleInto(code, read.hash, first, { environment: settings, onProgress, signal: stop.signal });
    const synthesis = { ...settings, BUNDLES_DIRECTORY: code.directory, CDK_OUTDIR: assemblyDir };
    await step('Synthesizing the stacks', ['bin/app.ts'], { environment: synthesis, onProgress }).catch(error => {
      stop.abort();
      throw error;
    });
    bundled = bundled.then(() => writeFileSync(finished, ''));
    return { assemblyDir, bundled, codeIn: codeDir => Promise.race([code.in(codeDir), bundled]) };
  } finally {
    if (existsSync(assemblyDir)) touchAssembly(assemblyDir);
    removeUnused();
    // Callers that wait for the code get its failure.
    bundled.catch(() => {}).finally(release);
  }
}

/** The code of the functions in an assembly: a directory for each, which is useless until it is bundled. */
class Code {
  readonly directory: string;
  readonly #added = new Map<string, PromiseWithResolvers<void>>();

  constructor(directory: string) {
    this.directory = directory;
    for (const file of globSync('functions/**/*.ts', { cwd: project })) {
      const name = basename(file, '.ts');
      this.#added.set(join(directory, name), Promise.withResolvers());
      mkdirSync(join(directory, name), { recursive: true });
      writeFileSync(join(directory, name, 'index.cjs'), `// ${name}`);
    }
  }

  get names(): string[] {
    return [...this.#added.keys()].map(codeDir => basename(codeDir));
  }

  add(names: readonly string[]): void {
    for (const name of names) {
      const codeDir = join(this.directory, name);
      cpSync(join(project, 'dist/functions', name), codeDir, { recursive: true });
      this.#added.get(codeDir)?.resolve();
    }
  }

  async in(codeDir: string): Promise<void> {
    await this.#added.get(codeDir)?.promise;
  }
}

async function bundleInto(code: Code, hash: string, first: readonly string[], options: StepOptions): Promise<void> {
  if (bundledSources() === hash) return code.add(code.names);
  const args = ['bin/build.ts', ...first.map(name => `--first=${name}`)];
  await step('Bundling the functions', args, { ...options, onMessage: names => code.add(names as string[]) });
  writeFileSync(bundledMark, hash);
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

type StepOptions = {
  readonly environment: NodeJS.ProcessEnv;
  readonly onProgress?: PrepareOptions['onProgress'];
  readonly onMessage?: (message: unknown) => void;
  readonly signal?: AbortSignal;
};

async function step(
  what: string,
  args: readonly string[],
  { environment, onProgress, onMessage = () => {}, signal }: StepOptions,
): Promise<void> {
  onProgress?.(`${what} …`);
  const started = performance.now();
  const output: string[] = [];
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', 'ipc'];
  const child = spawn(process.execPath, args, { cwd: project, env: environment, stdio, signal, killSignal: 'SIGKILL' });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => output.push(String(chunk)));
  child.on('message', onMessage);
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

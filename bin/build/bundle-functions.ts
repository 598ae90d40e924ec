import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { type Contracts, withFunction } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';
import { bundleKeys, webKey } from './bundle-keys.ts';
import { readMemory, restrictedTo, sizesOf, writeMemory } from './bundle-memory.ts';
import { bundleParts, partsOutside } from './bundle-parts.ts';
import { contractsWithoutSchemas } from './contracts-without-schemas.ts';
import { deferModules } from './defer-modules.ts';
import { type FunctionFile, functionFiles } from './function-files.ts';
import { precompiledValidators } from './precompiled-validators.ts';
import { refuseImports } from './refuse-imports.ts';
import { writeWebFiles } from './web-files.ts';
import { minifiedCss } from './web-options.ts';

const project = join(import.meta.dirname, '../..');

/** The bundle sizes in bytes by function, such as `create-form`, and what the bundles contain. */
export type Bundles = { readonly sizeBytes: ReadonlyMap<string, number>; readonly metafile: Metafile };

export type Sources = { readonly functionsDirectory: string; readonly contracts: Contracts };

export type BundleOptions = {
  /** The functions to bundle before all others, such as `create-form`. */
  readonly first?: readonly string[];
  /** Called with the functions whose files are complete, each once. */
  readonly onBundled?: (names: readonly string[]) => void;
};

/** The function with the files for browsers beside its bundle. */
const servesWebFiles = 'get-home';
const webFiles = `${servesWebFiles}/web`;

const bundleOf = (name: string): string => `${name}/index.cjs`;

const ownSources: Sources = { functionsDirectory: join(project, 'functions'), contracts: api };

const common: BuildOptions = {
  absWorkingDir: project,
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  // CommonJS: in a module, importing node:http would load undici, which takes 25 ms of each cold start.
  format: 'cjs',
  mainFields: ['module', 'main'],
  supported: { 'dynamic-import': false },
  alias: {
    '@aws-sdk/credential-provider-node': join(project, 'shared/aws/credentials-from-environment.ts'),
    '@smithy/core/event-streams': join(project, 'shared/aws/no-event-streams.ts'),
  },
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * Skips reading the SDK's config files. A Lambda function is configured by its environment, and its first request would
 * wait for two missing files.
 */
const noConfigFiles: Plugin = {
  name: 'no-config-files',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]loadSharedConfigFiles\.js$/ }, () => ({
      contents: `export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });
        export const CONFIG_PREFIX_SEPARATOR = '.';`,
      loader: 'js',
    }));
  },
};

/**
 * Bundles every Lambda function to `<outputDirectory>/<name>/index.cjs`. The same sources give the same bytes, and a
 * bundle with unchanged sources stays as it is. Throws if a bundle would import something that is neither in it nor
 * beside it, because a function has nothing else but Node.
 */
export async function bundleFunctions(
  outputDirectory: string,
  sources: Sources = ownSources,
  { first = [], onBundled }: BundleOptions = {},
): Promise<Bundles> {
  const { functionsDirectory, contracts } = sources;
  const files = functionFiles(functionsDirectory, Object.keys(withFunction(contracts)));
  const before = readMemory(outputDirectory);
  const keys = await keysOf(files);
  const current = new Set(
    [...keys].flatMap(([made, key]) =>
      before.keys[made] === key && existsSync(join(outputDirectory, made)) ? [made] : [],
    ),
  );
  const isCurrent = ({ name }: FunctionFile) => madeOf(name).every(made => !keys.has(made) || current.has(made));
  const changed = files.filter(file => !isCurrent(file));
  onBundled?.(files.filter(isCurrent).map(({ name }) => name));

  let memory = restrictedTo(before, current);
  // An interrupted run leaves bundles that no later run treats as current.
  if (changed.length > 0) writeMemory(outputDirectory, memory);
  for (const round of roundsOf(changed, first)) {
    const { inputs, outputs } = await bundleAll(round, files, outputDirectory, contracts);
    const made = round.flatMap(({ name }) => madeOf(name)).filter(made => keys.has(made));
    if (made.includes(webFiles)) await writeWebFiles(join(outputDirectory, webFiles));
    memory = {
      inputs: { ...memory.inputs, ...inputs },
      outputs: { ...memory.outputs, ...outputs },
      keys: { ...memory.keys, ...Object.fromEntries(made.map(each => [each, keys.get(each) ?? ''])) },
    };
    writeMemory(outputDirectory, memory);
    onBundled?.(round.map(({ name }) => name));
  }
  removeOthers(outputDirectory, files);
  return { sizeBytes: sizesOf(memory), metafile: memory };
}

/** Returns the paths that are built for a function. */
const madeOf = (name: string): string[] => [bundleOf(name), ...(name === servesWebFiles ? [webFiles] : [])];

const roundsOf = (files: readonly FunctionFile[], first: readonly string[]): FunctionFile[][] =>
  [files.filter(({ name }) => first.includes(name)), files.filter(({ name }) => !first.includes(name))].filter(
    round => round.length > 0,
  );

/** Returns the key of each function's files, by path in the folder of the bundles. */
async function keysOf(files: readonly FunctionFile[]): Promise<ReadonlyMap<string, string>> {
  const keys = await bundleKeys(files.map(({ path }) => path));
  return new Map([
    ...files.map(({ name, path }) => [bundleOf(name), keys.get(path) ?? ''] as const),
    ...(files.some(({ name }) => name === servesWebFiles) ? [[webFiles, webKey()] as const] : []),
  ]);
}

/** Bundles some of the functions. They may import others. */
async function bundleAll(
  round: readonly FunctionFile[],
  files: readonly FunctionFile[],
  outputDirectory: string,
  contracts: Contracts,
): Promise<Metafile> {
  const { plugin, parts } = partsOutside();
  const options = { ...common, outdir: outputDirectory, outExtension: { '.js': '.cjs' } };
  const { metafile } = await build({
    ...options,
    entryPoints: round.map(({ name, path }) => ({ in: path, out: `${name}/index` })),
    plugins: [
      plugin,
      minifiedCss,
      deferModules(parts),
      noConfigFiles,
      contractsWithoutSchemas(contracts),
      precompiledValidators(files, contracts),
    ],
    metafile: true,
  });
  refuseImports(metafile, parts);
  await bundleParts(parts, metafile, options);
  return metafile;
}

/**
 * Removes the bundles of deleted functions. Existing bundles are overwritten in place, because another process may be
 * reading them.
 */
function removeOthers(outputDirectory: string, files: readonly FunctionFile[]): void {
  const names = new Set(files.map(({ name }) => name));
  for (const name of readdirSync(outputDirectory)) {
    if (!names.has(name)) rmSync(join(outputDirectory, name), { recursive: true });
  }
}

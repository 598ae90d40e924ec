import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { type Contracts, withFunction } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';
import { contractsWithoutSchemas } from './contracts-without-schemas.ts';
import { deferred } from './deferred.ts';
import { type FunctionFile, functionFiles } from './function-files.ts';
import { bundleParts, partsOutside } from './parts.ts';
import { precompiledValidators } from './precompiled-validators.ts';
import { refuseImports } from './refuse-imports.ts';
import { writeWebFiles } from './web-files.ts';

const project = join(import.meta.dirname, '../..');

/** Bytes of the bundles by function, `create-form`, and what they are made of. */
export type Bundles = { readonly sizeBytes: ReadonlyMap<string, number>; readonly metafile: Metafile };

export type Sources = { readonly functionsDirectory: string; readonly contracts: Contracts };

/** The function that has what browsers load beside its bundle. */
const servesWebFiles = 'get-home';

const ownSources: Sources = { functionsDirectory: join(project, 'functions'), contracts: api };

const common: BuildOptions = {
  absWorkingDir: project,
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  // CommonJS: in a module, importing node:http would load undici, 25 ms of each cold start.
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

/** A Lambda function is configured by its environment; its first request would wait for two files that are not there. */
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
 * Bundles every Lambda function to `<outputDirectory>/<name>/index.cjs`; the same sources give the same bytes. Throws
 * when a bundle would import what is neither in it nor beside it: a function has nothing else but Node.
 */
export async function bundleFunctions(outputDirectory: string, sources: Sources = ownSources): Promise<Bundles> {
  const { functionsDirectory, contracts } = sources;
  const files = functionFiles(functionsDirectory, Object.keys(withFunction(contracts)));
  const { plugin, parts } = partsOutside();
  const { metafile } = await build({
    ...common,
    entryPoints: files.map(({ name, path }) => ({ in: path, out: `${name}/index` })),
    outdir: outputDirectory,
    outExtension: { '.js': '.cjs' },
    plugins: [
      plugin,
      deferred(parts),
      noConfigFiles,
      contractsWithoutSchemas(contracts),
      precompiledValidators(files, contracts),
    ],
    metafile: true,
  });
  refuseImports(metafile, parts);
  await bundleParts(parts, metafile, common);
  removeOthers(outputDirectory, files);
  if (files.some(({ name }) => name === servesWebFiles)) await writeWebFiles(join(outputDirectory, servesWebFiles));
  const sizeBytes = Object.entries(metafile.outputs).flatMap(([path, { bytes }]) => {
    const name = /([^/]+)\/index\.cjs$/.exec(path)?.[1];
    return name ? [[name, bytes] as const] : [];
  });
  return { sizeBytes: new Map(sizeBytes), metafile };
}

/** Bundles of functions that are gone. What stands is overwritten in place: another process may be reading it. */
function removeOthers(outputDirectory: string, files: readonly FunctionFile[]): void {
  const names = new Set(files.map(({ name }) => name));
  for (const name of readdirSync(outputDirectory)) {
    if (!names.has(name)) rmSync(join(outputDirectory, name), { recursive: true });
  }
}

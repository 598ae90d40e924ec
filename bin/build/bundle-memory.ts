import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Metafile } from 'esbuild';

/**
 * The state of a folder of bundles: the key that each was made from, and esbuild's metafile, for
 * https://esbuild.github.io/analyze.
 */
export type BundleMemory = Metafile & { readonly keys: Readonly<Record<string, string>> };

const nothing: BundleMemory = { inputs: {}, outputs: {}, keys: {} };

/** The cache is beside the folder, because everything in the folder is deployed. */
const fileOf = (outputDirectory: string): string => `${outputDirectory}.json`;

export function readMemory(outputDirectory: string): BundleMemory {
  const file = fileOf(outputDirectory);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : nothing;
}

export function writeMemory(outputDirectory: string, memory: BundleMemory): void {
  const file = fileOf(outputDirectory);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(memory));
}

/** Limits the state to some files, such as `create-form/index.cjs`. */
export const restrictedTo = ({ inputs, outputs, keys }: BundleMemory, files: ReadonlySet<string>): BundleMemory => ({
  inputs,
  outputs: Object.fromEntries(Object.entries(outputs).filter(([path]) => files.has(fileIn(path)))),
  keys: Object.fromEntries(Object.entries(keys).filter(([file]) => files.has(file))),
});

/** Returns the bundle sizes in bytes by function, such as `create-form`. */
export const sizesOf = ({ outputs }: BundleMemory): ReadonlyMap<string, number> =>
  new Map(Object.entries(outputs).map(([path, { bytes }]) => [dirname(fileIn(path)), bytes]));

/** Returns `create-form/index.cjs` for `dist/functions/create-form/index.cjs`. */
const fileIn = (path: string): string => path.split('/').slice(-2).join('/');

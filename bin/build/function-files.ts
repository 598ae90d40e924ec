import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export type FunctionFile = {
  /** The name of its bundle: `create-form`. */
  readonly name: string;
  readonly path: string;
  /** The name of its contract, `createForm`; undefined for a worker. */
  readonly operation: string | undefined;
};

/**
 * Returns the files in `functions/`, one for each Lambda function. Throws if the names don't match: contract, file and
 * function share one name. A file without a contract would never be called, and a contract without a file would have
 * nothing to call.
 */
export function functionFiles(functionsDirectory: string, operations: readonly string[]): FunctionFile[] {
  const files = globSync('**/*.ts', { cwd: functionsDirectory })
    .sort()
    .map((path): FunctionFile => {
      const name = basename(path, '.ts');
      const isWorker = dirname(path) === 'workers';
      return { name, path: join(functionsDirectory, path), operation: isWorker ? undefined : camelCase(name) };
    });
  const faults = [...sharedNames(files), ...mismatches(files, operations)];
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return files;
}

function sharedNames(files: readonly FunctionFile[]): string[] {
  return [...Map.groupBy(files, ({ name }) => name).values()]
    .filter(({ length }) => length > 1)
    .map(group => `Two functions share a name: ${group.map(({ path }) => path).join(', ')}`);
}

function mismatches(files: readonly FunctionFile[], operations: readonly string[]): string[] {
  const implemented = new Set(files.map(({ operation }) => operation));
  return [
    ...files
      .filter(({ operation }) => operation && !operations.includes(operation))
      .map(
        ({ path, operation }) =>
          `${path} has no contract: there is no ${operation} in the list of its resource in shared/contracts/`,
      ),
    ...operations
      .filter(operation => !implemented.has(operation))
      .map(
        operation => `The contract ${operation} has no function: there is no functions/*/${kebabCase(operation)}.ts`,
      ),
  ];
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function kebabCase(operation: string): string {
  return operation.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

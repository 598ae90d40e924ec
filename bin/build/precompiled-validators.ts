import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';
import type { Contract, Contracts } from '../../shared/contracts/contract.ts';
import { bodyOptions, parameterOptions } from '../../shared/http/validation/ajv-options.ts';
import { propertyNames } from '../../shared/http/validation/property-names.ts';
import type { RequestPart } from '../../shared/http/validation/validate.ts';
import type { FunctionFile } from './function-files.ts';

const registry = join(import.meta.dirname, '../../shared/http/validation/validate.ts');
const namespace = 'precompiled-validators';

/**
 * Puts the compiled validators of an operation's contract before its function and removes Ajv's compiler from the
 * bundle. A cold start would spend a third of its time loading it and compiling what is known at build time.
 */
export function precompiledValidators(files: readonly FunctionFile[], contracts: Contracts): Plugin {
  const operations = new Map(files.map(({ path, operation }) => [path, operation]));
  return {
    name: namespace,
    setup(build) {
      build.onLoad({ filter: /[/\\]functions[/\\].+\.ts$/ }, async ({ path }) => {
        const operation = operations.get(path);
        if (!operation) return undefined;
        const source = await readFile(path, 'utf8');
        return { contents: `import '${namespace}:${operation}';\n${source}`, loader: 'ts', resolveDir: dirname(path) };
      });
      build.onResolve({ filter: new RegExp(`^${namespace}:`) }, ({ path }) => ({
        path: path.slice(namespace.length + 1),
        namespace,
      }));
      build.onLoad({ filter: /.*/, namespace }, ({ path }) => {
        const [operation = '', part] = path.split('/');
        const contract = contracts[operation];
        if (!contract) throw new Error(`There is no contract ${operation}`);
        const contents = part ? validatorOf(contract, part as RequestPart) : registrationOf(operation, contract);
        return { contents, loader: 'js', resolveDir: dirname(registry) };
      });
      build.onLoad({ filter: /[/\\]shared[/\\]http[/\\]validation[/\\]compile-schema\.ts$/ }, () => ({
        contents: `export function compileSchema() { throw new Error('A bundle holds no compiler of schemas'); }`,
        loader: 'js',
      }));
    },
  };
}

/** Returns a module that fills the registry of `shared/http/validation/validate.ts`. */
function registrationOf(operation: string, contract: Contract): string {
  const parts = (['query', 'headers', 'body'] satisfies RequestPart[]).filter(part => contract[part]);
  return [
    `import { precompiled } from ${JSON.stringify(registry)};`,
    ...parts.map(part => `import ${part} from '${namespace}:${operation}/${part}';`),
    ...parts.map(part => {
      const names = JSON.stringify(propertyNames(contract[part]));
      return `precompiled.set('${operation}/${part}', Object.assign(${part}, { propertyNames: ${names} }));`;
    }),
  ].join('\n');
}

/** Returns a separate module for each validator, because esbuild drops unused schemas from a module's top level. */
function validatorOf(contract: Contract, part: RequestPart): string {
  const schema = contract[part];
  if (!schema) throw new Error(`The contract of ${contract.method} ${contract.path} has no ${part}`);
  const options = part === 'body' ? bodyOptions : parameterOptions;
  const ajv = new Ajv({ ...options, code: { source: true, esm: true } });
  return standalone.default(ajv, ajv.compile(withoutDescriptions(schema)));
}

/** Removes the descriptions from a schema. A validator keeps parts of its schema and would include them. */
function withoutDescriptions(schema: object): object {
  const text = JSON.stringify(schema, (key, value) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  );
  return JSON.parse(text);
}

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';
import type { Contract, Contracts, ObjectSchema } from '../../shared/contracts/contract.ts';
import { bodyOptions, parameterOptions } from '../../shared/http/ajv-options.ts';
import type { Part } from '../../shared/http/validate.ts';
import type { FunctionFile } from './function-files.ts';

const registry = join(import.meta.dirname, '../../shared/http/validate.ts');
const namespace = 'precompiled-validators';

/**
 * Puts the compiled validators of an operation's contract in front of its function, and takes Ajv's compiler out of
 * the bundle: a cold start would spend a third of its time on loading it and on compiling what is known beforehand.
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
      build.onLoad({ filter: /.*/, namespace }, ({ path: operation }) => {
        const contract = contracts[operation];
        if (!contract) throw new Error(`There is no contract ${operation}`);
        return { contents: registrationOf(contract), loader: 'js', resolveDir: dirname(registry) };
      });
      build.onLoad({ filter: /[/\\]shared[/\\]http[/\\]compile-schema\.ts$/ }, () => ({
        contents: `export function compileSchema() { throw new Error('A bundle holds no compiler of schemas'); }`,
        loader: 'js',
      }));
    },
  };
}

/** A module that fills the registry of `shared/http/validate.ts`. */
export function registrationOf(contract: Contract): string {
  const parts = (['query', 'headers', 'body'] satisfies Part[]).flatMap(part => {
    const schema = contract[part];
    return schema ? [`precompiled.set('${part}', ${validatorExpression(part, schema)});`] : [];
  });
  return [`import { precompiled } from ${JSON.stringify(registry)};`, ...parts].join('\n');
}

/** Ajv writes a CommonJS module for one schema; wrapped, it is an expression whose names are its own. */
function validatorExpression(part: Part, schema: ObjectSchema): string {
  const options = part === 'body' ? bodyOptions : parameterOptions;
  const ajv = new Ajv({ ...options, code: { source: true, lines: true } });
  return `(module => { const exports = module.exports;\n${standalone.default(ajv, ajv.compile(schema))}\nreturn module.exports; })({ exports: {} })`;
}

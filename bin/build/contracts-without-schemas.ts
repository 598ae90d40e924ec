import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import type { Contract, Contracts } from '../../shared/contracts/contract.ts';
import type { Part } from '../../shared/http/validate.ts';

/**
 * Leaves of a contract what a function reads at run time. Its schemas are in the compiled validators already, and in
 * the types; as objects they would only be built, at each cold start, and never looked into.
 */
export function contractsWithoutSchemas(contracts: Contracts): Plugin {
  return {
    name: 'contracts-without-schemas',
    setup(build) {
      build.onLoad({ filter: /[/\\]shared[/\\]contracts[/\\].+\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const operations = [...source.matchAll(/^export const (\w+) = /gm)].flatMap(([, name = '']) => {
          const contract = contracts[name];
          return contract ? [`export const ${name} = ${JSON.stringify(withoutSchemas(name, contract))};`] : [];
        });
        return operations.length > 0 ? { contents: operations.join('\n'), loader: 'js' } : undefined;
      });
    },
  };
}

/** That there is a schema still shows: the function checks the parts that have one, by the validator of this name. */
function withoutSchemas(operation: string, contract: Contract): object {
  const named = (part: 'params' | Part) => contract[part] && { $id: `${operation}/${part}` };
  return {
    ...contract,
    summary: undefined,
    description: undefined,
    response: undefined,
    params: named('params'),
    query: named('query'),
    headers: named('headers'),
    body: named('body'),
  };
}

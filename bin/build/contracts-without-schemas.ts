import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import type { Contract, Contracts } from '../../shared/contracts/contract.ts';

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
          return contract ? [`export const ${name} = ${JSON.stringify(withoutSchemas(contract))};`] : [];
        });
        return operations.length > 0 ? { contents: operations.join('\n'), loader: 'js' } : undefined;
      });
    },
  };
}

/** That there is a schema still shows, as `{}`: the function checks the parts that have one. */
function withoutSchemas(contract: Contract): object {
  const present = (schema: object | undefined) => schema && {};
  return {
    ...contract,
    summary: undefined,
    description: undefined,
    response: undefined,
    params: present(contract.params),
    query: present(contract.query),
    headers: present(contract.headers),
    body: present(contract.body),
  };
}

import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { answerOnlyOf } from '../../shared/contracts/answer-only.ts';
import type { Contract, Contracts } from '../../shared/contracts/contract.ts';
import type { RequestPart } from '../../shared/http/validation/validate.ts';

/**
 * Reduces contracts to what a function reads at run time. The schemas are already in the compiled validators and in the
 * types. As objects they would be built at each cold start and never read.
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

/** Keeps a marker for each schema. The function checks the parts that have one, by the validator of this name. */
function withoutSchemas(operation: string, contract: Contract): object {
  const named = (part: 'params' | RequestPart) => contract[part] && { $id: `${operation}/${part}` };
  return {
    ...contract,
    summary: undefined,
    description: undefined,
    response: undefined,
    // Roles have the others. Of these, a request only asks whether it may write.
    grants: contract.grants.filter(grant => grant === 'table:write'),
    params: named('params'),
    query: named('query'),
    headers: named('headers'),
    body: named('body'),
    bodies: undefined,
    ...(contract.takesCopies && { answerOnly: answerOnlyOf(contract) }),
  };
}

import { dynamodb } from '../../shared/store/table.ts';

/** More rows than DynamoDB returns in an answer of 1 MB: an item is 350 bytes or larger, its keys in an index 70. */
const rowsMax = { table: 3000, index: 15_000 };

/**
 * Gives each query without a limit one that doesn't change its answer. The engine reads all that a query without a limit
 * finds before it cuts the answer at 1 MB. With ten million responses, that takes minutes.
 */
export function boundQueries(): void {
  dynamodb.middlewareStack.add(
    (next, { commandName }) =>
      async args => {
        const input = args.input as { Limit?: number; IndexName?: string };
        if (commandName !== 'QueryCommand' || input.Limit !== undefined) return await next(args);
        const limited = { ...input, Limit: input.IndexName ? rowsMax.index : rowsMax.table };
        return await next({ ...args, input: limited as typeof args.input });
      },
    { step: 'initialize', name: 'boundQueries' },
  );
}

import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../../../shared/store/table.ts';

/** Returns the names that an update changes: in `SET #n0 = if_not_exists(#n1, :v0) REMOVE #n2` the first and the last. */
function changedNames(update: string): string[] {
  const clauses = update.split(/(?=\b(?:SET|ADD|DELETE|REMOVE) )/);
  return clauses.flatMap(clause => clause.match(clause.startsWith('REMOVE') ? /#\w+/g : /#\w+(?= [=:])/g) ?? []);
}

/**
 * Refuses a transaction with an update that changes one attribute twice, as DynamoDB does. The local engine refuses
 * that only outside transactions.
 */
export function refuseOverlappingUpdates(): void {
  dynamodb.middlewareStack.add(
    next => args => {
      const { TransactItems = [] } = args.input as Partial<TransactWriteCommandInput>;
      for (const { Update: update } of TransactItems) {
        const names = changedNames(update?.UpdateExpression ?? '');
        const twice = names.find((name, index) => names.indexOf(name) < index);
        if (twice) throw new Error(`An update changes ${update?.ExpressionAttributeNames?.[twice]} twice`);
      }
      return next(args);
    },
    { name: 'refuseOverlappingUpdates', step: 'initialize', override: true },
  );
}

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * The calls and units that some work took from DynamoDB. The engine reports the units of the table and of every index.
 */
export type Consumed = {
  /** The number of calls by operation, such as `GetItem`. */
  calls: Map<string, number>;
  readUnits: number;
  writeUnits: number;
};

type Capacity = { CapacityUnits?: number };

const reads = new Set(['GetItem', 'BatchGetItem', 'Query']);
let consumed: Consumed | undefined;
const metered = new WeakSet<DynamoDBDocumentClient>();

/** Returns what the work consumes through this client. Call it for one piece of work at a time. */
export async function consumedBy(client: DynamoDBDocumentClient, work: () => Promise<unknown>): Promise<Consumed> {
  if (!metered.has(client)) meter(client);
  metered.add(client);
  const own: Consumed = { calls: new Map(), readUnits: 0, writeUnits: 0 };
  consumed = own;
  try {
    await work();
  } finally {
    consumed = undefined;
  }
  return own;
}

export const callsOf = ({ calls }: Consumed): number => calls.values().reduce((sum, count) => sum + count, 0);

export const described = ({ calls }: Consumed): string =>
  [...calls].map(([name, count]) => (count === 1 ? name : `${count} ${name}`)).join(', ');

function meter(client: DynamoDBDocumentClient): void {
  client.middlewareStack.add(
    (next, context) => async args => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'INDEXES' });
      const result = await next(args);
      const operation = String(context.commandName).replace(/Command$/, '');
      const { ConsumedCapacity = [] } = result.output as { ConsumedCapacity?: Capacity | Capacity[] };
      if (consumed) add(consumed, operation, [ConsumedCapacity].flat());
      return result;
    },
    { step: 'initialize', name: 'consumedCapacity' },
  );
}

function add(consumed: Consumed, operation: string, capacities: readonly Capacity[]): void {
  consumed.calls.set(operation, (consumed.calls.get(operation) ?? 0) + 1);
  const units = capacities.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  if (reads.has(operation)) consumed.readUnits += units;
  else consumed.writeUnits += units;
}

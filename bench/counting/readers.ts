import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { countChanges } from '../../shared/counting/counter-batch.ts';
import type { Change } from '../../shared/counting/counter-deltas/counter-delta.ts';
import { partitionOf, prefixOf } from '../../shared/store/keys.ts';
import { dynamodb, tableName } from '../../shared/store/table.ts';
import type { Counters } from './facts.ts';

const batchSizes = [1, 2, 4, 7, 10, 15, 30, 60, 200];

/** What readers of a stream met with. */
export type Troubles = { batches: number; repeats: number; crashes: number; conflicts: number };

/**
 * Counts changes as readers of a stream do that have a bad day, one for each shard of it, all at once: batches of any size,
 * some repeated, some from further back, some by two readers at a time; and each call of DynamoDB may be the last that a
 * reader makes, before or after it took effect, or be refused for the sake of another.
 */
export async function readAnyhow(shards: readonly (readonly Change[])[], random: () => number): Promise<Troubles> {
  const troubles: Troubles = { batches: 0, repeats: 0, crashes: 0, conflicts: 0 };
  const restore = troubleCalls(random, troubles);
  try {
    await Promise.all(shards.map(changes => readShard(changes, random, troubles)));
  } finally {
    restore();
  }
  return troubles;
}

async function readShard(changes: readonly Change[], random: () => number, troubles: Troubles): Promise<void> {
  let position = 0;
  let size = 30;
  while (position < changes.length) {
    const from = random() < 0.25 ? Math.max(0, position - Math.floor(random() * 60)) : position;
    const batch = changes.slice(from, position + size);
    troubles.batches += 1;
    troubles.repeats += position - from;
    const readers = random() < 0.1 ? [countChanges(batch), countChanges(batch)] : [countChanges(batch)];
    const results = await Promise.allSettled(readers);
    const counted = results.some(result => result.status === 'fulfilled' && result.value);
    if (counted) position += size;
    // A batch that failed comes again whole, or halved.
    size =
      counted || random() < 0.3 ? (batchSizes[Math.floor(random() * batchSizes.length)] ?? 1) : Math.ceil(size / 2);
  }
}

const middleware = 'troubles';

function troubleCalls(random: () => number, troubles: Troubles): () => void {
  dynamodb.middlewareStack.add(
    (next, { commandName }) =>
      async args => {
        const writes = commandName === 'TransactWriteCommand' || commandName === 'TransactWriteItemsCommand';
        if (random() < 0.05) throw crash(troubles);
        if (writes && random() < 0.1) throw conflict(troubles);
        const result = await next(args);
        if (writes && random() < 0.1) throw crash(troubles);
        return result;
      },
    { name: middleware, step: 'initialize' },
  );
  return () => dynamodb.middlewareStack.remove(middleware);
}

function crash(troubles: Troubles): Error {
  troubles.crashes += 1;
  return new Error('The reader was killed');
}

function conflict(troubles: Troubles): Error {
  troubles.conflicts += 1;
  return new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: [{ Code: 'TransactionConflict' }],
  });
}

/** Every counter of these scopes as it is stored, the shards' summed up; those that are nothing are left out. */
export async function storedCounters(scopes: readonly string[]): Promise<Counters> {
  const counters: Counters = new Map();
  for (const scope of scopes) {
    for (const item of await itemsOf(scope)) {
      for (const [attribute, value] of Object.entries(item)) {
        if (typeof value !== 'number') continue;
        const name = String(item.sk).startsWith(prefixOf('shardCounts'))
          ? `${scope} total ${attribute}`
          : `${scope} ${item.sk} ${attribute}`;
        counters.set(name, (counters.get(name) ?? 0) + value);
      }
    }
  }
  return new Map([...counters].filter(([, value]) => value !== 0));
}

async function itemsOf(scope: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamodb.send(
      new QueryCommand({
        TableName: tableName(),
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': partitionOf('dayCounts', 'pk', { scope }) },
        ExclusiveStartKey: from,
      }),
    );
    items.push(...Items);
    from = LastEvaluatedKey;
  } while (from);
  return items;
}

/** The counters that are not what they have to be: name, what it is, what it has to be. */
export function mismatches(stored: Counters, right: Counters): string[] {
  const names = new Set([...stored.keys(), ...right.keys()]);
  return [...names]
    .filter(name => stored.get(name) !== right.get(name))
    .map(name => `${name}: ${stored.get(name) ?? 0}, not ${right.get(name) ?? 0}`);
}

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { countChanges } from '../../shared/counting/counter-batch.ts';
import { unpackCounters } from '../../shared/store/counters/packed-counters.ts';
import { partitionOf, prefixOf } from '../../shared/store/keys.ts';
import { queryAll } from '../../shared/store/query.ts';
import { dynamodb, type Item } from '../../shared/store/table.ts';
import type { Counters } from './facts.ts';
import type { Shard } from './stored-items.ts';

const batchSizes = [1, 2, 4, 7, 10, 15, 30, 60, 200];

/** The troubles that stream readers had. */
export type Troubles = { batches: number; repeats: number; crashes: number; conflicts: number };

/**
 * Counts changes as unlucky stream readers do, with all shards at once. Batches have any size. Some are repeated, some
 * start further back, and some go to two readers that split them differently. Each call of DynamoDB may crash its
 * reader, before or after it takes effect, or lose to another write. Finally, some shards are read again from the
 * start.
 */
export async function readAnyhow(shards: readonly Shard[], random: () => number): Promise<Troubles> {
  const troubles: Troubles = { batches: 0, repeats: 0, crashes: 0, conflicts: 0 };
  const restore = troubleCalls(random, troubles);
  try {
    await Promise.all(shards.map(shard => readShard(shard, random, troubles)));
    const again = shards.filter(() => random() < 0.3);
    troubles.repeats += again.reduce((sum, { changes }) => sum + changes.length, 0);
    await Promise.all(again.map(shard => readShard(shard, random, troubles)));
  } finally {
    restore();
  }
  return troubles;
}

async function readShard({ name, changes }: Shard, random: () => number, troubles: Troubles): Promise<void> {
  let position = 0;
  let size = 30;
  while (position < changes.length) {
    const back = () => (random() < 0.25 ? Math.max(0, position - Math.floor(random() * 60)) : position);
    const batches = [changes.slice(back(), position + size)];
    if (random() < 0.15) batches.push(changes.slice(back(), position + Math.ceil(random() * 2 * size)));
    troubles.batches += batches.length;
    troubles.repeats += batches.reduce((sum, batch) => sum + batch.length, -Math.min(size, changes.length - position));
    const [first] = await Promise.allSettled(batches.map(batch => countChanges(name, batch)));
    const counted = first?.status === 'fulfilled';
    if (counted) position += size;
    // A failed batch comes again, whole or halved.
    size =
      counted || random() < 0.3 ? (batchSizes[Math.floor(random() * batchSizes.length)] ?? 1) : Math.ceil(size / 2);
  }
}

const middleware = 'troubles';

function troubleCalls(random: () => number, troubles: Troubles): () => void {
  dynamodb.middlewareStack.add(
    (next, { commandName }) =>
      async args => {
        const writes = commandName?.startsWith('Put');
        if (random() < 0.02) throw crash(troubles);
        if (writes && random() < 0.1) throw conflict(troubles);
        const result = await next(args);
        if (writes && random() < 0.03) throw crash(troubles);
        // The SDK retries a call without an answer, and conflicts with its own write.
        if (writes && random() < 0.05) await next(args);
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
  return new ConditionalCheckFailedException({ message: 'Another write came first', $metadata: {} });
}

const isCopy = ({ sk }: Item): boolean =>
  [prefixOf('dayCounts'), prefixOf('monthCounts')].some(copy => sk.startsWith(copy));

/**
 * Returns the stored counters of these scopes, with their slices added up. Leaves out sealed copies and counters of 0.
 */
export async function storedCounters(scopes: readonly string[]): Promise<Counters> {
  const counters: Counters = new Map();
  for (const scope of scopes) {
    const items = await queryAll({ partition: partitionOf('totalCounts', 'pk', { scope }) });
    for (const { sk, counts } of items.filter(item => !isCopy(item))) {
      for (const [name, cells] of unpackCounters(counts)) {
        for (const [cell, value] of cells.entries()) {
          const counter = `${scope} ${sk.replace(/#[^#]$/, '')} ${name} ${cell}`;
          counters.set(counter, (counters.get(counter) ?? 0) + value);
        }
      }
    }
  }
  return new Map([...counters].filter(([, value]) => value !== 0));
}

/** Returns a line for each wrong counter: its name, its value and the right value. */
export function mismatches(stored: Counters, right: Counters): string[] {
  const names = new Set([...stored.keys(), ...right.keys()]);
  return [...names]
    .filter(name => stored.get(name) !== right.get(name))
    .map(name => `${name}: ${stored.get(name) ?? 0}, not ${right.get(name) ?? 0}`);
}

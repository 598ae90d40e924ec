import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { countChanges } from '../../shared/counting/counter-batch.ts';
import type { ImageChange } from '../../shared/counting/counter-deltas/counter-delta.ts';
import { shardName } from '../../shared/counting/shard-marks.ts';
import { newId, newResponseId, responseAddress } from '../../shared/ids.ts';
import { inParallel } from '../../shared/in-parallel.ts';
import { readTotals } from '../../shared/store/counters/counter-items.ts';
import { keyOf, partitionOf } from '../../shared/store/keys.ts';
import { batchPut, dynamodb } from '../../shared/store/table.ts';
import { randomOf } from '../../test/support/random.ts';
import { consumedBy } from '../consumed-capacity.ts';
import type { Table } from '../report.ts';

/** The number of concurrent readers and their batch sizes: a small one, and Lambda's maximum. */
const loads = [
  { readers: 10, batchSize: 500 },
  { readers: 4, batchSize: 2500 },
] as const;
const injectedShare = 0.1;

const random = randomOf(7);

type Place = { form: string; environmentId: string };

/** Creates forms with only what counting checks: that they exist. */
async function placesOf(forms: number, environments: number): Promise<Place[]> {
  const ids = Array.from({ length: environments }, () => newId('environment'));
  const places = Array.from({ length: forms }, (_, form) => ({
    form: newId('form'),
    environmentId: ids[form % environments] ?? '',
  }));
  await batchPut(places.map(({ form }) => keyOf('form', { form })));
  return places;
}

/** Picks forms at random, as responses arrive. */
const anyOf = (places: readonly Place[], batchSize: number): Place[] =>
  Array.from({ length: batchSize }, () => places[Math.floor(random() * places.length)] ?? []).flat();

/** Returns a new response for each of these forms, as one shard of the stream delivers them after `behind` others. */
function changesAt(places: readonly Place[], behind: number, now: number): ImageChange[] {
  return places.map(({ form, environmentId }, index) => {
    const { sortKey = '' } = responseAddress(newResponseId(form, 1, now)) ?? {};
    const gsi1pk = partitionOf('response', 'gsi1pk', { environmentId, indexShard: '0' });
    const after = { status: 'completed', gsi1pk, answers: '{"name":"Ada"}', meta: { source: 'browser' } };
    return { key: keyOf('response', { form, shard: '0', sortKey }), sequence: String(behind + index + 1), after };
  });
}

/** Refuses some writes as if another had come first, and counts all writes and refusals. */
function watchWrites() {
  const seen = { writes: 0, injected: 0, conflicts: 0 };
  const name = 'contention';
  dynamodb.middlewareStack.add(
    (next, { commandName }) =>
      async args => {
        if (!commandName?.startsWith('Put')) return next(args);
        seen.writes += 1;
        if (random() < injectedShare) {
          seen.injected += 1;
          throw new ConditionalCheckFailedException({ message: 'Another write came first', $metadata: {} });
        }
        return next(args).catch(error => {
          if (error instanceof ConditionalCheckFailedException) seen.conflicts += 1;
          throw error;
        });
      },
    { name, step: 'initialize' },
  );
  return { seen, stop: () => dynamodb.middlewareStack.remove(name) };
}

/**
 * Runs all readers at once, each with a batch of its own shard. Retries failed runs as Lambda does, and returns their
 * number.
 */
async function readAtOnce(name: string, batches: readonly (readonly ImageChange[])[]): Promise<number> {
  let failed = 0;
  const read = async (batch: readonly ImageChange[], reader: number): Promise<void> => {
    await countChanges(shardName(name, `shard ${reader}`), batch).catch(error => {
      failed += 1;
      if (failed > 10 * batches.length) throw error;
      return read(batch, reader);
    });
  };
  await Promise.all(batches.map(read));
  return failed;
}

const countedIn = async (places: readonly Place[]): Promise<number> => {
  const scopes = [...new Set(places.map(({ environmentId }) => environmentId))];
  const totals = await inParallel(scopes, 10, scope => readTotals(scope));
  return totals.reduce((sum, { counts }) => sum + (counts.get('c') ?? 0), 0);
};

type Batch = { readonly load: (typeof loads)[number]; readonly behind: number };

/** Measures the cost of one batch for each reader. */
async function batchOfEach(
  name: string,
  places: readonly Place[],
  { load: { readers, batchSize }, behind }: Batch,
): Promise<(string | number)[]> {
  const batches = Array.from({ length: readers }, () => changesAt(anyOf(places, batchSize), behind, Date.now()));
  const [changes, countedBefore] = [readers * batchSize, await countedIn(places)];
  const { seen, stop } = watchWrites();
  const started = process.cpuUsage();
  let failed = 0;
  const consumed = await consumedBy(dynamodb, async () => {
    failed += await readAtOnce(name, batches);
  });
  const { user, system } = process.cpuUsage(started);
  stop();
  const counted = (await countedIn(places)) - countedBefore;
  return [
    ...[name, readers, batchSize, changes, counted, failed, seen.writes, seen.injected, seen.conflicts],
    ...[(consumed.writeUnits + seen.conflicts) / changes, (user + system) / changes],
  ];
}

/** Measures concurrent readers, each with a full batch of its own shard: their conflicts and their cost. */
export async function contention(): Promise<Table> {
  const rows: (string | number)[][] = [];
  for (const [name, forms, environments] of [
    ['one form', 1, 1],
    ['2,000 forms of one environment', 2000, 1],
    ['1,000 environments', 1000, 1000],
  ] as const) {
    const places = await placesOf(forms, environments);
    // Create the items of the hour first, because most changes find them there.
    await readAtOnce(name, [changesAt(places, 0, Date.now())]);
    let behind = places.length;
    for (const load of loads) {
      rows.push(await batchOfEach(name, places, { load, behind }));
      behind += load.batchSize;
    }
  }
  return {
    title: 'Readers at once, each with a batch of a shard of its own',
    columns: [
      ...['of', 'readers', 'batch', 'changes', 'counted', 'failed runs', 'writes', 'refused on purpose', 'conflicts'],
      ...['write units each', 'CPU each, µs'],
    ],
    rows,
    note: 'A tenth of the writes are refused as if another had come first. A write that loses to another is a unit too. CPU of all readers, which are one process here, with the client that counts units.',
  };
}

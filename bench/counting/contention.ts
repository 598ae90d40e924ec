import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { countChanges } from '../../shared/counting/counter-batch.ts';
import type { Change } from '../../shared/counting/counter-deltas/counter-delta.ts';
import { shardName } from '../../shared/counting/shard-marks.ts';
import { newId, newResponseId, responseAddress } from '../../shared/ids.ts';
import { readTotals } from '../../shared/store/counters/counter-items.ts';
import { keyOf, partitionOf } from '../../shared/store/keys.ts';
import { batchPut, dynamodb } from '../../shared/store/table.ts';
import { randomOf } from '../../test/support/random.ts';
import { consumedBy } from '../consumed-capacity.ts';
import type { Table } from '../report.ts';

const readers = 10;
const batchSize = 500;
const injectedShare = 0.1;

const random = randomOf(7);

type Place = { form: string; environmentId: string };

/** Forms as far as counting looks at them: they are there. */
async function placesOf(forms: number, environments: number): Promise<Place[]> {
  const ids = Array.from({ length: environments }, () => newId('environment'));
  const places = Array.from({ length: forms }, (_, form) => ({
    form: newId('form'),
    environmentId: ids[form % environments] ?? '',
  }));
  await batchPut(places.map(({ form }) => keyOf('form', { form })));
  return places;
}

/** New responses of any of these forms, as one shard of the stream brings them. */
function changesAt(places: readonly Place[], now: number): Change[] {
  return Array.from({ length: batchSize }, (_, index) => {
    const { form, environmentId } = places[Math.floor(random() * places.length)] ?? { form: '', environmentId: '' };
    const { sortKey = '' } = responseAddress(newResponseId(form, 1, now)) ?? {};
    const gsi1pk = partitionOf('response', 'gsi1pk', { environmentId, indexShard: '0' });
    const after = { status: 'completed', gsi1pk, answers: '{"name":"Ada"}', meta: { source: 'browser' } };
    return { key: keyOf('response', { form, shard: '0', sortKey }), sequence: String(index + 1), after };
  });
}

/** Refuses some writes as if another had come first; gives how many writes were tried, and how many refused in all. */
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

/** Ten readers, each with a full batch of a shard of its own, all at once: who gets in whose way, and what it takes. */
export async function contention(): Promise<Table> {
  const rows: (string | number)[][] = [];
  for (const [name, forms, environments] of [
    ['one form', 1, 1],
    ['2,000 forms of one environment', 2000, 1],
    ['1,000 environments', 1000, 1000],
  ] as const) {
    const places = await placesOf(forms, environments);
    const batches = Array.from({ length: readers }, () => changesAt(places, Date.now()));
    const { seen, stop } = watchWrites();
    const started = process.cpuUsage();
    let failed = 0;
    const consumed = await consumedBy(dynamodb, async () => {
      // A run that fails comes again, as Lambda sees to.
      const read = async (batch: readonly Change[], reader: number): Promise<void> => {
        await countChanges(shardName(name, `shard ${reader}`), batch).catch(error => {
          failed += 1;
          if (failed > 10 * readers) throw error;
          return read(batch, reader);
        });
      };
      await Promise.all(batches.map(read));
    });
    const { user, system } = process.cpuUsage(started);
    stop();
    const changes = readers * batchSize;
    const totals = await Promise.all(
      [...new Set(places.map(({ environmentId }) => environmentId))].map(
        async scope => (await readTotals(scope)).counts,
      ),
    );
    const counted = totals.reduce((sum, counts) => sum + (counts.get('c') ?? 0), 0);
    rows.push([
      ...[name, changes, counted, failed, seen.writes, seen.injected, seen.conflicts],
      ...[consumed.writeUnits / changes, (user + system) / changes],
    ]);
  }
  return {
    title: 'Ten readers at once, each with 500 changes of a shard of its own',
    columns: [
      'of',
      'changes',
      'counted',
      'failed runs',
      'writes',
      'refused on purpose',
      'conflicts',
      'write units each',
      'CPU each, µs',
    ],
    rows,
    note: 'A tenth of the writes are refused as if another had come first. CPU of all ten readers, which are one process here, with the client that counts units.',
  };
}

import { describe, expect, it } from '@jest/globals';
import { shardNames } from '../../../shared/ids.ts';
import { deleteAll } from '../../../shared/jobs/purges/purge.ts';
import { rewriteAll } from '../../../shared/jobs/rewrite-all.ts';
import { writesPerSecond } from '../../../shared/pace.ts';
import { partitionOf } from '../../../shared/store/keys.ts';
import { batchPut, dynamodb } from '../../../shared/store/table.ts';
import { newCaller, storedForm } from '../../support/records/records.ts';
import { useTable } from '../../support/table/table.ts';

const shards = 8;
/** As many as are written at once. */
const rowsOfEach = 25;

/** How long so many batches take of the pace. */
const msOf = (batches: number): number => (batches * rowsOfEach * 1000) / writesPerSecond;

async function rowsInShards(): Promise<string[]> {
  const { form } = await storedForm(await newCaller());
  const partitions = shardNames(shards).map(shard => partitionOf('response', 'pk', { form: form.id, shard }));
  await batchPut(
    partitions.flatMap(pk => Array.from({ length: rowsOfEach }, (_, row) => ({ pk, sk: `${pk.at(-1)}${100 + row}` }))),
  );
  return partitions;
}

describe('a job, whatever the number of the shards of its form', () => {
  useTable();

  it('deletes at one pace', async () => {
    const all = (await rowsInShards()).map(partition => ({ partition }));
    const sentAt: number[] = [];
    const note = { step: 'initialize', name: 'note' } as const;
    dynamodb.middlewareStack.add(
      (next, { commandName }) =>
        args => {
          if (commandName?.startsWith('BatchWrite')) sentAt.push(Date.now());
          return next(args);
        },
      note,
    );
    const startedAt = Date.now();
    const { deleted } = await deleteAll(all, startedAt + 60_000);
    dynamodb.middlewareStack.remove(note.name);
    expect(deleted).toBe(shards * rowsOfEach);
    expect(sentAt).toHaveLength(shards);
    // A timer may be a millisecond early.
    for (const [before, at] of sentAt.entries()) expect(at - startedAt).toBeGreaterThanOrEqual(msOf(before) - 2);
  });

  it('rewrites at one pace', async () => {
    const partitions = await rowsInShards();
    const startedAt = Date.now();
    let written = 0;
    const count = async () => {
      written += 1;
    };
    await rewriteAll(partitions, '0', startedAt + 60_000, () => count);
    expect(written).toBe(shards * rowsOfEach);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(msOf(shards - 1) - 2);
  });

  it('stops at its deadline, with the rest undone', async () => {
    const all = (await rowsInShards()).map(partition => ({ partition }));
    expect(await deleteAll(all, Date.now() + msOf(2))).toMatchObject({ done: false });
    expect(await deleteAll(all, Date.now() + 60_000)).toMatchObject({ done: true });
  });
});

import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type ItemChange, revisionOf } from '../../../shared/counting/counter-item.ts';
import { writeCounters } from '../../../shared/counting/counter-write.ts';
import { shardName, unpackMarks } from '../../../shared/counting/shard-marks.ts';
import { newId } from '../../../shared/ids.ts';
import { log } from '../../../shared/log.ts';
import { unpackCounters } from '../../../shared/store/counters/packed-counters.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { getItem, type Item } from '../../../shared/store/table.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
afterEach(() => {
  jest.restoreAllMocks();
});

const [one, other] = [shardName('stream', 'one'), shardName('stream', 'other')];
const yes = async () => true;

function changeOf(sequence: string, scope = newId('form')): ItemChange {
  const key = keyOf('totalCounts', { scope, slice: '0' });
  return { key, scope, steps: [{ sequence, added: [{ name: 'c', cell: 0, by: 1 }] }] };
}

async function stored({ key }: ItemChange) {
  const item = await getItem(key);
  const marks = [...unpackMarks(item?.marks)].map(([shard, { sequence }]) => [shard, Number(sequence)]);
  return {
    counted: unpackCounters(item?.counts).get('c')?.[0],
    marks: Object.fromEntries(marks),
    revision: revisionOf(item),
  };
}

describe('the counters of an item', () => {
  it('begin with the first change, and take each change once', async () => {
    const change = changeOf('7');
    await writeCounters(change, one, undefined, yes);
    expect(await stored(change)).toEqual({ counted: 1, marks: { [one]: 7 }, revision: 1 });
    await writeCounters(change, one, await getItem(change.key), yes);
    expect(await stored(change)).toEqual({ counted: 1, marks: { [one]: 7 }, revision: 1 });
  });

  it('take a change that was made on an older state of them', async () => {
    const change = changeOf('7');
    await writeCounters(change, one, undefined, yes);
    const outdated = await getItem(change.key);
    await writeCounters(changeOf('8', change.scope), one, outdated, yes);
    await writeCounters(changeOf('3', change.scope), other, outdated, yes);
    await writeCounters(changeOf('4', change.scope), other, undefined, yes);
    expect(await stored(change)).toEqual({ counted: 4, marks: { [one]: 8, [other]: 4 }, revision: 4 });
  });

  it('do not begin where their owner is gone, and go on if they have begun', async () => {
    const no = async () => false;
    const change = changeOf('7');
    await writeCounters(change, one, undefined, no);
    expect(await getItem(change.key)).toBeUndefined();
    await writeCounters(change, one, undefined, yes);
    await writeCounters(changeOf('8', change.scope), one, await getItem(change.key), no);
    expect((await stored(change)).counted).toBe(2);
  });

  it('that cannot be read are set aside whole, and left as they are', async () => {
    const told = jest.spyOn(log, 'error').mockImplementation(() => {});
    const change = changeOf('7');
    const spoilt: Item = { ...change.key, counts: Buffer.from('no counts'), revision: 1 };
    await writeCounters(change, one, spoilt, yes);
    expect(await getItem(change.key)).toBeUndefined();
    expect(told.mock.calls).toEqual([
      ['changes were not counted', { key: change.key, shard: one, steps: change.steps, error: expect.any(Error) }],
    ]);
  });
});

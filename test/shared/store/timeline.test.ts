import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { batchPut, dynamodb } from '../../../shared/store/table.ts';
import {
  countRows,
  dropFirst,
  lookUpInBatches,
  readOnce,
  readTimeline,
  spanAfter,
  type Timeline,
  wholeSpan,
} from '../../../shared/store/timeline.ts';
import { eventually } from '../../support/eventually.ts';
import { itInAll } from '../../support/in-all.ts';
import { useTable } from '../../support/table/table.ts';

useTable();

const partitions = ['ONE', 'OTHER'];
const sortKeys = Array.from({ length: 20 }, (_, index) => String(index).padStart(2, '0'));

beforeAll(() =>
  batchPut(
    sortKeys.map((sk, index) => ({ pk: partitions[index % 3 === 0 ? 1 : 0] ?? '', sk, text: 'x'.repeat(300_000) })),
  ),
);

const [first, second] = ['A', 'B'];
const both = [first, second];
const rows = [
  { pk: first, sk: '1', status: 'live' },
  { pk: second, sk: '2', status: 'live', handling: 'done' },
  { pk: first, sk: '3', status: 'draft' },
  { pk: second, sk: '4', status: 'live', handling: 'in_progress' },
  { pk: first, sk: '5', status: 'live' },
];

beforeAll(() => batchPut(rows));

/** Requests for pages. */
let sent = 0;
let failsAt = Number.POSITIVE_INFINITY;

const watch = (next: (call: never) => Promise<unknown>) => async (call: never) => {
  sent += 1;
  if (sent >= failsAt) throw new Error('no answer');
  return next(call);
};

beforeAll(() => dynamodb.middlewareStack.add(watch as never, { name: 'watch', step: 'initialize' }));
beforeEach(() => {
  sent = 0;
  failsAt = Number.POSITIVE_INFINITY;
});

/** Reads all; gives how many requests were sent at each item. */
async function requestsAtEach(ahead: boolean, first: () => Promise<void> = async () => {}): Promise<number[]> {
  sent = 0;
  const seen: string[] = [];
  const requests: number[] = [];
  for await (const { sk } of readTimeline({ partitions }, { order: 'asc', ahead })) {
    if (seen.push(sk) === 1) await first();
    requests.push(sent);
  }
  expect(seen).toEqual(sortKeys);
  return requests;
}

describe('the pages of several partitions', () => {
  itInAll('are asked for while one is worked on by a reader that takes all, one at a time', async () => {
    const needed = await requestsAtEach(false);
    expect(needed[0]).toBe(partitions.length);
    const requests = await requestsAtEach(true, () => eventually(async () => expect(sent).toBe(partitions.length + 1)));
    const early = requests.map((count, index) => count - (needed[index] ?? 0));
    expect(new Set(early)).toEqual(new Set([0, 1]));
    expect(early.at(-1)).toBe(0);
  });

  it('that cannot be read fail the reader that comes to them, and not before', async () => {
    failsAt = partitions.length + 1;
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { sk } of readTimeline({ partitions }, { order: 'asc', ahead: true })) seen.push(sk);
    })();
    await expect(reading).rejects.toThrow('no answer');
    expect(seen.length).toBeGreaterThan(1);
  });
});

describe('the rows of a timeline', () => {
  async function keysOf(timeline: Timeline, options: Parameters<typeof readTimeline>[1]): Promise<string[]> {
    const keys: string[] = [];
    for await (const { sk } of readTimeline(timeline, options)) keys.push(sk);
    return keys;
  }

  it('come in order from all partitions', async () => {
    expect(await keysOf({ partitions: both }, { order: 'asc' })).toEqual(['1', '2', '3', '4', '5']);
    expect(await keysOf({ partitions: both }, { order: 'desc' })).toEqual(['5', '4', '3', '2', '1']);
    expect(await keysOf({ partitions: both }, { order: 'desc', expected: 1 })).toEqual(['5', '4', '3', '2', '1']);
    expect(await keysOf({ partitions: [] }, { order: 'asc' })).toEqual([]);
  });

  it('go on behind a sort key, in either order', async () => {
    const behind = (order: 'asc' | 'desc') =>
      keysOf({ partitions: both }, { order, span: spanAfter('3', order, wholeSpan) });
    expect(await behind('asc')).toEqual(['4', '5']);
    expect(await behind('desc')).toEqual(['2', '1']);
    expect(spanAfter('ab', 'asc', { low: '0', high: '~' })).toEqual({ low: 'ab!', high: '~' });
    expect(spanAfter('ab', 'desc', { low: '0', high: '~' })).toEqual({ low: '0', high: 'aa~' });
  });

  it('are those of a status or a handling', async () => {
    const of = (filter: Partial<Timeline>) => keysOf({ partitions: both, ...filter }, { order: 'asc' });
    expect(await of({ status: 'live' })).toEqual(['1', '2', '4', '5']);
    expect(await of({ handling: 'open' })).toEqual(['1', '3', '5']);
    expect(await of({ handling: 'done' })).toEqual(['2']);
    expect(await of({ handling: 'open', status: 'live' })).toEqual(['1', '5']);
  });

  it('are not looked for where a partition has ended', async () => {
    const ends = new Map([[second, '3']]);
    expect(await keysOf({ partitions: both, ends }, { order: 'asc' })).toEqual(['1', '2', '3', '5']);
    const partitionsAsked = async (count: number) => {
      sent = 0;
      for await (const _ of readTimeline({ partitions: both, ends }, { order: 'desc' })) if (--count === 0) break;
      return sent;
    };
    expect(await keysOf({ partitions: both, ends }, { order: 'desc' })).toEqual(['5', '3', '2', '1']);
    expect(await partitionsAsked(2)).toBe(1);
    expect(await partitionsAsked(3)).toBe(2);
  });

  it('of one page of each partition come up to where one may have more', async () => {
    const read = (rowsWanted: number, order: 'asc' | 'desc') =>
      readOnce({ partitions: [first] }, { order }, rowsWanted);
    expect(await read(2, 'asc')).toEqual({ items: [rows[0], rows[2]], reached: '3' });
    expect(await read(2, 'desc')).toEqual({ items: [rows[4], rows[2]], reached: '3' });
    expect(await read(4, 'asc')).toEqual({ items: [rows[0], rows[2], rows[4]], reached: undefined });
    expect(await readOnce({ partitions: both }, { order: 'desc' }, 20)).toEqual({
      ...{ items: rows.toReversed(), reached: undefined },
    });
  });

  it('are counted, dropped and looked up', async () => {
    expect(await countRows({ partitions: both }, first, wholeSpan)).toBe(3);
    expect(await countRows({ partitions: both, status: 'live' }, first, { low: '2', high: '~' })).toBe(1);
    expect(await countRows({ partitions: both, ends: new Map([[first, '0']]) }, first, { low: '2', high: '~' })).toBe(
      0,
    );
    const rest: string[] = [];
    for await (const { sk } of dropFirst(readTimeline({ partitions: both }, { order: 'asc' }), 3)) rest.push(sk);
    expect(rest).toEqual(['4', '5']);
    const [batches, found]: [number[], string[]] = [[], []];
    const lookUp = async (batch: { sk: string }[]) => {
      batches.push(batch.length);
      return batch.map(({ sk }) => (sk === '3' ? undefined : sk));
    };
    for await (const each of lookUpInBatches(readTimeline({ partitions: both }, { order: 'asc' }), lookUp, 2))
      found.push(each);
    expect(found).toEqual(['1', '2', '4', '5']);
    expect(batches).toEqual([2, 2, 1]);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { batchPut, dynamodb } from '../../../shared/store/table.ts';
import { readTimeline } from '../../../shared/store/timeline.ts';
import { eventually } from '../../support/eventually.ts';
import { useTable } from '../../support/table/table.ts';

useTable();

const partitions = ['ONE', 'OTHER'];
const sortKeys = Array.from({ length: 20 }, (_, index) => String(index).padStart(2, '0'));

beforeAll(() =>
  batchPut(
    sortKeys.map((sk, index) => ({ pk: partitions[index % 3 === 0 ? 1 : 0] ?? '', sk, text: 'x'.repeat(300_000) })),
  ),
);

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
  it('are asked for while one is worked on by a reader that takes all, one at a time', async () => {
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

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { callsOf, consumedBy } from '../../../../bench/consumed-capacity.ts';
import { hourMs } from '../../../../shared/durations.ts';
import { readHours, readTotals, readTotalsOfForms, unseal } from '../../../../shared/store/counters/counter-items.ts';
import { packCounters } from '../../../../shared/store/counters/packed-counters.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { batchGet, dynamodb, tableName } from '../../../../shared/store/table.ts';
import { useTable } from '../../../support/table/table.ts';

const put = (Item: object) => dynamodb.send(new PutCommand({ TableName: tableName(), Item }));
const counts = (entries: Record<string, number[]>) => packCounters(new Map(Object.entries(entries)));
const noon = Date.parse('2026-03-01T12:00:00.000Z');

describe('the items of counters', () => {
  useTable();

  it('are read by the hour, their slices added up', async () => {
    const scope = 'hours';
    const hour = (time: number, slice: string, entries: Record<string, number[]>) =>
      put({
        ...keyOf('hourCounts', { scope, hour: new Date(time).toISOString().slice(0, 13), slice }),
        counts: counts(entries),
        newest: { 0: `01${slice}` },
      });
    await hour(noon - hourMs, '7', { c: [9, 9, 9, 9] });
    await hour(noon, '0', { c: [1, 0, 0, 2], 'f:name': [0, 3, 0, 0] });
    await hour(noon, '7', { c: [1, 1, 0, 0] });
    await hour(noon + hourMs, '3', { p: [0, 0, 0, 5] });
    await hour(noon + 2 * hourMs, '0', { c: [9, 9, 9, 9] });
    expect(await readHours(scope, noon + 60_000, noon + hourMs + 1)).toEqual([
      {
        start: noon,
        counters: new Map(Object.entries({ c: [2, 1, 0, 2], 'f:name': [0, 3, 0, 0] })),
        newest: new Map([['0', '017']]),
      },
      { start: noon + hourMs, counters: new Map([['p', [0, 0, 0, 5]]]), newest: new Map([['0', '013']]) },
    ]);
    expect(await readHours(scope, noon, noon)).toEqual([]);
  });

  it('are read as totals, with the newest of each shard', async () => {
    const scope = 'totals';
    const total = (slice: string, entries: Record<string, number[]>, newest: object) =>
      put({ ...keyOf('totalCounts', { scope, slice }), counts: counts(entries), newest });
    await total('1', { c: [4], 'F:live': [2] }, { 0: '01B', 1: '01A' });
    await total('6', { c: [-1], p: [3] }, { 0: '01A', 2: '01C' });
    expect(await readTotals(scope)).toEqual({
      counts: new Map(Object.entries({ c: 3, p: 3, 'F:live': 2 })),
      newest: new Map(Object.entries({ 0: '01B', 1: '01A', 2: '01C' })),
    });
    expect(await readTotals('of nothing')).toEqual({ counts: new Map(), newest: new Map() });
  });

  it('are read for many forms in a number of calls that does not grow with them', async () => {
    const total = (scope: string, slice: string, entries: Record<string, number[]>) =>
      put({ ...keyOf('totalCounts', { scope, slice }), counts: counts(entries), newest: {} });
    const forms = Array.from({ length: 40 }, (_, number) => `form_${number}`);
    await total('env_many', '3', { c: [9] });
    await total('env_many', '5', { c: [9] });
    await total('form_0', '0', { c: [-1] });
    await total('form_0', '3', { c: [4], p: [1] });
    await total('form_0', '5', { c: [2] });
    await total('form_39', '5', { a: [7] });
    let totals: Awaited<ReturnType<typeof readTotalsOfForms>> = new Map();
    const consumed = await consumedBy(dynamodb, async () => {
      totals = await readTotalsOfForms('env_many', forms);
    });
    expect(totals.get('form_0')?.counts).toEqual(new Map(Object.entries({ c: 5, p: 1 })));
    expect(totals.get('form_39')?.counts).toEqual(new Map([['a', 7]]));
    expect(totals.get('form_1')?.counts).toEqual(new Map());
    // Three slices of 40 forms are 120 items: two calls, and one for the environment.
    expect(callsOf(consumed)).toBe(3);
  });

  it('are no longer sealed once an hour of theirs has changed, nor are they for who had begun to seal them', async () => {
    const scope = 'sealed';
    const day = keyOf('dayCounts', { scope, day: '2026-03-01' });
    const month = keyOf('monthCounts', { scope, month: '2026-03' });
    await put({ ...day, counts: counts({ c: [1] }) });
    const stale = async () => {
      await unseal(scope, '2026-03-01');
      const items = await batchGet([day, month]);
      expect(items.map(({ pk, sk }) => ({ pk, sk }))).toEqual(expect.arrayContaining([day, month]));
      expect(items.map(({ counts }) => counts)).toEqual([undefined, undefined]);
      return items.map(({ stale }) => String(stale));
    };
    expect(new Set([...(await stale()), ...(await stale())]).size).toBe(4);
  });
});

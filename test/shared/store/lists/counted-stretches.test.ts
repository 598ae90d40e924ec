import { beforeAll, describe, expect, it } from '@jest/globals';
import { dayMs, hourMs } from '../../../../shared/durations.ts';
import { newId, newWebhookId } from '../../../../shared/ids.ts';
import { hourOf } from '../../../../shared/store/counters/counter-items.ts';
import { packCounters } from '../../../../shared/store/counters/packed-counters.ts';
import { sealDay } from '../../../../shared/store/counters/seal-day.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import type { CountedList } from '../../../../shared/store/lists/counted-list.ts';
import { readStretches } from '../../../../shared/store/lists/counted-stretches.ts';
import { batchPut } from '../../../../shared/store/table.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const at = (time: string) => Date.parse(`${time}Z`);
/** An hour of a day that cannot be sealed yet. */
const recent = Math.floor(Date.now() / hourMs) * hourMs - hourMs;
const hours = [
  [at('2026-01-10T09:00'), { c: [1, 0, 2, 0], p: [0, 0, 0, 4] }],
  [at('2026-01-10T15:00'), { c: [0, 0, 0, 1] }],
  [at('2026-01-12T00:00'), { p: [5, 0, 0, 0] }],
  [at('2026-02-03T10:00'), { c: [0, 7, 0, 0] }],
  [recent, { c: [0, 0, 3, 0] }],
] as const;

async function listWith(): Promise<CountedList> {
  const id = newId('form');
  const items = hours.map(([time, counters]) => ({
    ...keyOf('hourCounts', { scope: id, hour: hourOf(time), slice: '0' }),
    counts: packCounters(new Map(Object.entries(counters))),
    newest: { 0: String(time) },
  }));
  await batchPut(items);
  return { id, lagMs: 0, timeline: { partitions: [], status: 'completed' } };
}

async function stretches(list: CountedList, order: 'asc' | 'desc') {
  const found: object[] = [];
  for await (const { quarters, ...stretch } of readStretches(list, order)) {
    found.push({ ...stretch, quarters: await quarters() });
  }
  return found;
}

const quarter = (time: string | number, count: number, rows = count) => ({
  ...{ start: typeof time === 'number' ? time : at(time), count, rows },
});
type Counts = { count: number; rows: number; quarters: object[] };
const hour = (start: number, counts: Counts) => ({
  ...{ start, end: start + hourMs, newest: new Map([['0', String(start)]]), ...counts },
});
const day = (start: number, counts: Counts) => ({ start, end: start + dayMs, ...counts });

const morning = [quarter('2026-01-10T09:00', 1), quarter('2026-01-10T09:30', 2), quarter('2026-01-10T09:45', 0, 4)];
const afternoon = quarter('2026-01-10T15:45', 1);
const midnight = quarter('2026-01-12T00:00', 0, 5);
const february = hour(at('2026-02-03T10:00'), { count: 7, rows: 7, quarters: [quarter('2026-02-03T10:15', 7)] });
const latest = hour(recent, { count: 3, rows: 3, quarters: [quarter(recent + hourMs / 2, 3)] });
const both = (found: object[]) => ({ asc: found, desc: found.toReversed() });

describe('the stretches of a list', () => {
  let sealed: CountedList;
  beforeAll(async () => {
    sealed = await listWith();
    expect(await sealDay(sealed.id, '2026-01-10')).toBe(true);
  });

  const read = async (list: CountedList) => ({
    asc: await stretches(list, 'asc'),
    desc: await stretches(list, 'desc'),
  });

  it('are hours while nothing is sealed', async () => {
    const [nine, three] = [at('2026-01-10T09:00'), at('2026-01-10T15:00')];
    expect(await read(await listWith())).toEqual(
      both([
        hour(nine, { count: 3, rows: 7, quarters: morning }),
        hour(three, { count: 1, rows: 1, quarters: [afternoon] }),
        hour(midnight.start, { count: 0, rows: 5, quarters: [midnight] }),
        ...[february, latest],
      ]),
    );
  });

  it('are days in a sealed month, with the same quarter hours', async () => {
    expect(await read(sealed)).toEqual(
      both([
        day(at('2026-01-10T00:00'), { count: 4, rows: 8, quarters: [...morning, afternoon] }),
        day(midnight.start, { count: 0, rows: 5, quarters: [midnight] }),
        ...[february, latest],
      ]),
    );
  });

  it('are those within the bounds of the list, of which a day that they cut is whole', async () => {
    const cut = { ...sealed, from: at('2026-01-10T12:00'), to: at('2026-01-11T00:00') };
    const tenth = day(at('2026-01-10T00:00'), { count: 4, rows: 8, quarters: [...morning, afternoon] });
    expect(await read(cut)).toEqual(both([tenth]));
    const after = { ...sealed, from: at('2026-01-11T00:00'), to: at('2026-02-03T11:00') };
    const twelfth = day(midnight.start, { count: 0, rows: 5, quarters: [midnight] });
    expect(await read(after)).toEqual(both([twelfth, february]));
    expect(await read({ ...sealed, from: at('2026-01-13T00:00'), to: at('2026-02-01T00:00') })).toEqual(both([]));
  });

  it('are hours alone for a scope that is never sealed', async () => {
    const id = newWebhookId();
    const key = keyOf('hourCounts', { scope: id, hour: hourOf(february.start), slice: '0' });
    await batchPut([
      { ...key, counts: packCounters(new Map([['k', [0, 7, 0, 0]]])), newest: { 0: String(february.start) } },
    ]);
    expect(await read({ id, lagMs: 0, timeline: { partitions: [], status: 'succeeded' } })).toEqual(both([february]));
  });
});

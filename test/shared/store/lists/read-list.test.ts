import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { dayMs, minuteMs } from '../../../../shared/durations.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import type { CountedList } from '../../../../shared/store/lists/counted-list.ts';
import { countItems, type ReadOptions, readRows } from '../../../../shared/store/lists/read-list.ts';
import { responsesOfForm } from '../../../../shared/store/responses/response-lists.ts';
import { itemOf } from '../../../../shared/store/responses/responses.ts';
import { batchPut } from '../../../../shared/store/table.ts';
import { responseAt } from '../../../support/records/old-responses.ts';
import { newCaller, storedForm, submit } from '../../../support/records/records.ts';
import { countStream } from '../../../support/table/counting.ts';
import { useTable } from '../../../support/table/table.ts';

useTable({ stream: true });

const start = Date.parse('2026-03-01T12:00:00.000Z');
/** Two partial responses in one quarter hour, sixty others a minute apart, one partial, and one a month later. */
const times = {
  partial: [start, start + minuteMs, start + 200 * minuteMs, start + 30 * dayMs],
  completed: Array.from({ length: 60 }, (_, index) => start + (30 + index) * minuteMs),
};

let caller: Caller;
let stored: StoredForm;
let list: CountedList;
let partials: string[];
let all: string[];

beforeAll(async () => {
  caller = await newCaller();
  stored = await storedForm(caller);
  const responses = (['partial', 'completed'] as const).flatMap(status =>
    times[status].map(time => responseAt(stored, time, { status })),
  );
  const items = responses.map(response => itemOf(response, stored.environmentId));
  await batchPut(items);
  await countStream();
  const keys = items.map(({ sk, status }) => ({ sk, status })).toSorted((one, other) => (one.sk < other.sk ? -1 : 1));
  all = keys.map(({ sk }) => sk);
  partials = keys.filter(({ status }) => status === 'partial').map(({ sk }) => sk);
  const scope = (await responsesOfForm(caller, stored.form.id, {}))?.scope;
  if (!scope) throw new Error('The form is gone');
  list = scope;
});

const ofStatus = (status: string): CountedList => ({ ...list, timeline: { ...list.timeline, status } });

async function keysOf(scope: CountedList, options: Partial<ReadOptions> = {}): Promise<string[]> {
  const keys: string[] = [];
  for await (const { sk } of readRows(scope, { order: 'asc', ...options })) keys.push(sk);
  return keys;
}

describe('the rows of a list', () => {
  it('of a rare status are found where the counters have any, in either order', async () => {
    const scope = ofStatus('partial');
    for (const expected of [undefined, 1]) {
      expect(await keysOf(scope, { expected })).toEqual(partials);
      expect(await keysOf(scope, { expected, order: 'desc' })).toEqual(partials.toReversed());
    }
    expect(await keysOf(ofStatus('abandoned'))).toEqual([]);
  });

  it.each([0, 1, 2, 3, 4, 5])('of a status are found behind the first %p', async offset => {
    const scope = ofStatus('partial');
    expect(await keysOf(scope, { offset })).toEqual(partials.slice(offset));
    expect(await keysOf(scope, { offset, order: 'desc' })).toEqual(partials.toReversed().slice(offset));
  });

  it.each([50, 51, 63, 64])('are found behind the first %p', async offset => {
    expect(await keysOf(list, { offset, expected: 1 })).toEqual(all.slice(offset));
    expect(await keysOf(list, { offset, order: 'desc' })).toEqual(all.toReversed().slice(offset));
  });

  it('go on behind a position', async () => {
    const scope = ofStatus('partial');
    expect(await keysOf(scope, { position: partials[1] })).toEqual(partials.slice(2));
    expect(await keysOf(scope, { position: partials[1], order: 'desc' })).toEqual(partials.slice(0, 1));
    expect(await keysOf(list, { position: all[62] })).toEqual(all.slice(63));
  });

  it('are those within the bounds of the list', async () => {
    const bounds = { from: start + minuteMs, to: start + 200 * minuteMs };
    expect(await keysOf({ ...ofStatus('partial'), ...bounds })).toEqual(partials.slice(1, 2));
    expect(await keysOf({ ...list, ...bounds })).toEqual(all.slice(1, 62));
    expect(await keysOf({ ...list, ...bounds }, { offset: 55 })).toEqual(all.slice(56, 62));
    expect(await keysOf({ ...list, from: start, to: start })).toEqual([]);
  });

  it('are counted, also those that are newer than the counters', async () => {
    const counts = () => Promise.all([list, ofStatus('partial'), { ...list, from: start, to: start }].map(countItems));
    expect(await counts()).toEqual([64, 4, 0]);
    expect(await countItems({ ...list, from: start + minuteMs, to: start + 200 * minuteMs })).toBe(61);
    expect(await countItems({ ...ofStatus('partial'), from: start + minuteMs, to: start + 201 * minuteMs })).toBe(2);
    const { id } = await submit(stored, 'Ada', 'partial');
    expect(await counts()).toEqual([65, 5, 0]);
    expect((await keysOf(ofStatus('partial'))).at(-1)).toBe(id.slice('sub_'.length, 'sub_'.length + 26));
  });
});

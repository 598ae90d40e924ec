import { afterEach, expect, it, jest } from '@jest/globals';
import { quarterStart } from '../../../../shared/domain/time/quarters.ts';
import { dayMs } from '../../../../shared/durations.ts';
import { newId, timeKey } from '../../../../shared/ids.ts';
import type { CountedList } from '../../../../shared/store/lists/counted-list.ts';
import { markStatus, readStatusMarks } from '../../../../shared/store/lists/status-marks.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

afterEach(() => {
  jest.restoreAllMocks();
});

it('a list looks at a marked quarter hour until the change is counted: for a day, and some seconds more', async () => {
  const [form, now] = [newId('form'), Date.now()];
  const time = now - 40 * dayMs;
  const list = (status: string): CountedList => ({ id: form, lagMs: 0, timeline: { partitions: [], status } });
  await markStatus([form], `${timeKey(time)}0000000000000000`, 'partial');
  const clock = jest.spyOn(Date, 'now');
  for (const [after, found] of [
    [0, true],
    [dayMs + 5000, true],
    [dayMs + 12_000, false],
  ] as const) {
    clock.mockReturnValue(now + after);
    expect(await readStatusMarks(list('partial'))).toEqual(found ? [quarterStart(time)] : []);
    expect(await readStatusMarks(list('abandoned'))).toEqual([]);
  }
});

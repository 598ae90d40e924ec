import { describe, expect, it } from '@jest/globals';
import { minuteMs } from '../../../../shared/durations.ts';
import { timeKey } from '../../../../shared/ids.ts';
import { behind, type CountedList, fromQuarter } from '../../../../shared/store/lists/counted-list.ts';

const noon = Date.parse('2026-11-28T12:00:00.000Z');
const list = (bounds: Pick<CountedList, 'from' | 'to'> = {}) => ({ id: 'form_1', lagMs: 0, ...bounds }) as CountedList;

describe('a list that is read from a quarter hour on', () => {
  it('begins there in ascending order, or where it begins itself', () => {
    expect(fromQuarter(list(), 'asc', noon)).toEqual(list({ from: noon }));
    const bounded = list({ from: noon + minuteMs, to: noon + 60 * minuteMs });
    expect(fromQuarter(bounded, 'asc', noon)).toEqual(bounded);
    expect(fromQuarter(bounded, 'asc', noon + 15 * minuteMs)).toEqual({ ...bounded, from: noon + 15 * minuteMs });
  });

  it('ends with it in descending order, or where it ends itself', () => {
    expect(fromQuarter(list(), 'desc', noon)).toEqual(list({ to: noon + 15 * minuteMs }));
    const bounded = list({ from: noon - 60 * minuteMs, to: noon + minuteMs });
    expect(fromQuarter(bounded, 'desc', noon)).toEqual(bounded);
    expect(fromQuarter(bounded, 'desc', noon - 15 * minuteMs)).toEqual({ ...bounded, to: noon });
  });
});

describe('a list behind a position', () => {
  it('still has the millisecond of the position, in either order', () => {
    const position = `${timeKey(noon)}0000000000000000`;
    expect(behind(list(), position, 'asc')).toEqual(list({ from: noon }));
    expect(behind(list(), position, 'desc')).toEqual(list({ to: noon + 1 }));
    expect(behind(list({ from: noon + 1 }), position, 'asc')).toEqual(list({ from: noon + 1 }));
    expect(behind(list({ to: noon }), position, 'desc')).toEqual(list({ to: noon }));
  });

  it('is the whole list without a position, or with one that has no time', () => {
    for (const position of [undefined, 'no time'])
      expect(behind(list({ from: noon }), position, 'asc')).toEqual(list({ from: noon }));
  });
});

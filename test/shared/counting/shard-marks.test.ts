import { describe, expect, it } from '@jest/globals';
import { applyStep, type ItemChange } from '../../../shared/counting/counter-item.ts';
import { shardName, unpackMarks } from '../../../shared/counting/shard-marks.ts';
import { unpackCounters } from '../../../shared/store/counters/packed-counters.ts';
import { keyOf } from '../../../shared/store/keys.ts';

const hour = 3600_000;
const start = Date.parse('2026-03-01T09:00:00Z');

const key = keyOf('totalCounts', { scope: 'form_1', slice: '0' });
const change = (sequence: string): ItemChange => ({
  ...{ key, scope: 'form_1' },
  steps: [{ sequence, added: [{ name: 'c', cell: 0, by: 1 }] }],
});
const [one, other] = [shardName('stream', 'one'), shardName('stream', 'other')];
const count = (item: ReturnType<typeof applyStep>) => unpackCounters(item?.counts).get('c')?.[0];

describe('the marks of an item of counters', () => {
  it.each([1, 2, 12, 23, 24])(
    'pass over a record that comes again after %i hours, whatever was counted since',
    hours => {
      const counted = applyStep(change('100'), one, undefined, start);
      const since = applyStep(change('7'), other, counted, start + hours * hour - 1);
      expect(count(since)).toBe(2);
      expect(applyStep(change('100'), one, since, start + hours * hour)).toBeUndefined();
    },
  );

  it('are forgotten an hour after the stream can bring no record again, so that they do not add up', () => {
    const counted = applyStep(change('100'), one, undefined, start);
    const since = applyStep(change('7'), other, counted, start + 25 * hour);
    expect([...unpackMarks(since?.marks).keys()]).toEqual([other]);
  });
});

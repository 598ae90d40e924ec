import { describe, expect, it } from '@jest/globals';
import { quarterAttribute, quartersOfDay } from '../../../../shared/domain/analytics/counted.ts';
import { quarterOf } from '../../../../shared/domain/quarters.ts';

const at = Date.parse('2026-03-01T09:20:00.000Z');

describe('quarter hours', () => {
  it('count what exists apart from what was reported: removed responses, views and starts are in no total', () => {
    const reported = ['view', 'start', 'completedByServer', 'removedCompleted', 'removedPartial', 'removedAbandoned'];
    const counts = Object.fromEntries(
      [...reported, 'visitAbandoned', 'completed', 'partial'].map(what => [quarterAttribute(at, what as 'view'), 5]),
    );
    expect(Object.keys(counts)).toHaveLength(9);
    const start = Date.parse('2026-03-01T09:15:00.000Z');
    expect(quartersOfDay('2026-03-01', counts, undefined)).toEqual([{ start, count: 10, rows: 10 }]);
    expect(quartersOfDay('2026-03-01', counts, 'completed')).toEqual([{ start, count: 5, rows: 10 }]);
    expect(quartersOfDay('2026-03-01', counts, 'abandoned')).toEqual([{ start, count: 0, rows: 10 }]);
  });

  it('are named by two digits, from midnight on (UTC)', () => {
    expect(quarterOf(at)).toBe('37');
    expect(quarterOf(Date.parse('2026-03-01T00:00:00.000Z'))).toBe('00');
    expect(quarterOf(Date.parse('2026-03-01T23:59:59.999Z'))).toBe('95');
  });
});

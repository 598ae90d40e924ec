import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { periodOf } from '../../../../shared/http/reports/report-period.ts';

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-03-14T23:30:00Z') });
});
afterEach(() => {
  jest.useRealTimers();
});

it('ends with the day that it is now in the time zone', () => {
  const { period, days } = periodOf({ days: 3, timezone: 'Europe/Berlin' });
  expect(period).toEqual({ from: '2026-03-13', to: '2026-03-15', days: 3, timezone: 'Europe/Berlin' });
  expect(days.map(({ date }) => date)).toEqual(['2026-03-13', '2026-03-14', '2026-03-15']);
});

it('ends with the day that is asked for', () => {
  const { period, days } = periodOf({ days: 2, to: '2026-03-01', timezone: 'Europe/Berlin' });
  expect(period).toEqual({ from: '2026-02-28', to: '2026-03-01', days: 2, timezone: 'Europe/Berlin' });
  expect(days.map(({ start }) => new Date(start).toISOString())).toEqual([
    '2026-02-27T23:00:00.000Z',
    '2026-02-28T23:00:00.000Z',
  ]);
  expect(periodOf({ days: 1, to: '2026-03-15', timezone: 'Europe/Berlin' }).days).toHaveLength(1);
});

it.each([
  ['2026-02-29', 'format', 'is not a valid date'],
  ['2026-03-16', 'maximum', 'must not be after today, 2026-03-15'],
])('says that no report ends with %s', (to, rule, message) => {
  const query = { days: 3, to, timezone: 'Europe/Berlin' };
  const details = [{ field: 'to', rule, message }];
  expect(() => periodOf(query)).toThrow(expect.objectContaining({ status: 400, details }));
});

it.each([
  ['Europe/Berln', 'is not a time zone; did you mean Europe/Berlin?'],
  ['here', 'is not a time zone; send an IANA name, such as Europe/Berlin or America/New_York'],
])('says how a time zone is named: not %s', (timezone, message) => {
  const details = [{ field: 'timezone', rule: 'timezone', message }];
  expect(() => periodOf({ days: 3, timezone })).toThrow(expect.objectContaining({ status: 400, details }));
});

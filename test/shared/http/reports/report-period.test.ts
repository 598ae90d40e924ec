import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { daysBetween, periodOf } from '../../../../shared/http/reports/report-period.ts';

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

it('reaches from the start of a day to the end of another, in the time zone', () => {
  const timezone = 'Europe/Berlin';
  const at = (time: string) => Date.parse(time);
  expect(daysBetween({ from: '2026-03-01', to: '2026-03-02', timezone })).toEqual({
    period: { from: '2026-03-01', to: '2026-03-02', timezone },
    bounds: { from: at('2026-02-28T23:00:00Z'), to: at('2026-03-02T23:00:00Z') },
  });
  expect(daysBetween({ timezone })).toEqual({
    period: { from: null, to: null, timezone },
    bounds: { from: undefined, to: undefined },
  });
  expect(daysBetween({ from: '2026-03-01', to: '2026-03-01', timezone }).bounds).toEqual({
    from: at('2026-02-28T23:00:00Z'),
    to: at('2026-03-01T23:00:00Z'),
  });
});

it.each([
  [{ from: '2026-02-30' }, 'from', 'format', 'is not a valid date'],
  [{ to: '2026-02-30' }, 'to', 'format', 'is not a valid date'],
  [{ from: '2026-03-02', to: '2026-03-01' }, 'to', 'minimum', 'must not be before from, 2026-03-02'],
])('says what is wrong with %j', (query, field, rule, message) => {
  const details = [{ field, rule, message }];
  expect(() => daysBetween({ ...query, timezone: 'UTC' })).toThrow(expect.objectContaining({ status: 400, details }));
});

it('needs a time zone between days, too', () => {
  expect(() => daysBetween({ timezone: 'here' })).toThrow(expect.objectContaining({ status: 400 }));
});

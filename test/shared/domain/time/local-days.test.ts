import { describe, expect, it } from '@jest/globals';
import { isTimeZone, type LocalDay, localDays, localTime } from '../../../../shared/domain/time/local-days.ts';
import { itInAll } from '../../../support/in-all.ts';
import { fc } from '../../../support/properties.ts';

const hour = 60 * 60_000;
const quarter = hour / 4;
const at = (text: string) => Date.parse(text);
const shown = (days: LocalDay[]) =>
  days.map(({ date, start, end }) => [date, new Date(start).toISOString().slice(0, 16), (end - start) / hour]);

describe('the days of a time zone', () => {
  it('end with the day that it is there now', () => {
    const now = at('2026-03-10T11:59:59.999Z');
    expect(localDays(now, 2, 'UTC').map(({ date }) => date)).toEqual(['2026-03-09', '2026-03-10']);
    expect(localDays(now, 1, 'Pacific/Kiritimati')[0]?.date).toBe('2026-03-11');
    expect(localDays(now, 1, 'Etc/GMT+12')[0]?.date).toBe('2026-03-09');
    expect(localDays(now + 1, 1, 'Etc/GMT+12')[0]?.date).toBe('2026-03-10');
  });

  it.each([
    ['UTC', '2026-03-09T00:00'],
    ['Asia/Kathmandu', '2026-03-08T18:15'],
    ['Pacific/Marquesas', '2026-03-09T09:30'],
    ['Pacific/Kiritimati', '2026-03-08T10:00'],
    ['Australia/Eucla', '2026-03-08T15:15'],
    ['Pacific/Pago_Pago', '2026-03-09T11:00'],
  ])('begin at midnight of its clocks: %s', (timezone, start) => {
    const days = localDays(at('2026-03-10T12:00:00Z'), 3, timezone);
    expect(shown(days.filter(({ date }) => date === '2026-03-09'))).toEqual([['2026-03-09', start, 24]]);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00', 25],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00', 25],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00', 24.5],
    // The clocks go from midnight to one, so that the day begins at one; and from midnight back to eleven.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00', 23],
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00', 25],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00', 25],
  ])('are as long as its clocks make them: %s, %s', (timezone, date, start, hours) => {
    const days = localDays(at('2026-12-31T12:00:00Z'), 365, timezone);
    expect(shown(days.filter(day => day.date === date))).toEqual([[date, start, hours]]);
  });

  it('are none where the calendar of the zone left a day out', () => {
    const days = shown(localDays(at('2012-01-01T12:00:00Z'), 4, 'Pacific/Apia'));
    expect(days.map(([date, , hours]) => [date, hours])).toEqual([
      ['2011-12-30', 0],
      ['2011-12-31', 24],
      ['2012-01-01', 24],
      ['2012-01-02', 24],
    ]);
  });

  itInAll('hold, in every zone, just the quarter hours that a clock there shows the date in', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const times = fc.integer({ min: at('2014-01-01T00:00:00Z'), max: at('2037-01-01T00:00:00Z') });
    const scenario = fc.record({
      timezone: fc.constantFrom(...zones),
      now: times,
      count: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(scenario, ({ timezone, now, count }) => {
        const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
        const days = localDays(now, count, timezone);
        expect(days).toHaveLength(count);
        expect(days.at(-1)?.date).toBe(clock.format(now));
        expect(days.slice(1).map(({ start }) => start)).toEqual(days.slice(0, -1).map(({ end }) => end));
        for (const { date, start, end } of days) {
          expect([start % quarter, end % quarter]).toEqual([0, 0]);
          expect(clock.format(start - quarter) < date).toBe(true);
          const quarters = Array.from({ length: (end - start) / quarter }, (_, n) => start + n * quarter);
          expect(quarters.every(time => clock.format(time) === date)).toBe(true);
          expect(clock.format(end) > date).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('a time as the clocks of a zone show it', () => {
  it.each([
    ['UTC', '2026-01-31T09:30:00.000Z', '2026-01-31T09:30:00.000+00:00'],
    ['Europe/Berlin', '2026-01-31T23:30:00.001Z', '2026-02-01T00:30:00.001+01:00'],
    ['Europe/Berlin', '2026-03-29T00:59:59.999Z', '2026-03-29T01:59:59.999+01:00'],
    ['Europe/Berlin', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00.000+02:00'],
    ['Asia/Kathmandu', '2026-01-31T09:30:00.000Z', '2026-01-31T15:15:00.000+05:45'],
    ['Pacific/Marquesas', '2026-01-31T09:30:00.000Z', '2026-01-31T00:00:00.000-09:30'],
    ['America/New_York', '2026-12-01T00:00:00.000Z', '2026-11-30T19:00:00.000-05:00'],
  ])('%s, %s', (timezone, time, shown) => expect(localTime(timezone)(time)).toBe(shown));
});

describe('the name of a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'europe/berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT-14', 'Asia/Calcutta'])(
    'is one: %s',
    name => expect(isTimeZone(name)).toBe(true),
  );

  it.each([
    '',
    'Berlin',
    '+02:00',
    '-09:30',
    '+01:23',
    'Europe/Berlin ',
    'UTC+2',
    '__proto__',
    'Mars/Olympus',
    'ü',
    '../../UTC',
  ])('is none: %s', name => expect(isTimeZone(name)).toBe(false));
});

import { expect, it } from '@jest/globals';
import { isDate } from '../../../../shared/domain/time/calendar.ts';
import { fc } from '../../../support/properties.ts';

it.each(['2026-01-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('has the day %s', text => {
  expect(isDate(text)).toBe(true);
});

it.each([
  '2026-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '0000-01-01',
  '2026-01-32',
])('has no day %s', text => expect(isDate(text)).toBe(false));

it.each(['', '2026-1-31', '26-01-31', '2026-01-31T00:00:00Z', ' 2026-01-31', '+002026-01-31', '20260131'])(
  'takes no %j for a day',
  text => expect(isDate(text)).toBe(false),
);

it('has every day that a Date can be, and of each month no other', () => {
  const day = fc.record({ year: fc.integer({ min: 1, max: 9999 }), month: fc.nat(13), date: fc.nat(32) });
  fc.assert(
    fc.property(day, ({ year, month, date }) => {
      const text = [String(year).padStart(4, '0'), ...[month, date].map(part => String(part).padStart(2, '0'))].join(
        '-',
      );
      const at = new Date(0);
      at.setUTCFullYear(year, month - 1, date);
      expect(isDate(text)).toBe(at.toISOString().slice(0, 10) === text);
    }),
    { numRuns: 500 },
  );
});

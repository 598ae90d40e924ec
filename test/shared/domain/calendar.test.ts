import { expect, it } from '@jest/globals';
import { isDate } from '../../../shared/domain/calendar.ts';

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

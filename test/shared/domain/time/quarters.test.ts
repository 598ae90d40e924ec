import { expect, it } from '@jest/globals';
import { dayOf, quarterOf, quarterStart } from '../../../../shared/domain/time/quarters.ts';

const utc = (text: string) => Date.parse(`2026-03-01T${text}Z`);

it.each([
  ['00:00:00.000', '00', '00:00:00'],
  ['00:14:59.999', '00', '00:00:00'],
  ['00:15:00.000', '01', '00:15:00'],
  ['09:20:00.000', '37', '09:15:00'],
  ['23:59:59.999', '95', '23:45:00'],
])('a time lies in a quarter hour of its day, from midnight on (UTC): %s', (time, quarter, start) => {
  expect([quarterOf(utc(time)), quarterStart(utc(time)), dayOf(utc(time))]).toEqual([
    quarter,
    utc(start),
    '2026-03-01',
  ]);
});

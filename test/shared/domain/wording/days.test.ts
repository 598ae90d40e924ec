import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { dayInWords, dayOf } from '../../../../shared/domain/wording/days.ts';

describe('the day of a rule', () => {
  beforeEach(() => void jest.useFakeTimers({ now: new Date(2026, 1, 27, 23, 30) }));
  afterEach(() => void jest.useRealTimers());

  it.each([
    ['2026-05-01', '2026-05-01'],
    ['today', '2026-02-27'],
    ['today+2', '2026-03-01'],
    ['today+14', '2026-03-13'],
    ['today-18', '2026-02-09'],
    ['not today+2', 'not today+2'],
    ['today+2 or so', 'today+2 or so'],
  ])('%s is %s', (rule, day) => expect(dayOf(rule)).toBe(day));
});

describe('a day in words', () => {
  it.each([
    ['2026-05-01', 'May 1, 2026'],
    ['2026-05-01T10:00', '2026-05-01T10:00'],
    ['on 2026-05-01', 'on 2026-05-01'],
    ['soon', 'soon'],
  ])('%s is %s', (day, words) => expect(dayInWords(day, 'en')).toBe(words));

  it('is as long as asked for', () => {
    expect(dayInWords('2026-05-01', 'de')).toBe('1. Mai 2026');
    expect(dayInWords('2026-05-01', 'de', 'medium')).toBe('01.05.2026');
  });
});

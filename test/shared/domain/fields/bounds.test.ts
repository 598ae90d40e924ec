import { expect, it } from '@jest/globals';
import { bounds } from '../../../../shared/domain/fields/bounds.ts';

const { number, date, time, rating, scale } = bounds;
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

it.each([
  ['a number', number.min, -1.5, -1.5],
  ['a number', number.max, '1', undefined],
  ['a date', date.min, '2026-01-31', '2026-01-31'],
  ['a date', date.max, '2026-02-30', undefined],
  ['a date', date.max, 20260131, undefined],
  ['a date', date.min, 'from today', undefined],
  ['a date', date.min, 'today+', undefined],
  ['a date', date.min, 'today+1 day', undefined],
  ['a time', time.min, '09:30', '09:30'],
  ['a time', time.max, '9:30', undefined],
  ['a time', time.max, 930, undefined],
  ['a rating', rating.max, 2, 2],
  ['a rating', rating.max, 10, 10],
  ['a rating', rating.max, 1, undefined],
  ['a rating', rating.max, 11, undefined],
  ['a rating', rating.max, 2.5, undefined],
  ['a rating', rating.max, '5', undefined],
  ['a scale', scale.min, 0, 0],
  ['a scale', scale.min, 1, 1],
  ['a scale', scale.min, 2, undefined],
  ['a scale', scale.min, -1, undefined],
])('%s may be bound by some values: %j', (_, bound, value, rank) => expect(bound.rank(value)).toBe(rank));

it('a date may be bound by days from today on', () => {
  const before = [day(0), day(-30), day(7)];
  const ranks = ['today', 'today-30', 'today+7'].map(date.min.rank);
  // At midnight, today is another day a moment later.
  expect([before, [day(0), day(-30), day(7)]]).toContainEqual(ranks);
});

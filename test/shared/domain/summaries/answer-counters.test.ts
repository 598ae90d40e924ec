import { describe, expect, it } from '@jest/globals';
import {
  coarserCounter,
  countersOfAnswers,
  isCoarse,
  readAnswerCounter,
  valueKey,
  valueOfKey,
} from '../../../../shared/domain/summaries/answer-counters.ts';

describe('the value in the name of a counter', () => {
  it.each([
    ['Berlin', 'Berlin'],
    ['a:b=c%', 'a%3Ab%3Dc%25'],
    ['a'.repeat(80), 'a'.repeat(80)],
    ['é'.repeat(40), 'é'.repeat(40)],
    ['', ''],
  ])('is the value, without what parts names: %s', (value, key) => {
    expect(valueKey(value)).toBe(key);
    expect(valueOfKey(key)).toBe(value);
  });

  // The hashes are 56 bits of FNV-1a (64), from another implementation.
  it.each([
    ['a'.repeat(81), `${'a'.repeat(40)}…ec97501278f66c`, `${'a'.repeat(40)}…`],
    ['é'.repeat(41), `${'é'.repeat(40)}…a606a52ec31bc3`, `${'é'.repeat(40)}…`],
    [`a:b=c%${'x'.repeat(80)}`, `a%3Ab%3Dc%25${'x'.repeat(34)}…2ea8b2a15e26df`, `a:b=c%${'x'.repeat(34)}…`],
    [`${'n'.repeat(80)}100`, `${'n'.repeat(40)}…04a6ab149a3d60`, `${'n'.repeat(40)}…`],
    ['*', '*…af63a74c860192', '*…'],
  ])('is the beginning and a hash where it is long, or the sign for all the rest: %s', (value, key, shown) => {
    expect(valueKey(value)).toBe(key);
    expect(valueOfKey(key)).toBe(shown);
  });
});

describe('the name of a counter', () => {
  it('is read again', () => {
    expect(readAnswerCounter('o:city:Berlin')).toEqual({ count: 'chosen', fieldId: 'city', value: 'Berlin' });
    expect(readAnswerCounter('t:city')).toEqual({ count: 'answered', fieldId: 'city', value: undefined });
    expect(readAnswerCounter('c')).toBeUndefined();
    expect(readAnswerCounter('t')).toBeUndefined();
    expect(readAnswerCounter('z:city')).toBeUndefined();
  });

  it.each([
    ['o:city:Berlin', 'o:city:*'],
    ['o:city:2026-05-01', 'o:city:*'],
    ['r:best:a', 'r:best:*'],
    ['h:day:2026-05-01', 'h:day:2026-05'],
    ['h:day:2026-05', 'h:day:2026'],
    ['h:day:2026', 'h:day:*'],
    ['h:day:12026-05-01', 'h:day:*'],
    ['h:day:2026-05-01T10', 'h:day:*'],
    ['h:age:19e2', 'h:age:*'],
    ['h:day:*', undefined],
    ['o:city:*', undefined],
    ['t:city', undefined],
    ['s:age:0', undefined],
    ['q:age:0', undefined],
    ['c', undefined],
  ])('gives way to a coarser one where there is no room: %s to %s', (name, coarser) => {
    expect(coarserCounter(name)).toBe(coarser);
  });

  it.each([
    ['o:city:*', true],
    ['h:day:2026', true],
    ['h:day:2026-05', true],
    ['h:day:2026-05-01', false],
    ['h:day:12026', false],
    ['h:day:', false],
    ['o:year:2026', false],
    ['h:day', false],
    ['c', false],
  ])('says whether it has what had no room elsewhere: %s %s', (name, coarse) => expect(isCoarse(name)).toBe(coarse));
});

describe('what a response adds', () => {
  const added = (answers: object, kinds: string) =>
    Object.fromEntries([...countersOfAnswers(answers as never, kinds)].filter(([, by]) => by !== 0));

  it('is one for each answer, and for what is chosen', () => {
    expect(added({ city: 'Berlin' }, 'o')).toEqual({ c: 1, 't:city': 1, 'o:city:Berlin': 1 });
    expect(added({ city: 'My own' }, 'x')).toEqual({ c: 1, 't:city': 1, 'o:city:': 1 });
    expect(added({ many: ['a', 'b', 'mine'] }, 'y2')).toEqual({
      ...{ c: 1, 't:many': 1 },
      ...{ 'o:many:a': 1, 'o:many:b': 1, 'o:many:': 1 },
    });
    expect(added({ many: ['a', 'mine'] }, 'm')).toEqual({ c: 1, 't:many': 1, 'o:many:a': 1, 'o:many:mine': 1 });
    expect(added({ stars: 4 }, 'p')).toEqual({ c: 1, 't:stars': 1, 'o:stars:4': 1 });
    expect(added({ news: false }, 'b')).toEqual({ c: 1, 't:news': 1, 'o:news:false': 1 });
    expect(added({ best: ['b', 'a'] }, 'k')).toEqual({
      ...{ c: 1, 't:best': 1 },
      ...{ 'o:best:b': 1, 'r:best:b': 1, 'o:best:a': 1, 'r:best:a': 2 },
    });
    expect(added({ rows: { food: 'good', rooms: 'bad' } }, 'g')).toEqual({
      ...{ c: 1, 't:rows': 1, 'o:rows:food=good': 1, 'o:rows:rooms=bad': 1 },
    });
  });

  it('is a range, and exact sums', () => {
    expect(added({ age: -1_000_002 }, 'n')).toEqual({
      ...{ c: 1, 't:age': 1, 'h:age:-10e5': 1, 's:age:0': -2, 's:age:1': -1 },
      ...{ 'q:age:0': 4, 'q:age:1': 4, 'q:age:2': 1 },
    });
    expect(added({ day: '2026-05-01' }, 'd')).toEqual({ c: 1, 't:day': 1, 'h:day:2026-05-01': 1 });
    expect(added({ at: '09:30' }, 'c')).toEqual({ c: 1, 't:at': 1, 'h:at:09': 1 });
    expect(added({ cv: 'file_1' }, 'f')).toEqual({ c: 1, 't:cv': 1, 's:cv:0': 1 });
    expect(added({ cv: ['file_1', 'file_2'] }, 'f')).toEqual({ c: 1, 't:cv': 1, 's:cv:0': 2 });
    expect(added({ about: 'x' }, 't')).toEqual({ c: 1, 't:about': 1 });
  });

  it.each<[string, unknown, string]>([
    ['no kind', 'x', ''],
    ['a kind that says so', 'x', '-'],
    ['an unknown kind', 'x', '?'],
    ['a sealed answer', [1, 2], 'o'],
    ['a number for an option', 1, 'o'],
    ['a text for options', 'x', 'm'],
    ['a list with a number', ['a', 1], 'm'],
    ['a text for points', '4', 'p'],
    ['a number without end', Number.POSITIVE_INFINITY, 'n'],
    ['a text for a mark', 'true', 'b'],
    ['a text for a ranking', 'a', 'k'],
    ['nothing for a matrix', null, 'g'],
    ['a text for a matrix', 'a', 'g'],
    ['a matrix with a number', { food: 'good', rooms: 1 }, 'g'],
    ['a number for a day', 1, 'd'],
    ['a number for a time', 1, 'c'],
    ['a number for a file', 1, 'f'],
    ['a number for a text', 1, 't'],
  ])('is nothing for %s', (_, answer, kinds) => expect(added({ f: answer }, kinds)).toEqual({ c: 1 }));
});

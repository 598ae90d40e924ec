import { describe, expect, it } from '@jest/globals';
import { patternOf, readPattern } from '../../../../shared/domain/forms/patterns.ts';

const problemOf = (pattern: string) => {
  const read = readPattern(pattern);
  return 'problem' in read ? read.problem : undefined;
};

describe('a pattern', () => {
  it('is searched for anywhere in the text', () => {
    expect(patternOf('b').isFoundIn('abc')).toBe(true);
    expect(patternOf('^b$').isFoundIn('abc')).toBe(false);
  });

  it('is anchored by ^ and $ to the whole text, not to a line of it', () => {
    expect(patternOf('^b$').isFoundIn('a\nb')).toBe(false);
    expect(patternOf('^b$').isFoundIn('b\n')).toBe(false);
  });

  it.each([
    ['^\\u00e9$', 'é'],
    ['^\\u{1F600}$', '😀'],
    ['^.$', '😀'],
    ['(?<year>^\\d{4})', '2026'],
    ['^[\\w.-]+/$', 'a-b.c/'],
    ['^\\cA$', '\u0001'],
    ['^\\p{Lu}\\p{L}*$', 'Éa'],
    ['^[^]$', '\n'],
    ['(?i)^abc$', 'ABC'],
  ])('reads %s as JavaScript does, or as RE2', (pattern, text) => {
    expect(patternOf(pattern).isFoundIn(text)).toBe(true);
  });

  it.each([
    ['(?=a)b', 'look-ahead and look-behind are not supported'],
    ['(?!a)b', 'look-ahead and look-behind are not supported'],
    ['(?<=a)b', 'look-ahead and look-behind are not supported'],
    ['(?<!a)b', 'look-ahead and look-behind are not supported'],
    ['(a)\\1', 'back-references are not supported'],
    ['(a', 'missing closing )'],
    ['[z-a]', 'invalid character class range at `z-a`'],
    ['a**', 'invalid nested repetition operator'],
    ['a{1001}', 'invalid repeat count'],
    ['\\', 'trailing backslash'],
  ])('is refused with a reason: %s', (pattern, reason) => {
    expect(problemOf(pattern)).toContain(reason);
  });
});

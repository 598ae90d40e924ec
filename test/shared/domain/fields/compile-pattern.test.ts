import { describe, expect, it } from '@jest/globals';
import { RE2JSSyntaxException } from 're2js';
import { problemOf as problemIn } from '../../../../shared/domain/fields/compile-pattern.ts';
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

describe('what is wrong with a pattern', () => {
  it.each([
    ['x'.repeat(40), `\`${'x'.repeat(40)}\``],
    ['x'.repeat(41), `\`${'x'.repeat(40)}…\``],
    ['a(?=b)', '`a(?=b)`'],
    ['a\\1', '`a\\1`'],
  ])('is quoted, in short: %s', (part, quoted) =>
    expect(problemIn(new RE2JSSyntaxException('unknown', part))).toBe(`unknown at ${quoted}`),
  );

  it('is what the library says where it names no part', () => {
    expect(problemIn(new RE2JSSyntaxException('unknown'))).toBe('unknown');
    expect(problemIn(new RE2JSSyntaxException('unknown', ''))).toBe('unknown');
    expect(problemIn(new RangeError('too deep'))).toBe('it does not compile (too deep)');
  });
});

import { describe, expect, it } from '@jest/globals';
import { weighPattern } from '../../../../shared/domain/forms/pattern-weight.ts';

describe('the weight of a pattern', () => {
  it.each([
    ['nothing', '', 0],
    ['each character', 'abc', 3],
    ['an alternative as three characters', 'a|b', 3],
    ['an escape as one character', String.raw`\d\.`, 2],
    ['an escaped bracket as a character', String.raw`\(\)`, 2],
    ['a group as two more than its content', '(ab)', 4],
    ['what follows a group', '(ab)c', 5],
    ['groups in groups', '((a)b)', 6],
    ['a group that is not closed', 'a(b', 4],
    ['groups that are not closed', 'a((bc', 7],
    ['a bracket that closes nothing as a group', 'ab)c', 5],
    ['a class that is not closed as one character', '[ab', 1],
    ['braces without a count as characters', 'a{x}', 4],
  ])('counts %s', (_, pattern, weight) => {
    expect(weighPattern(pattern)).toBe(weight);
  });

  it.each([
    ['*', 'ab*', 3],
    ['+', 'ab+', 3],
    ['?', 'ab?', 3],
    ['the exact count', 'ab{5}', 7],
    ['the largest count of a range', 'ab{2,7}', 9],
    ['the least count of an open range', 'ab{4,}', 6],
    ['at least once', 'ab{0}', 3],
    ['the group before it', '(?:abc){1000}', 7001],
    ['counts of counts', '((a{10}){10}){10}', 1331],
    ['a class, whatever its length', '[a-z0-9_]{10}', 11],
    ['a class with an escaped bracket', String.raw`[\]]{10}`, 11],
    ['a class with a named class', '[[:alpha:]]{10}', 11],
    ['a count after *', 'b*{3}', 7],
    ['a count after +', 'b+{3}', 7],
    ['a count after ?', 'b?{3}', 7],
  ])('repeats by %s', (_, pattern, weight) => {
    expect(weighPattern(pattern)).toBe(weight);
  });

  it.each([
    ['a property', String.raw`\pL`, 101],
    ['a property by its name', String.raw`\p{Greek}`, 101],
    ['what is not the property', String.raw`\P{Greek}`, 101],
    ['a property once, however often it is repeated', String.raw`\pL{50}`, 151],
    ['each property of a class', String.raw`[\pL\pN]`, 201],
  ])('charges %s', (_, pattern, weight) => {
    expect(weighPattern(pattern)).toBe(weight);
  });

  it.each([
    ['nothing while case counts', String.raw`[\x{0}-\x{10FFFF}]`, 1],
    ['each thousand characters', String.raw`(?i)[\x{0}-\x{10FFFF}]`, 1120],
    ['part of a thousand', String.raw`(?i)[\u0000-\u03E9]`, 7],
    ['a thousand', String.raw`(?i)[\u0000-\u03E8]`, 6],
    ['characters by two digits', String.raw`(?i)[\x00-\xFF]`, 6],
    ['characters as they are', '(?i)[a-z]', 6],
    ['ranges together', String.raw`(?i)[\u0000-\u03E8\u1000-\u17D0]`, 8],
    ['no range that goes backward', String.raw`(?i)[\u17D0-\u1000]`, 5],
    ['other flags beside', String.raw`(?si-m)[\u0000-\u03E8]`, 9],
    ['properties too', String.raw`(?i)[\pL\u0000-\u03E8]`, 106],
  ])('charges the ranges of a class while case is folded: %s', (_, pattern, weight) => {
    expect(weighPattern(pattern)).toBe(weight);
  });
});

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { faultsOfPatterns } from '../../../../shared/domain/forms/pattern-budget.ts';
import { weighPattern } from '../../../../shared/domain/forms/pattern-weight.ts';
import { patternOf, readPattern } from '../../../../shared/domain/forms/patterns.ts';
import { itInAll } from '../../../support/in-all.ts';
import { fc } from '../../../support/properties.ts';
import { attacks } from './redos-patterns.ts';

/** How many characters the engine looks at: each of its steps looks at one. */
function charactersReadBy(work: () => unknown): number {
  const charCodeAt = String.prototype.charCodeAt;
  let reads = 0;
  String.prototype.charCodeAt = function (index) {
    reads++;
    return charCodeAt.call(this, index);
  };
  try {
    work();
  } finally {
    String.prototype.charCodeAt = charCodeAt;
  }
  return reads;
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

const field = (pattern: string, maxLength?: number): Field => ({
  id: 'a',
  type: 'text',
  validate: { pattern, maxLength },
});

describe('a pattern', () => {
  it('is compiled once, however many answers it is matched with', () => {
    expect(patternOf('^compiled once$')).toBe(patternOf('^compiled once$'));
  });

  it('leaves the cache when many others were used since', () => {
    const first = patternOf('^first of many$');
    for (let index = 0; index < 250; index++) patternOf(`^one of many ${index}$`);
    expect(patternOf('^first of many$')).not.toBe(first);
  });

  it('stays compiled while it is among the last 200 small ones', () => {
    const others = (count: number, name: string) => {
      for (let index = 0; index < count; index++) patternOf(`^${name} ${index}$`);
    };
    others(250, 'before');
    const used = patternOf('^used$');
    others(199, 'between');
    expect(patternOf('^used$')).toBe(used);
    others(199, 'after');
    expect(patternOf('^used$')).toBe(used);
    others(200, 'later');
    expect(patternOf('^used$')).not.toBe(used);
  });

  it('counts as many as its instructions, and the newest stays however large it is', () => {
    const small = patternOf('^small$');
    const large = patternOf('^(?:abcdefghijabcdefghij){1000}$');
    expect(patternOf('^(?:abcdefghijabcdefghij){1000}$')).toBe(large);
    expect(patternOf('^small$')).not.toBe(small);
  });
});

describe('what matching keeps in memory', () => {
  itInAll('is bounded, whatever the patterns and the answers were', () => {
    const answers = fc.sample(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1_000, maxLength: 1_000 }), 20);
    const before = heapBytes();
    for (let index = 0; index < 20; index++) {
      for (const answer of answers) patternOf(`[ab]*a[ab]{12}[cd${index}]`).isFoundIn(answer);
    }
    expect(heapBytes() - before).toBeLessThan(20 * 400_000);
  });
});

describe('fifty patterns that stall a backtracking engine', () => {
  it('are fifty', () => {
    expect(new Set(attacks.map(([pattern]) => pattern)).size).toBe(50);
  });

  it('are measured by a count that sees every step of the engine', () => {
    expect(charactersReadBy(() => patternOf('^[ab]*[^ab]$').isFoundIn('ab'.repeat(500)))).toBeGreaterThanOrEqual(1_000);
  });

  it.each(attacks)('%s is refused, or matches in linear time', (pattern, prefix, repeated, end) => {
    const attack = (length: number) => prefix + repeated.repeat(length / repeated.length) + end;
    if (faultsOfPatterns([field(pattern)]).length > 0) return;
    const read = readPattern(pattern);
    if ('problem' in read) throw new Error(read.problem);
    const { programSize, isFoundIn } = read.pattern;
    const [short, long] = [500, 1_000].map(length => charactersReadBy(() => isFoundIn(attack(length))));
    expect(long).toBeLessThanOrEqual(2 * programSize * 1_000);
    expect(long).toBeLessThanOrEqual(2.5 * (short ?? 0) + 500);
  });

  it('are accepted for the most part: what is refused is refused for its size', () => {
    const refused = attacks.filter(([pattern]) => faultsOfPatterns([field(pattern)]).length > 0);
    expect(refused.length).toBeLessThan(5);
  });
});

describe('the budget of patterns', () => {
  const rulesOf = (fields: readonly Field[]) => faultsOfPatterns(fields).map(({ field, rule }) => `${field} ${rule}`);

  it('allows program size times longest answer up to 300,000 for a field', () => {
    expect(rulesOf([field('^[a-z]{290}$')])).toEqual([]);
    expect(rulesOf([field('^[a-z]{300}$')])).toEqual(['fields[0].validate.pattern patternBudget']);
    expect(rulesOf([field('^[a-z]{300}$', 500)])).toEqual([]);
  });

  it('takes no program of more than 3,000 instructions, however short the answers', () => {
    expect(rulesOf([field('^[a-z]{990}$', 1)])).toEqual([]);
    expect(rulesOf([field('^[a-z]{990}[a-z]{990}[a-z]{990}[a-z]{990}$', 1)])).toEqual([
      'fields[0].validate.pattern patternBudget',
    ]);
  });

  it('allows 1,500,000 for a form', () => {
    const fields = (count: number) => Array.from({ length: count }, () => field('^[a-z]{290}$'));
    expect(rulesOf(fields(5))).toEqual([]);
    expect(rulesOf(fields(6))).toEqual(['fields patternBudget']);
  });

  it('allows patterns such as forms have, on all of 200 fields', () => {
    const usual = ['^\\+?[0-9 ()-]{7,20}$', '^[A-Z]{2}[0-9]{6}$', '^https?://\\S+$', '^[0-9]{5}(-[0-9]{4})?$'];
    const fields = Array.from({ length: 200 }, (_, index) => field(usual[index % 4] ?? '', 100));
    expect(rulesOf(fields)).toEqual([]);
  });

  it('refuses a pattern of more than 512 characters', () => {
    expect(rulesOf([field('a'.repeat(512), 100)])).toEqual([]);
    expect(rulesOf([field('a'.repeat(513))])).toEqual(['fields[0].validate.pattern maxLength']);
  });

  const ranges = '\u0100-\u{10ffff}'.repeat(120);
  it.each([
    ['nested counts', `(?:${'[ab]'.repeat(120)}){1000}`],
    ['many counts', `(${'a{1,1000}|'.repeat(45)}b)*`],
    ['wide ranges with cases folded', `(?i)[${ranges}]`],
    ['wide ranges in a class that never ends', `(?i)[${ranges}`],
    ['ranges by escapes', `(?i)[${'\\x{100}-\\x{10ffff}'.repeat(26)}]`],
    ['many Unicode properties', '\\pL\\PN'.repeat(80)],
  ])('refuses uncompiled what would take long to compile: %s', (_, pattern) => {
    const [fault, ...others] = faultsOfPatterns([field(pattern)]);
    expect(others).toEqual([]);
    expect(fault?.message).toContain('too large to compile');
  });

  it('stops compiling at the budget of the form', () => {
    const fields = Array.from({ length: 200 }, (_, index) => field(`^\\pL{0,110}${index}`));
    expect(rulesOf(fields).at(-1)).toMatch(/^fields\[\d+\]\.validate\.pattern patternBudget$/);
    expect(rulesOf(fields).length).toBeLessThan(5);
  });
});

describe('the weight of a pattern', () => {
  it.each([
    'abc',
    '^[a-z]{3,50}$',
    '(a{10}b){20}',
    '(?:(?:x?){9}y){30}',
    '\\d{3}-\\d{4}',
    '[[:alpha:]]{40}',
    '(a|b)*c+',
  ])('is about the size of its program or more: %s', pattern => {
    const { programSize } = patternOf(pattern);
    expect(weighPattern(pattern)).toBeGreaterThanOrEqual(programSize / 2 - 2);
  });

  it('does not take escaped braces, or those of a class, for repetitions', () => {
    expect(weighPattern('a\\{1000}')).toBeLessThan(20);
    expect(weighPattern('[{1000}]')).toBeLessThan(20);
  });
});

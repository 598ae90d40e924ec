import { describe, expect, it } from '@jest/globals';
import { countedName, type DroppedNames, withDropped } from '../../../../shared/domain/forms/dropped-names.ts';

const dayMs = 24 * 3600_000;
const now = Date.parse('2026-11-27T12:00:00Z');
const lastAt = new Date(now).toISOString();
const daysAgo = (days: number) => new Date(now - days * dayMs).toISOString();

describe('the name of an answer without a field', () => {
  it.each([
    ['is kept', 'utm_source', 'utm_source'],
    ['has no control characters', 'a\u0000\n\tb', 'a b'],
    ['has no blanks around it', '  a  ', 'a'],
    ['says that it is blank', '\u0007', '(blank)'],
    ['is well-formed', 'a\ud800b', 'a\ufffdb'],
  ])('%s', (_, name, counted) => {
    expect(countedName(name)).toBe(counted);
  });

  it('is at most 64 characters long', () => {
    expect(countedName('x'.repeat(64))).toBe('x'.repeat(64));
    expect(countedName('x'.repeat(65)).length).toBeLessThanOrEqual(64);
  });
});

describe('the counted names of a form', () => {
  const full: DroppedNames = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`name${index}`, { count: index + 2, lastAt }]),
  );

  it('add up', () => {
    const known = { a: { count: 2, lastAt: daysAgo(1) }, b: { count: 1, lastAt: daysAgo(2) } };
    const counts = new Map(Object.entries({ a: 3, c: 1 }));
    expect(withDropped(known, counts, now)).toEqual({
      a: { count: 5, lastAt },
      b: { count: 1, lastAt: daysAgo(2) },
      c: { count: 1, lastAt },
    });
  });

  it('are forgotten after 90 days', () => {
    const known = { old: { count: 9, lastAt: daysAgo(90) }, recent: { count: 1, lastAt: daysAgo(89) } };
    expect(Object.keys(withDropped(known, new Map(), now))).toEqual(['recent']);
  });

  it('are twenty: a new one replaces a rarer one, but not a more frequent one', () => {
    const more = withDropped(full, new Map([['new', 2]]), now);
    expect(Object.keys(more)).toHaveLength(20);
    expect(more).not.toHaveProperty('name0');
    expect(more.new).toEqual({ count: 2, lastAt });
    expect(withDropped(full, new Map([['new', 1]]), now)).toEqual(full);
    expect(withDropped(full, new Map([['name0', 1]]), now).name0).toEqual({ count: 3, lastAt });
  });
});

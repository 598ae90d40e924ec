import { describe, expect, it } from '@jest/globals';
import { addAnswerCounters, addBounded } from '../../../../shared/store/counters/bounded-counters.ts';

const namesOf = (...names: readonly string[]) => new Map(names.map(name => [name, [1]]));

/** So many names of counters that differ at their end. */
const numbered = (start: string, count: number) => Array.from({ length: count }, (_, number) => `${start}${number}`);

describe('the counters of answers', () => {
  const answered = (stored: readonly string[], ...added: readonly string[]) => {
    const sums = namesOf(...stored);
    addAnswerCounters(sums, namesOf(...added));
    return sums;
  };

  it('have room for 600 numbers or days of a field, also once they are stored', () => {
    const days = numbered('h:born:', 599);
    expect(answered(days, 'h:born:last').has('h:born:last')).toBe(true);
    expect(answered([...days, 'h:born:last'], 'h:born:late').has('h:born:late')).toBe(false);
    expect(answered([], ...days, 'h:born:last', 'h:born:late').has('h:born:late')).toBe(false);
  });

  it('count a day without room in its month, its year, or with all the rest, whichever there is', () => {
    const days = numbered('h:born:', 598);
    const late = 'h:born:2026-03-01';
    expect(answered([...days, 'h:born:2026-03', 'h:born:2026'], late).get('h:born:2026-03')).toEqual([2]);
    expect(answered([...days, 'h:born:2025-03', 'h:born:2026'], late).get('h:born:2026')).toEqual([2]);
    expect(answered([...days, 'h:born:2025-03', 'h:born:2025'], late).get('h:born:*')).toEqual([1]);
  });

  it('of one field take no room from those of another, nor from options, however many there are', () => {
    const full = [...numbered('h:born:', 600), ...numbered('o:city:', 600)];
    const others = ['h:wed:2026-03-01', 'o:born:unknown', 't:born'];
    expect([...answered(full, ...others).keys()].slice(full.length)).toEqual(others);
  });

  it('have 150,000 characters for their names, and count a choice beyond with all the rest', () => {
    const room = 'o:city:Berlin';
    const stored = `o:city:${'x'.repeat(150_000 - 'o:city:'.length - room.length)}`;
    expect([...answered([stored], room).keys()]).toEqual([stored, room]);
    expect([...answered([stored], `${room}s`).keys()]).toEqual([stored, 'o:city:*']);
    expect([...answered([], stored, room, 'o:city:Bonn').keys()]).toEqual([stored, room, 'o:city:*']);
  });

  it('that are stored, or are sums, are counted without room', () => {
    const stored = `o:city:${'x'.repeat(150_000)}`;
    const sums = answered([stored, 'o:city:Berlin'], 'o:city:Berlin', 's:age:0', 't:city', 'c');
    expect([...sums]).toEqual([
      [stored, [1]],
      ['o:city:Berlin', [2]],
      ['s:age:0', [1]],
      ['t:city', [1]],
      ['c', [1]],
    ]);
  });
});

describe('the counters of visits', () => {
  const added = (stored: readonly string[], ...names: readonly string[]) => {
    const sums = namesOf(...stored);
    addBounded(sums, namesOf(...names));
    return sums;
  };

  it('have room for 400 fields, and count those beyond as one', () => {
    const fields = numbered('f:field', 399);
    expect(added(fields, 'f:last', 'g:last').has('g:last')).toBe(true);
    const full = [...fields, 'f:last'];
    expect([...added(full, 'f:late', 'f:later', 'g:last', 'c').entries()].slice(400)).toEqual([
      ['f:*', [2]],
      ['g:last', [1]],
      ['c', [1]],
    ]);
  });

  it('have room for 1,000 pairs of field and rule, and count those beyond under the rule “other”', () => {
    const errors = numbered('e:name:rule', 999);
    expect(added(errors, 'e:name:last').has('e:name:last')).toBe(true);
    const beyond = added([...errors, 'e:name:last'], 'e:name:late', 'e:name:later', 'e:name:last', 'f:name');
    expect([...beyond].slice(999)).toEqual([
      ['e:name:last', [2]],
      ['e:name:other', [2]],
      ['f:name', [1]],
    ]);
  });

  it('of all fields without room are those of one, also in the number of pairs', () => {
    const stored = [...numbered('f:field', 399), ...numbered('e:name:rule', 998)];
    expect([...added(stored, 'e:late:new', 'e:later:new', 'e:name:last', 'e:name:new')].slice(stored.length)).toEqual([
      ['e:*:new', [2]],
      ['e:name:last', [1]],
      ['e:name:other', [1]],
    ]);
  });
});

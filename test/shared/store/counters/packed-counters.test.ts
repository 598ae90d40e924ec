import { describe, expect, it } from '@jest/globals';
import { addCounters, packCounters, unpackCounters } from '../../../../shared/store/counters/packed-counters.ts';
import { fc } from '../../../support/properties.ts';

const fieldId = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/);
const name = fc.oneof(
  fc.constantFrom('c', 'p', 'v', 'S'),
  fieldId.map(id => `f:${id}`),
  fc.tuple(fieldId, fc.constantFrom('required', 'other')).map(([id, rule]) => `e:${id}:${rule}`),
  fc.constantFrom('F:live', 'f:*', 'f:__proto__', 'f:constructor'),
);
const cells = fc.array(
  fc.oneof(
    fc.integer(),
    fc.maxSafeInteger().map(value => Math.floor(value / 4)),
  ),
  {
    minLength: 1,
    maxLength: 96,
  },
);
const counters = fc.array(fc.tuple(name, cells)).map(entries => new Map(entries));
const isAnything = ([, cells]: readonly [string, readonly number[]]) => cells.some(cell => cell !== 0);

describe('packed counters', () => {
  it('come back as they were, without those that are nothing', () => {
    fc.assert(
      fc.property(counters, packed => {
        expect(unpackCounters(packCounters(packed))).toEqual(new Map([...packed].filter(isAnything)));
      }),
    );
  });

  it('are the same bytes in whatever order they were counted', () => {
    fc.assert(
      fc.property(counters, packed => {
        expect(packCounters(new Map([...packed].reverse()))).toEqual(packCounters(packed));
      }),
    );
  });

  it('are none of an item that has none', () => {
    expect(unpackCounters(undefined)).toEqual(new Map());
  });

  it('add up cell by cell', () => {
    const sums = new Map([['c', [1, 0, -1, 4]]]);
    addCounters(
      sums,
      new Map([
        ['c', [1, 2, 1, 0]],
        ['f:name', [5]],
      ]),
    );
    expect(sums).toEqual(
      new Map([
        ['c', [2, 2, 0, 4]],
        ['f:name', [5]],
      ]),
    );
  });

  it.each([
    [30, 1024],
    [200, 4 * 1024],
  ])('of %i fields in a busy hour stay within %i bytes', (fields, bytesMax) => {
    const busy = new Map<string, number[]>();
    for (const letter of ['c', 'p', 'a', 'S', 'v', 'b', 'w']) busy.set(letter, [31, 140, 87, 56]);
    for (let field = 0; field < fields; field++) {
      for (const [index, letter] of ['f', 'g', 'd'].entries()) {
        busy.set(
          `${letter}:question_${field}`,
          [0, 1, 2, 3].map(quarter => (field * 37 + quarter * 61 + index * 17) % 150),
        );
      }
    }
    expect(packCounters(busy).length).toBeLessThan(bytesMax * 0.85);
  });
});

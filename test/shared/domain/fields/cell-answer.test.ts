import { describe, expect, it } from '@jest/globals';
import { answerInCell } from '../../../../shared/domain/fields/cell-answer.ts';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { numberIn } from '../../../../shared/domain/fields/sent-text.ts';
import { shownAnswer, textOf } from '../../../../shared/domain/fields/shown-answer.ts';
import { fc } from '../../../support/properties.ts';

const options = ['a', { value: 'b', label: 'Bee' }];
const inCell = (field: Omit<Field, 'id'>, text: string) => answerInCell({ id: 'f', ...field }, text);

describe('a number', () => {
  it.each([
    ['12', 12],
    ['-1.50', -1.5],
    ['+.25', 0.25],
    ['7.', 7],
    [' 3 ', 3],
    ['\t3\n ', 3],
    ['12e3', 12_000],
    ['1E+10', 1e10],
    ['15e-1', 1.5],
  ])('is %j', (text, number) => expect(numberIn(text)).toBe(number));

  it.each(['', ' ', '.', '1,5', '1 000', 'x1', '1x', '0x10', '1e', 'e3', '--1', 'Infinity', 'NaN'])(
    'is none of %j, which stays a text',
    text => expect(numberIn(text)).toBe(text),
  );
});

describe('a cell', () => {
  it.each<[Omit<Field, 'id'>, string, unknown]>([
    [{ type: 'text' }, '', undefined],
    [{ type: 'number' }, '', undefined],
    [{ type: 'text' }, ' 1 ', ' 1 '],
    [{ type: 'number' }, '1', 1],
    [{ type: 'rating' }, '2', 2],
    [{ type: 'scale' }, '3', 3],
    [{ type: 'date' }, ' 2026-01-31 ', '2026-01-31'],
    [{ type: 'time' }, '09:30 ', '09:30'],
    [{ type: 'checkbox' }, 'Yes', true],
    [{ type: 'checkbox' }, ' x ', true],
    [{ type: 'checkbox' }, '1', true],
    [{ type: 'consent' }, 'TRUE', true],
    [{ type: 'checkbox' }, 'no', false],
    [{ type: 'checkbox' }, '0', false],
    [{ type: 'consent' }, 'false', false],
    [{ type: 'checkbox' }, 'maybe ', 'maybe '],
    [{ type: 'select', options }, 'Bee', 'b'],
    [{ type: 'radio', options }, 'b', 'b'],
    [{ type: 'radio', options }, 'Sea', 'Sea'],
    [{ type: 'matrix', rows: ['r'], columns: options }, 'Bee', 'b'],
    [{ type: 'select', options: ['Bee', ...options] }, 'Bee', 'Bee'],
    [{ type: 'select', options: [...options, 'Bee'] }, 'Bee', 'Bee'],
  ])('in the column of %j with %j answers %j', (field, text, answer) => expect(inCell(field, text)).toBe(answer));

  it.each([
    ['a; Bee', ['a', 'b']],
    ['b, a', ['b', 'a']],
    ['a;b', ['a', 'b']],
    ['a,b', ['a', 'b']],
    ['a\nBee', ['a', 'b']],
    ['a', ['a']],
    ['x', ['x']],
    ['a; x; b', ['a', 'x', 'b']],
    ['x, y', ['x, y']],
  ])('that has %j names several options', (text, chosen) => {
    expect(inCell({ type: 'multiselect', options }, text)).toEqual(chosen);
    expect(inCell({ type: 'ranking', options }, text)).toEqual(chosen);
  });

  it.each([
    [['Tea, hot', 'Tea'], 'Tea, hot, Tea', ['Tea, hot', 'Tea']],
    [['Tea, hot', 'Tea', 'hot'], 'Tea, Tea, hot', ['Tea', 'Tea', 'hot']],
    [['a, b, c', 'a, b', 'c, d'], 'a, b, c, d', ['a, b', 'c, d']],
  ])('finds the options %j in %j, with as few texts that are none as can be', (options, text, chosen) =>
    expect(inCell({ type: 'multiselect', options }, text)).toEqual(chosen),
  );

  it('where people may write a text of their own takes `; ` alone apart', () => {
    const field = { type: 'multiselect', options, other: true } as const;
    expect([inCell(field, 'a; milk, sugar'), inCell(field, 'a, b')]).toEqual([['a', 'milk, sugar'], ['a, b']]);
    expect([inCell(field, 'a; x; y; z'), inCell(field, 'x; y; b; z; a')]).toEqual([
      ['a', 'x; y; z'],
      ['x; y', 'b', 'z', 'a'],
    ]);
  });

  it('is not taken apart into more than a thousand', () => {
    const several = (count: number) => Array(count).fill('a').join('; ');
    expect(inCell({ type: 'multiselect', options, other: true }, several(1000))).toHaveLength(1000);
    expect(inCell({ type: 'multiselect', options, other: true }, several(1001))).toEqual([several(1001)]);
  });

  it('has the answer that an export wrote into it', () => {
    const labels = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'ab,; \n'), minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 5,
      selector: label => label.trim(),
    });
    const chosen = labels
      .filter(texts => texts.every(text => text.trim() === text && !text.includes('; ')))
      .chain(texts => fc.record({ texts: fc.constant(texts), some: fc.subarray(texts, { minLength: 1 }) }));
    fc.assert(
      fc.property(chosen, ({ texts, some }) => {
        const field: Field = { id: 'f', type: 'multiselect', options: texts, other: true };
        expect(answerInCell(field, textOf(shownAnswer(field, some) ?? ''))).toEqual(some);
      }),
    );
  });
});

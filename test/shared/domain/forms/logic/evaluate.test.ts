import { describe, expect, it } from '@jest/globals';
import type { Condition, Formula } from '../../../../../shared/domain/forms/logic/condition.ts';
import { evaluate, type LogicField } from '../../../../../shared/domain/forms/logic/evaluate.ts';

type Answers = Record<string, unknown>;

/** Whether a field with this condition, behind one of each kind, is shown. */
function holds(condition: Condition, answers: Answers): boolean {
  const fields = [...kinds, { id: 'last', type: 'text', visibleIf: condition }];
  return evaluate(fields, answers).visible.has('last');
}

/** What a calculated field with this formula comes to. */
function result(compute: Formula, answers: Answers): number | undefined {
  const fields = [...kinds, { id: 'last', type: 'calculated', compute: compute as object }];
  return evaluate(fields, answers).calculated.get('last');
}

const kinds: LogicField[] = [
  { id: 'text', type: 'text' },
  { id: 'number', type: 'number' },
  { id: 'date', type: 'date' },
  { id: 'one', type: 'select' },
  { id: 'some', type: 'multiselect' },
  { id: 'box', type: 'checkbox' },
  { id: 'grid', type: 'matrix' },
];

const text = (op: string, value?: unknown) => ({ field: 'text', op, value }) as Condition;
const number = (op: string, value?: unknown) => ({ field: 'number', op, value }) as Condition;

describe('an answer', () => {
  it.each([
    [{ text: 'a' }, 'text', true],
    [{ text: '' }, 'text', false],
    [{ text: null }, 'text', false],
    [{}, 'text', false],
    [{ number: 0 }, 'number', true],
    [{ some: ['a'] }, 'some', true],
    [{ some: [] }, 'some', false],
    [{ box: true }, 'box', true],
    [{ box: false }, 'box', false],
    [{ grid: { row: 'column' } }, 'grid', true],
    [{ grid: {} }, 'grid', false],
  ] as const)('of %j to %s is one: %s', (answers, field, expected) => {
    expect(holds({ field, op: 'answered' }, answers)).toBe(expected);
    expect(holds({ field, op: 'empty' }, answers)).toBe(!expected);
  });

  it('is none of what every object has', () => {
    const fields = [
      { id: 'constructor', type: 'text' },
      { id: 'toString', type: 'text', visibleIf: { field: 'constructor', op: 'answered' } },
    ];
    expect([...evaluate(fields, {}).visible]).toEqual(['constructor']);
  });
});

describe('a comparison', () => {
  it.each([
    [text('eq', 'dog'), { text: 'dog' }, true],
    [text('eq', 'dog'), { text: 'Dog' }, false],
    [text('eq', 'dog'), {}, false],
    [text('ne', 'dog'), {}, true],
    [text('contains', 'og'), { text: 'dog' }, true],
    [text('contains', 'og'), {}, false],
    [text('startsWith', 'do'), { text: 'dog' }, true],
    [text('startsWith', 'og'), { text: 'dog' }, false],
    [text('endsWith', '@example.com'), { text: 'a@example.com' }, true],
    [number('eq', 3), { number: 3 }, true],
    [number('eq', 3), { number: '3' }, false],
    [number('lt', 3), { number: 2 }, true],
    [number('lt', 3), { number: 3 }, false],
    [number('lte', 3), { number: 3 }, true],
    [number('gt', 3), { number: 3 }, false],
    [number('gt', 3), { number: 10 }, true],
    [number('gte', 3), { number: 3 }, true],
    [number('gte', 0), {}, false],
    [number('lt', 3), { number: '' }, false],
    [number('lt', 3), { number: '2' }, false],
    [text('eq'), {}, false],
    [{ field: 'date', op: 'gte', value: '2026-02-01' }, { date: '2026-10-01' }, true],
    [{ field: 'date', op: 'lt', value: '2026-02-01' }, { date: '2026-10-01' }, false],
    [{ field: 'date', op: 'lt', value: '2026-02-01' }, { date: '' }, false],
    [{ field: 'one', op: 'in', value: ['a', 'b'] }, { one: 'b' }, true],
    [{ field: 'one', op: 'in', value: ['a', 'b'] }, { one: 'c' }, false],
    [{ field: 'some', op: 'includesAny', value: ['a', 'b'] }, { some: ['b', 'c'] }, true],
    [{ field: 'some', op: 'includesAny', value: ['a', 'b'] }, { some: ['c'] }, false],
    [{ field: 'some', op: 'includesAll', value: ['a', 'b'] }, { some: ['b', 'c', 'a'] }, true],
    [{ field: 'some', op: 'includesAll', value: ['a', 'b'] }, { some: ['b', 'c'] }, false],
    [{ field: 'some', op: 'includesAll', value: ['a'] }, {}, false],
    [{ field: 'box', op: 'eq', value: true }, { box: true }, true],
    [{ field: 'box', op: 'eq', value: false }, {}, true],
    [{ field: 'box', op: 'eq', value: false }, { box: true }, false],
  ] as [Condition, Answers, boolean][])('%j of %j: %s', (condition, answers, expected) =>
    expect(holds(condition, answers)).toBe(expected),
  );

  it('is joined by all, any and not', () => {
    const isDog = text('eq', 'dog');
    const isOld = number('gt', 9);
    expect(holds({ all: [isDog, isOld] }, { text: 'dog', number: 10 })).toBe(true);
    expect(holds({ all: [isDog, isOld] }, { text: 'dog', number: 1 })).toBe(false);
    expect(holds({ any: [isDog, isOld] }, { text: 'cat', number: 10 })).toBe(true);
    expect(holds({ any: [isDog, isOld] }, { text: 'cat', number: 1 })).toBe(false);
    expect(holds({ not: { any: [isDog, isOld] } }, { text: 'cat', number: 1 })).toBe(true);
  });
});

describe('a field that is hidden', () => {
  const fields: LogicField[] = [
    { id: 'pet', type: 'select' },
    { id: 'name', type: 'text', required: true, visibleIf: { field: 'pet', op: 'eq', value: 'dog' } },
    {
      id: 'breed',
      type: 'text',
      visibleIf: { field: 'name', op: 'answered' },
      requiredIf: { field: 'name', op: 'eq', value: 'Rex' },
    },
  ];

  it('is not required, and has no answer for those behind it', () => {
    const dog = evaluate(fields, { pet: 'dog', name: 'Rex' });
    expect([[...dog.visible], [...dog.required]]).toEqual([
      ['pet', 'name', 'breed'],
      ['name', 'breed'],
    ]);
    const cat = evaluate(fields, { pet: 'cat', name: 'Rex' });
    expect([[...cat.visible], [...cat.required]]).toEqual([['pet'], []]);
  });

  it('hides its fields where it is a page, up to the next one', () => {
    const pages: LogicField[] = [
      { id: 'pet', type: 'text' },
      { id: 'dogs', type: 'page', visibleIf: { field: 'pet', op: 'eq', value: 'dog' } },
      { id: 'name', type: 'text', required: true },
      { id: 'end', type: 'page' },
      { id: 'mail', type: 'email', visibleIf: { field: 'name', op: 'empty' } },
    ];
    expect([...evaluate(pages, { pet: 'cat', name: 'Rex' }).visible]).toEqual(['pet', 'end', 'mail']);
    expect([...evaluate(pages, { pet: 'dog', name: 'Rex' }).visible]).toEqual(['pet', 'dogs', 'name', 'end']);
  });

  it('is not calculated', () => {
    const sum: LogicField = {
      id: 'sum',
      type: 'calculated',
      compute: { op: '+', args: [1] },
      visibleIf: text('answered'),
    };
    expect(evaluate([{ id: 'text', type: 'text' }, sum], {}).calculated).toEqual(new Map());
  });
});

describe('a formula', () => {
  const [a, b] = [{ field: 'number' }, 2];
  it.each([
    [{ op: '+', args: [a, b, 1] }, 13],
    [{ op: '-', args: [a, b, 1] }, 7],
    [{ op: '*', args: [a, b, 3] }, 60],
    [{ op: '/', args: [a, b, 5] }, 1],
    [{ op: 'min', args: [a, b] }, 2],
    [{ op: 'max', args: [a, b] }, 10],
    [{ op: 'round', args: [{ op: '/', args: [a, 3] }] }, 3],
    [{ op: 'round', args: [{ op: '/', args: [a, 3] }, 2] }, 3.33],
    [{ op: 'round', args: [1.005, 2] }, 1.01],
    [{ op: 'round', args: [2.5] }, 3],
    [{ op: 'round', args: [-2.5] }, -3],
    [{ op: '*', args: [a, 0, -1] }, 0],
    // biome-ignore lint/suspicious/noThenProperty: the name in the format; nobody awaits a formula
    [{ if: { field: 'number', op: 'gt', value: 5 }, then: 1, else: 2 }, 1],
    // biome-ignore lint/suspicious/noThenProperty: the same
    [{ if: { field: 'number', op: 'lt', value: 5 }, then: 1, else: 2 }, 2],
    [{ score: 'one', values: { Basic: 10, Pro: 20 } }, 20],
    [{ score: 'some', values: { x: 1, y: 2, z: 4 } }, 5],
  ] as [Formula, number][])('%j of 10 is %d', (formula, expected) =>
    expect(result(formula, { number: 10, one: 'Pro', some: ['x', 'z'] })).toBe(expected),
  );

  it.each([
    [{ op: '+', args: [a, 1] }, undefined],
    [{ op: '+', args: [{ field: 'number', else: 4 }, 1] }, 5],
    [{ score: 'one', values: { Basic: 10 } }, undefined],
    [{ score: 'one', values: { Basic: 10 }, else: 0 }, 0],
    [{ op: '/', args: [1, 0] }, undefined],
    [{ op: '/', args: [0, 0] }, undefined],
    [{ op: '*', args: [1e308, 10] }, undefined],
  ] as [Formula, number | undefined][])('%j of no answers is %p', (formula, expected) =>
    expect(result(formula, {})).toBe(expected),
  );

  it('gives an option that has no number none, whatever it is called', () => {
    expect(result({ score: 'one', values: { Basic: 10 } }, { one: 'constructor' })).toBe(0);
  });

  it('takes the results of those before it, and conditions take its own', () => {
    const fields: LogicField[] = [
      { id: 'seats', type: 'number' },
      { id: 'price', type: 'calculated', compute: { op: '*', args: [{ field: 'seats' }, 10] } },
      { id: 'total', type: 'calculated', compute: { op: '*', args: [{ field: 'price' }, 1.5] } },
      { id: 'approval', type: 'text', visibleIf: { field: 'total', op: 'gt', value: 100 } },
    ];
    const { visible, calculated } = evaluate(fields, { seats: 7, price: 1 });
    expect([Object.fromEntries(calculated), visible.has('approval')]).toEqual([{ price: 70, total: 105 }, true]);
  });
});

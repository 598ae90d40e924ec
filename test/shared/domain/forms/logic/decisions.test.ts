import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { buildSync } from 'esbuild';
import type { Field } from '../../../../../shared/domain/fields/field.ts';
import type { Condition, Formula } from '../../../../../shared/domain/forms/logic/condition.ts';
import { evaluate } from '../../../../../shared/domain/forms/logic/evaluate.ts';
import { faultsOfLogic } from '../../../../../shared/domain/forms/logic/logic-faults.ts';
import type { Answers } from '../../../../../shared/domain/responses/answers.ts';
import { addShownAnswers, droppedAnswers } from '../../../../../shared/domain/responses/shown-answers.ts';
import { fc } from '../../../../support/properties.ts';

/** The very file as a page has it: bundled, small, and in a world of its own. */
const { outputFiles } = buildSync({
  entryPoints: ['shared/domain/forms/logic/evaluate.ts'],
  ...{ bundle: true, minify: true, format: 'iife', globalName: 'logic', write: false },
});
const inPage: (fields: string, answers: string) => string = runInNewContext(
  `${outputFiles[0]?.text}; (fields, answers) => {
    const { visible, required, calculated } = logic.evaluate(JSON.parse(fields), JSON.parse(answers));
    return JSON.stringify([[...visible], [...required], [...calculated]]);
  }`,
);
const inService = (fields: readonly Field[], answers: Readonly<Record<string, unknown>>): string => {
  const { visible, required, calculated } = evaluate(fields, answers);
  return JSON.stringify([[...visible], [...required], [...calculated]]);
};

const options = ['a', 'b', 'c'];
const types = ['text', 'number', 'date', 'select', 'multiselect', 'checkbox', 'page', 'calculated'] as const;
type Type = (typeof types)[number];

const texts = fc.constantFrom('a', 'ab', 'b', 'B', ' ');
const numbers = fc.integer({ min: -3, max: 3 });
const dates = fc.constantFrom('2026-01-31', '2026-02-01');
const someOptions = fc.uniqueArray(fc.constantFrom(...options), { minLength: 1 });

const compare = (field: string, ops: string[], values: fc.Arbitrary<unknown>) =>
  fc.record({ field: fc.constant(field), op: fc.constantFrom(...ops), value: values });
const ordered = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'];

/** Comparisons with a field, as its type has them. */
const comparisons: Readonly<Record<Type, (id: string) => fc.Arbitrary<object>>> = {
  text: id => compare(id, ['eq', 'ne', 'contains', 'startsWith', 'endsWith'], texts),
  number: id => compare(id, ordered, numbers),
  calculated: id => compare(id, ordered, numbers),
  date: id => compare(id, ordered, dates),
  select: id => fc.oneof(compare(id, ['eq', 'ne'], fc.constantFrom(...options)), compare(id, ['in'], someOptions)),
  multiselect: id => compare(id, ['includesAny', 'includesAll'], someOptions),
  checkbox: id => compare(id, ['eq'], fc.boolean()),
  page: () => fc.constant({}),
};

type Earlier = { id: string; type: Type };

function conditions(earlier: readonly Earlier[], depth = 3): fc.Arbitrary<Condition> {
  const named = earlier.filter(({ type }) => type !== 'page');
  const presence = fc.record({
    field: fc.constantFrom(...named.map(({ id }) => id)),
    op: fc.constantFrom('answered', 'empty'),
  });
  const leaf = fc.oneof(presence, ...named.map(({ id, type }) => comparisons[type](id)));
  if (depth === 1) return leaf as fc.Arbitrary<Condition>;
  const inner = conditions(earlier, depth - 1);
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    leaf,
    fc.record({ all: list }),
    fc.record({ any: list }),
    fc.record({ not: inner }),
  ) as fc.Arbitrary<Condition>;
}

function formulas(earlier: readonly Earlier[]): fc.Arbitrary<Formula> {
  const numeric = earlier.filter(({ type }) => type === 'number' || type === 'calculated');
  const scored = earlier.filter(({ type }) => type === 'select' || type === 'multiselect');
  const otherwise = { else: numbers };
  const leaf = fc.oneof(
    numbers,
    ...numeric.map(({ id }) => fc.record({ field: fc.constant(id), ...otherwise }, { requiredKeys: ['field'] })),
    ...scored.map(({ id }) =>
      fc.record(
        { score: fc.constant(id), values: fc.constant({ a: 1, b: 2.5 }), ...otherwise },
        { requiredKeys: ['score', 'values'] },
      ),
    ),
  );
  const args = fc.array(leaf, { minLength: 2, maxLength: 4 });
  return fc.record({ op: fc.constantFrom('+', '-', '*', '/', 'min', 'max'), args }) as fc.Arbitrary<Formula>;
}

function fieldBehind(earlier: readonly Earlier[], id: string, type: Type): fc.Arbitrary<Field> {
  const isAnswered = type !== 'page' && type !== 'calculated';
  const named = earlier.some(each => each.type !== 'page');
  return fc.record(
    {
      id: fc.constant(id),
      type: fc.constant(type),
      ...(type === 'select' || type === 'multiselect' ? { options: fc.constant(options) } : {}),
      ...(type === 'calculated' ? { compute: formulas(earlier) } : {}),
      ...(isAnswered ? { required: fc.boolean() } : {}),
      ...(named ? { visibleIf: conditions(earlier) } : {}),
      ...(named && isAnswered ? { requiredIf: conditions(earlier) } : {}),
    },
    {
      requiredKeys: [
        'id',
        'type',
        ...(type === 'calculated' ? ['compute'] : []),
        ...(type.endsWith('select') ? ['options'] : []),
      ] as never,
    },
  ) as fc.Arbitrary<Field>;
}

const forms: fc.Arbitrary<Field[]> = fc
  .array(fc.constantFrom(...types), { minLength: 2, maxLength: 8 })
  .chain(chosen => {
    const all = chosen.map((type, index) => ({ id: `f${index}`, type }));
    return fc.tuple(...all.map(({ id, type }, index) => fieldBehind(all.slice(0, index), id, type)));
  });

const good: Readonly<Record<Type, fc.Arbitrary<unknown>>> = {
  ...{ text: texts, number: numbers, date: dates, select: fc.constantFrom(...options), multiselect: someOptions },
  ...{ checkbox: fc.boolean(), page: fc.constant(undefined), calculated: fc.constant(undefined) },
};
const answersTo = (fields: readonly Field[], of: (type: Type) => fc.Arbitrary<unknown>) =>
  fc.record(Object.fromEntries(fields.map(({ id, type }) => [id, fc.option(of(type as Type), { nil: undefined })])));
const answered = forms.chain(fields =>
  fc.tuple(
    fc.constant(fields),
    answersTo(fields, type => good[type]),
  ),
);
const withAnything = forms.chain(fields =>
  fc.tuple(
    fc.constant(fields),
    answersTo(fields, () => fc.anything()),
  ),
);

const add = (fields: readonly Field[], sent: object) =>
  addShownAnswers(fields, {}, { ...sent }, { partial: true, fromPage: true });
const asJson = (value: unknown): string => JSON.stringify(value);

describe('of any form and answers', () => {
  it('a page decides as the service does', () => {
    fc.assert(
      fc.property(answered, ([fields, answers]) => {
        expect(faultsOfLogic(fields)).toEqual([]);
        expect(inPage(asJson(fields), asJson(answers))).toBe(inService(fields, answers));
      }),
    );
  });

  it('what is stored decides as what was sent, and is what is stored when it is sent again', () => {
    fc.assert(
      fc.property(answered, ([fields, sent]) => {
        const once = add(fields, sent);
        fc.pre('answers' in once);
        const { answers } = once as { answers: Answers };
        expect(inService(fields, answers)).toBe(inService(fields, sent));
        expect(asJson(add(fields, answers))).toBe(asJson(once));
        expect(droppedAnswers(fields, answers, answers)).toEqual([]);
      }),
    );
  });

  it('nothing is stored, or required, that is not shown', () => {
    fc.assert(
      fc.property(answered, ([fields, sent]) => {
        const { visible, required } = evaluate(fields, sent);
        const added = add(fields, sent);
        const stored = 'answers' in added ? Object.keys(added.answers) : [];
        expect([...stored, ...required].filter(id => !visible.has(id))).toEqual([]);
      }),
    );
  });

  it('answers of wrong types decide something, and throw nothing', () => {
    fc.assert(
      fc.property(withAnything, ([fields, answers]) => {
        expect(evaluate(fields, answers).visible.size).toBeLessThanOrEqual(fields.length);
      }),
    );
  });

  it('the answer to a hidden field changes nothing', () => {
    fc.assert(
      fc.property(answered, ([fields, sent]) => {
        const { visible } = evaluate(fields, sent);
        const shown = Object.fromEntries(Object.entries(sent).filter(([id]) => visible.has(id)));
        expect(inService(fields, shown)).toBe(inService(fields, sent));
      }),
    );
  });
});

it('hostile conditions and formulas are refused, and throw nothing', () => {
  const names = fc.constantFrom(
    'all',
    'any',
    'not',
    'field',
    'op',
    'value',
    'args',
    'if',
    'then',
    'else',
    'score',
    'values',
    '__proto__',
    'constructor',
  );
  const hostile = fc.anything({
    key: names,
    maxDepth: 6,
    values: [fc.constantFrom('f0', 'eq', '+', 'toString', '', 0)],
  });
  fc.assert(
    fc.property(hostile, value => {
      const of = (type: string, property: string) =>
        faultsOfLogic([
          { id: 'f0', type: 'statement' },
          { id: 'f1', type, [property]: { not: value } },
        ] as unknown as Field[]);
      expect(of('text', 'visibleIf').length).toBeGreaterThan(0);
      expect(of('calculated', 'compute').length).toBeGreaterThan(0);
    }),
  );
});

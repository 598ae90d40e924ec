import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { type FormDefinition, faultsOfForm } from '../../../../shared/domain/forms/form-rules.ts';
import { fc } from '../../../support/properties.ts';
import { fieldIds, validFields } from './generated-forms.ts';

const faultsOf = (fields: Field[], rest: Partial<FormDefinition> = {}) =>
  faultsOfForm({ status: 'live', fields, ...rest }).map(({ field, rule }) => `${field} ${rule}`);

const text = (id: string, validate?: Field['validate']): Field => ({ id, type: 'text', validate });

describe('a live form', () => {
  it('needs a field; a draft and an archived form need none', () => {
    expect(faultsOf([])).toEqual(['fields minItems']);
    expect(faultsOf([], { status: 'draft' })).toEqual([]);
    expect(faultsOf([], { status: 'archived' })).toEqual([]);
  });
});

describe('field ids', () => {
  it('are unique, and the fault names the one there was first', () => {
    const [fault] = faultsOfForm({ status: 'live', fields: [text('a'), text('b'), text('a')] });
    expect(fault).toEqual({
      field: 'fields[2].id',
      rule: 'unique',
      message: '"a" is also the id of fields[0]; ids must be unique',
    });
  });

  it.each(['constructor', 'hasOwnProperty', 'toString', 'valueOf', 'isPrototypeOf', 'toLocaleString'])(
    'are none of the names that every object has: %s',
    id => expect(faultsOf([text(id)])).toEqual(['fields[0].id reserved']),
  );

  it.each(['-a', '.a', 'a b', 'a[b]', '', 'a'.repeat(65), 'a#', 'e\u0301'])('follow the contract: not "%s"', id =>
    expect(faultsOf([text(id)])).toEqual(['fields[0].id pattern']),
  );

  it('may begin with a digit or "_", differ in case alone, be of any script, and be long', () => {
    const ids = ['1a', '2', 'name', 'Name', `a${'_'.repeat(63)}`, '_a', 'größe', 'имя', '名前', 'utm.source', 'नाम'];
    expect(faultsOf(ids.map(id => text(id)))).toEqual([]);
  });

  it.each(['_gotcha', '_next', '_key', '__proto__'])('are no name with a meaning: %s', id =>
    expect(faultsOf([text(id)])).toEqual(['fields[0].id reserved']),
  );

  it('are not called as the column of a matrix row', () => {
    const matrix = { id: 'service', type: 'matrix' as const, rows: ['speed'], columns: ['Good'] };
    expect(faultsOf([matrix, text('service.speed')])).toEqual(['fields[1].id unique']);
  });
});

describe('limits of options', () => {
  const options = [{ value: 'x', label: 'X', limit: 3 }, 'y'];
  const wrong = ['fields[0].options[0].limit notAllowed'];
  it.each<[string, object, object, string[]]>([
    ['a choice', { type: 'select' }, {}, []],
    ['several choices', { type: 'multiselect' }, {}, []],
    ['a ranking', { type: 'ranking' }, {}, wrong],
    ['a choice of any text', { type: 'radio', other: true }, {}, wrong],
    ['an encrypted choice', { type: 'radio' }, { fieldPolicies: { a: 'encrypted' } }, wrong],
  ])('of %s', (_, field, settings, faults) =>
    expect(faultsOf([{ id: 'a', options, ...field } as Field], settings)).toEqual(faults),
  );

  it('are 100 in a form', () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ value: `${index}`, label: 'X', limit: 1 }));
    expect(faultsOf([{ id: 'a', type: 'select', options: many }])).toEqual(['fields maxItems']);
    expect(faultsOf([{ id: 'a', type: 'select', options: many.slice(1) }])).toEqual([]);
  });
});

describe('options', () => {
  it('are required and not empty for a select', () => {
    expect(faultsOf([{ id: 'a', type: 'select' }])).toEqual(['fields[0].options required']);
    expect(faultsOf([{ id: 'a', type: 'select', options: [] }])).toEqual(['fields[0].options required']);
  });

  it('are unique, and each repeated one is named', () => {
    const options = ['x', 'y', 'x', 'y'];
    expect(faultsOf([{ id: 'a', type: 'select', options }])).toEqual([
      'fields[0].options[2] unique',
      'fields[0].options[3] unique',
    ]);
  });

  it('are refused for every other type', () => {
    for (const type of ['text', 'email', 'textarea', 'number', 'date', 'file'] as const) {
      expect(faultsOf([{ id: 'a', type, options: ['x'] }])).toEqual(['fields[0].options notAllowed']);
    }
  });
});

describe('validate rules', () => {
  const all = { minLength: 1, maxLength: 5, pattern: 'a', min: 1, max: 2 };
  const options = ['x'];
  it.each([
    ['text', ['min', 'max']],
    ['email', ['min', 'max']],
    ['textarea', ['pattern', 'min', 'max']],
    ['number', ['minLength', 'maxLength', 'pattern']],
    ['select', ['minLength', 'maxLength', 'pattern', 'min', 'max']],
    ['date', ['minLength', 'maxLength', 'pattern']],
    ['file', ['minLength', 'maxLength', 'pattern', 'min', 'max']],
  ] as const)('that do not suit a %s are refused: %j', (type, unfit) => {
    const ends = type === 'date' ? { min: 'today', max: '2999-12-31' } : {};
    const field: Field = { id: 'a', type, validate: { ...all, ...ends }, ...(type === 'select' && { options }) };
    expect(faultsOf([field])).toEqual(unfit.map(rule => `fields[0].validate.${rule} notAllowed`));
  });

  it('are refused when no answer could fit', () => {
    expect(faultsOf([text('a', { minLength: 6, maxLength: 5 })])).toEqual(['fields[0].validate.minLength range']);
    expect(faultsOf([text('a', { minLength: 5, maxLength: 5 })])).toEqual([]);
    expect(faultsOf([text('a', { maxLength: 0 })])).toEqual(['fields[0].validate.maxLength minimum']);
    expect(faultsOf([{ id: 'a', type: 'number', validate: { min: 2, max: 1 } }])).toEqual([
      'fields[0].validate.min range',
    ]);
    expect(faultsOf([{ id: 'a', type: 'number', validate: { min: 1, max: 1 } }])).toEqual([]);
  });

  it('are measured against the longest answer of a field that states none', () => {
    expect(faultsOf([text('a', { minLength: 10_001 })])).toEqual(['fields[0].validate.minLength range']);
    expect(faultsOf([{ id: 'a', type: 'email', validate: { minLength: 255 } }])).toEqual([
      'fields[0].validate.minLength range',
    ]);
    expect(faultsOf([text('a', { pattern: 'x', minLength: 1_001 })])).toEqual(['fields[0].validate.minLength range']);
  });

  it('let a field with a pattern take as long an answer as the pattern has the budget for', () => {
    expect(faultsOf([text('a', { pattern: 'x', maxLength: 10_000 })])).toEqual([]);
    const pattern = '^(abc|def){1,20}$';
    expect(faultsOf([text('a', { pattern, maxLength: 1_000 })])).toEqual([]);
    expect(faultsOf([text('a', { pattern, maxLength: 100_000 })])).toEqual([
      'fields[0].validate.pattern patternBudget',
    ]);
  });

  it('take only patterns that compile', () => {
    expect(faultsOf([text('a', { pattern: '(' })])).toEqual(['fields[0].validate.pattern pattern']);
  });
});

describe('names of fields elsewhere in a form', () => {
  it('name fields that are there, in fieldPolicies', () => {
    expect(faultsOf([text('a')], { fieldPolicies: { a: 'masked', b: 'encrypted' } })).toEqual([
      'fieldPolicies.b unknown',
    ]);
    const hostile = JSON.parse('{"__proto__": "masked", "constructor": "masked"}');
    expect(faultsOf([text('a')], { fieldPolicies: hostile })).toEqual([
      'fieldPolicies.__proto__ unknown',
      'fieldPolicies.constructor unknown',
    ]);
  });

  it('name none, for the honeypot', () => {
    const spamProtection = { honeypot: { fieldName: 'a' } };
    expect(faultsOf([text('a')], { spamProtection })).toEqual(['spamProtection.honeypot.fieldName unique']);
    expect(faultsOf([text('b')], { spamProtection })).toEqual([]);
  });
});

describe('any form', () => {
  it('has all its faults listed, not only the first', () => {
    const fields: Field[] = [
      { id: 'a', type: 'select', validate: { min: 1 } },
      { id: 'a', type: 'text', options: ['x'], validate: { pattern: '(', minLength: 3, maxLength: 2 } },
    ];
    expect(faultsOf(fields, { fieldPolicies: { z: 'masked' } }).toSorted()).toEqual([
      'fieldPolicies.z unknown',
      'fields[0].options required',
      'fields[0].validate.min notAllowed',
      'fields[1].id unique',
      'fields[1].options notAllowed',
      'fields[1].validate.minLength range',
      'fields[1].validate.pattern pattern',
    ]);
  });

  it('is accepted when its fields keep the rules, whatever they are', () => {
    fc.assert(fc.property(validFields, fields => expect(faultsOf(fields)).toEqual([])));
  });

  it('is never accepted with an id used twice', () => {
    fc.assert(
      fc.property(validFields, fc.nat(), (fields, pick) => {
        const copied = fields[pick % fields.length];
        if (copied === undefined) return;
        expect(faultsOf([...fields, copied])).toContain(`fields[${fields.length}].id unique`);
      }),
    );
  });

  it('has its faults told in whole sentences that name what would be right', () => {
    fc.assert(
      fc.property(fieldIds, fc.string(), fc.integer(), (id, pattern, min) => {
        const fields: Field[] = [{ id, type: 'number', options: ['x'], validate: { pattern, min, max: min - 1 } }];
        for (const { field, rule, message } of faultsOfForm({ status: 'live', fields })) {
          expect(field).toMatch(/^fields\[0\]\./);
          expect(rule).toMatch(/^[a-zA-Z]+$/);
          expect(message.length).toBeGreaterThan(10);
        }
      }),
    );
  });
});

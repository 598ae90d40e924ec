import { expect, it } from '@jest/globals';
import { fromJsonSchema } from '../../../../shared/domain/imports/from-json-schema.ts';

const fieldOf = (property: unknown) => {
  const [field] = fromJsonSchema({ properties: { a: property } }).form.fields;
  return field;
};
const leftOut = (property: unknown) => fromJsonSchema({ properties: { a: property } }).warnings;

it.each([
  [{ type: 'string' }, { type: 'text' }],
  [{ type: 'string', format: 'email', maxLength: 5 }, { type: 'email' }],
  [{ type: 'string', format: 'uri' }, { type: 'url' }],
  [{ type: 'string', format: 'url' }, { type: 'url' }],
  [{ type: 'string', format: 'date' }, { type: 'date' }],
  [{ type: 'string', format: 'time' }, { type: 'time' }],
  [{ type: 'string', format: 'uuid' }, { type: 'text' }],
  [
    { type: 'string', minLength: 2, maxLength: 500 },
    { type: 'text', validate: { minLength: 2, maxLength: 500 } },
  ],
  [
    { type: 'string', maxLength: 501 },
    { type: 'textarea', validate: { maxLength: 501 } },
  ],
  [{ type: 'string', maxLength: 0 }, { type: 'text' }],
  [{ type: 'boolean' }, { type: 'checkbox' }],
  [
    { type: 'number', minimum: 0, maximum: 9, multipleOf: 0.5 },
    { type: 'number', validate: { min: 0, max: 9, step: 0.5 } },
  ],
  [
    { type: 'number', minimum: 1, multipleOf: 2 },
    { type: 'number', validate: { min: 1 } },
  ],
  [{ type: 'integer' }, { type: 'number', validate: { integer: true } }],
  [
    { type: 'string', enum: ['x', 'y', 'x'] },
    { type: 'select', options: ['x', 'y'] },
  ],
  [
    { type: 'array', items: { enum: ['x'] } },
    { type: 'multiselect', options: ['x'] },
  ],
])('%j becomes %j', (property, field) => expect(fieldOf(property)).toEqual({ id: 'a', label: 'a', ...field }));

it('a property has its texts, and is required where the schema says so', () => {
  const property = { type: 'string', title: ' Name ', description: 'Of you' };
  const { form } = fromJsonSchema({ title: 'Order', required: ['a'], properties: { a: property, b: property } });
  expect(form).toEqual({
    title: 'Order',
    fields: [
      { id: 'a', type: 'text', label: 'Name', help: 'Of you', required: true },
      { id: 'b', type: 'text', label: 'Name', help: 'Of you' },
    ],
  });
});

it.each([{ type: 'object' }, { type: 'array' }, { type: 'array', items: { type: 'string' } }, {}, null])(
  '%j has no counterpart',
  property => {
    const message = 'objects, and lists of anything but choices, have no counterpart, and were left out';
    expect(fromJsonSchema({ properties: { a: property, b: { type: 'boolean' } } })).toMatchObject({
      form: { fields: [{ id: 'b' }] },
      warnings: [{ path: 'properties.a', message }],
    });
  },
);

it.each(['pattern', 'exclusiveMinimum', 'exclusiveMaximum', 'if', 'oneOf', 'anyOf', 'allOf', '$ref'])(
  'the rule %s is left out, and said so',
  rule =>
    expect(leftOut({ type: 'string', [rule]: 'x' })).toEqual([
      { path: `properties.a.${rule}`, message: 'was left out: the rules of fields are others' },
    ]),
);

it('steps that begin elsewhere than at 0 are left out', () => {
  expect(leftOut({ type: 'number', minimum: 1, multipleOf: 2 })).toMatchObject([{ path: 'properties.a.multipleOf' }]);
  expect(leftOut({ type: 'number', minimum: 0, multipleOf: 2 })).toEqual([]);
  expect(leftOut({ type: 'number', minimum: 1 })).toEqual([]);
});

it('a schema without properties is a form without fields', () =>
  expect(fromJsonSchema({ required: 'a' })).toEqual({ form: { title: 'Imported form', fields: [] }, warnings: [] }));

import { expect, it } from '@jest/globals';
import { propertyNames } from '../../../../shared/http/validation/property-names.ts';

const closed = (properties?: object) => ({ type: 'object', additionalProperties: false, properties });

it('are those of each object that takes no others, by the path that Ajv gives its fault', () => {
  const limits = closed({ day: { type: 'integer' } });
  const schema = { ...closed({ name: { type: 'string', default: null }, limits }), anyOf: [closed()] };
  expect(propertyNames(schema)).toEqual({
    '#/additionalProperties': ['name', 'limits'],
    '#/properties/limits/additionalProperties': ['day'],
    '#/anyOf/0/additionalProperties': [],
  });
});

it.each([
  [{ type: 'object', properties: { a: true } }],
  [{ type: 'object', additionalProperties: true }],
  [null],
  [''],
])('are none of %j', schema => expect(propertyNames(schema)).toEqual({}));

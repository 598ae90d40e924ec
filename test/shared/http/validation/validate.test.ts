import { describe, expect, it } from '@jest/globals';
import type { ObjectSchema } from '../../../../shared/contracts/contract.ts';
import { faultsOf, type RequestPart } from '../../../../shared/http/validation/validate.ts';

const object = (properties: Record<string, unknown>, more: object = {}) =>
  ({ type: 'object', properties, additionalProperties: false, ...more }) as ObjectSchema;
const told = (part: RequestPart, schema: ObjectSchema, value: unknown) =>
  faultsOf(part, schema, value).map(({ field, rule, message }) => `${field} (${rule}) ${message}`);

const item = object({ name: { type: 'string', minLength: 2, pattern: '\\S' } }, { required: ['name'] });
const schema = object({
  items: { type: 'array', items: item, maxItems: 3 },
  size: { type: ['integer', 'null'] },
  status: { enum: ['live', 'draft'] },
  code: { type: 'string', pattern: '^[A-Z]+$' },
  'a/b~c': { type: 'string' },
  limits: object({ bytes: { type: 'integer' } }, { minProperties: 1 }),
  4: { type: 'string' },
});

describe('a fault', () => {
  it('is told by its place, in the words of who writes the request', () => {
    const items = [{ name: 'Ada' }, {}, { name: 'A', extra: 1 }];
    expect(told('body', schema, { items })).toEqual([
      'items[1].name (required) is required',
      'items[2].extra (unknown) is not a known property; remove it, or check its spelling',
      'items[2].name (minLength) has 1 character; at least 2',
    ]);
  });

  it('is told for each thing that is wrong', () => {
    const value = {
      size: 'x',
      status: 'gone',
      code: 'a',
      'a/b~c': 1,
      limits: {},
      items: [{ name: '  ' }],
      4: 4,
      other: 1,
    };
    expect(told('body', schema, value).toSorted()).toEqual([
      '[4] (type) must be of type string',
      'a/b~c (type) must be of type string',
      'code (pattern) is not valid',
      'items[0].name (pattern) must not be blank',
      'limits (minProperties) must name at least one property',
      'other (unknown) is not a known property; remove it, or check its spelling',
      'size (type) must be of type integer or null',
      'status (enum) must be one of: live, draft',
    ]);
  });

  it('has the place of an element in brackets, and of a property by its name, digits and all', () => {
    const lists = object({ line1: { type: 'array', items: { type: 'integer' } }, '2nd': { type: 'integer' } });
    expect(told('body', lists, { line1: [...Array(12).fill(1), 'x'], '2nd': 'x' })).toEqual([
      'line1[12] (type) must be of type integer',
      '2nd (type) must be of type integer',
    ]);
  });

  it('of a property that there is not names the one that was meant', () => {
    expect(
      told('body', schema, { statsu: 'live', items: [{ name: 'Ada', Name: 'Ada' }], limits: { byte: 1 } }),
    ).toEqual([
      'statsu (unknown) is not a known property; did you mean "status"?',
      'items[0].Name (unknown) is not a known property; did you mean "name"?',
      'limits.byte (unknown) is not a known property; did you mean "bytes"?',
    ]);
    expect(told('query', object({ form_id: { type: 'string' } }), { formId: 'form_1' })).toEqual([
      'formId (unknown) is not a known property; did you mean "form_id"?',
    ]);
  });

  it('of the whole value has no place', () => {
    for (const value of ['x', [], null]) {
      expect(told('body', item, value)).toEqual([
        ' (type) The body must be a JSON object, in braces: {"name": "value"}',
      ]);
    }
    expect(told('body', item, {})).toEqual(['name (required) is required']);
  });

  it('is the one that a condition leads to, and not the condition', () => {
    const either = object(
      { type: { type: 'string' }, url: { type: 'string' } },
      {
        if: { properties: { type: { const: 'webhook' } } },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        then: { required: ['url'] },
      },
    );
    expect(told('body', either, { type: 'webhook' })).toEqual(['url (required) is required']);
  });
});

describe('a parameter', () => {
  const query = object({ limit: { type: 'integer', default: 20 }, from: { type: 'number' }, name: { type: 'string' } });

  it('is read as the type that it has to be of, and completed', () => {
    const sent = { from: '1.5', name: '7' };
    expect(told('query', query, sent)).toEqual([]);
    expect(sent).toEqual({ limit: 20, from: 1.5, name: '7' });
  });

  it('of a query is finite, whatever is written', () => {
    const fault = '(type) must be a finite number';
    expect(told('query', query, { from: '1e400' })).toEqual([`from ${fault}`]);
    expect(told('query', query, { from: '-1e400' })).toEqual([`from ${fault}`]);
    expect(told('query', query, { from: '1e300' })).toEqual([]);
    expect(told('query', query, { name: '1e400' })).toEqual([]);
  });
});

it('a body is taken as it is: a number in quotes is a string', () => {
  expect(told('body', object({ age: { type: 'integer' } }), { age: '7' })).toEqual([
    'age (type) must be of type integer',
  ]);
});

describe('a size', () => {
  const sizes = object({
    text: { type: 'string', minLength: 2, maxLength: 3 },
    list: { type: 'array', minItems: 2, maxItems: 3 },
    number: { type: 'integer', minimum: 2, maximum: 3 },
    'a/b~c': { type: 'string', maxLength: 1 },
  });

  it.each<[object, string]>([
    [{ text: '👩' }, 'text (minLength) has 1 character; at least 2'],
    [{ text: '' }, 'text (minLength) has 0 characters; at least 2'],
    [{ text: 'four' }, 'text (maxLength) has 4 characters; at most 3'],
    [{ list: [1] }, 'list (minItems) has 1 item; at least 2'],
    [{ list: [1, 2, 3, 4] }, 'list (maxItems) has 4 items; at most 3'],
    [{ number: 1 }, 'number (minimum) is 1; at least 2'],
    [{ number: 4 }, 'number (maximum) is 4; at most 3'],
    [{ 'a/b~c': 'xyz' }, 'a/b~c (maxLength) has 3 characters; at most 1'],
  ])('is told with the one that is allowed: %j', (value, fault) => expect(told('body', sizes, value)).toEqual([fault]));

  it('is told in the words of the check where there are no better ones', () => {
    const multiple = object({ step: { type: 'integer', multipleOf: 5 } });
    expect(told('body', multiple, { step: 7 })).toEqual(['step (multipleOf) must be multiple of 5']);
  });
});

describe('a name or a value that is nearly right', () => {
  it.each<[object, object, string]>([
    [{ offset: {} }, { skip: 1 }, 'skip (unknown) is not a known property; did you mean "offset"?'],
    [{ title: {} }, { name: 'x' }, 'name (unknown) is not a known property; did you mean "title"?'],
    [{ id: {} }, { name: 'x' }, 'name (unknown) is not a known property; did you mean "id"?'],
    [
      { validate: {} },
      { minLength: 1 },
      'minLength (unknown) is not a known property; did you mean "validate.minLength"?',
    ],
    [{ status: {} }, { staus: 'x' }, 'staus (unknown) is not a known property; did you mean "status"?'],
    [{ other: {} }, { skip: 1 }, 'skip (unknown) is not a known property; remove it, or check its spelling'],
    [
      { other: {} },
      { constructor: 1 },
      'constructor (unknown) is not a known property; remove it, or check its spelling',
    ],
    [
      { status: { enum: ['live', 'draft'] } },
      { status: 'drat' },
      'status (enum) must be one of: live, draft; did you mean "draft"?',
    ],
    [{ status: { enum: ['live', '1'] } }, { status: 1 }, 'status (enum) must be one of: live, 1'],
  ])('is told with the right one: of %j, %j', (properties, value, fault) =>
    expect(told('body', object(properties as never), value)).toEqual([fault]),
  );
});

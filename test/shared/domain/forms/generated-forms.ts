import type { Choice, Field, FieldType } from '../../../../shared/domain/fields/field.ts';
import { fieldTypes } from '../../../../shared/domain/fields/field-types.ts';
import { fc } from '../../../support/properties.ts';

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');
const letterOrSign = fc.constantFrom(...'abcxyzABCXYZ0123456789_-');

export const fieldIds = fc
  .tuple(letter, fc.string({ unit: letterOrSign, maxLength: 20 }))
  .map(([first, rest]) => first + rest)
  .filter(id => !(id in Object.prototype));

/** Patterns that mean the same to RE2 and to JavaScript with the `u` flag. */
const patterns = fc.constantFrom(
  '^[a-z]+$',
  '[0-9]',
  '^\\+?[0-9 ()-]{3,20}$',
  '(ab|cd)+',
  'é',
  '^.{2,4}$',
  '😀',
  '^[^a-m]*$',
  '\\d{2}-\\d{2}',
  '^\\p{Lu}',
);

const lengths = fc
  .record({ minLength: fc.nat(6), more: fc.nat(10) })
  .map(({ minLength, more }) => ({ minLength, maxLength: Math.max(1, minLength + more) }));

const ranges = fc
  .record({ min: fc.integer({ min: -50, max: 50 }), more: fc.nat(50) })
  .map(({ min, more }) => ({ min, max: min + more }));

const lengthsAndPattern = fc.tuple(lengths, patterns).map(([length, pattern]) => ({ ...length, pattern }));

const choices = (max: number): fc.Arbitrary<Choice[]> =>
  fc
    .uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: max })
    .filter(values => values.every(value => !(value in Object.prototype)))
    .chain(values =>
      fc.tuple(...values.map(value => fc.constantFrom<Choice>(value, { value, label: `The label of ${value}` }))),
    );

const days = fc.date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true }).map(day);
const times = fc.tuple(fc.nat(23), fc.nat(59)).map(parts => parts.map(part => String(part).padStart(2, '0')).join(':'));
const inOrder = (texts: fc.Arbitrary<string>) =>
  fc.tuple(texts, texts).map(([one, other]) => (one < other ? { min: one, max: other } : { min: other, max: one }));

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

const chosen = ({ options }: { options: Choice[] }) =>
  fc.record(
    { minSelected: fc.integer({ min: 1, max: options.length }), maxSelected: fc.constant(options.length) },
    { requiredKeys: [] },
  );

type Body = Omit<Field, 'id' | 'type'>;

/** What a field of each type may be besides its id. */
const bodies = {
  text: fc.record({ validate: fc.oneof(lengths, lengthsAndPattern) }, { requiredKeys: [] }),
  email: fc.record(
    { validate: fc.oneof(lengths, fc.constant<Body['validate']>({ domains: ['b.de', 'example.com'] })) },
    { requiredKeys: [] },
  ),
  textarea: fc.record({ validate: lengths }, { requiredKeys: [] }),
  number: fc.record(
    {
      validate: fc.oneof(
        ranges,
        fc.record({ min: fc.integer({ min: -5, max: 5 }), step: fc.constantFrom(0.1, 0.25, 1, 3) }),
        fc.constant({ integer: true }),
      ),
    },
    { requiredKeys: [] },
  ),
  date: fc.record({ validate: inOrder(days) }, { requiredKeys: [] }),
  time: fc.record({ validate: inOrder(times) }, { requiredKeys: [] }),
  currency: fc.constantFrom(
    { currency: 'EUR' },
    { currency: 'JPY' },
    { currency: 'EUR', validate: { min: 1, max: 9 } },
  ),
  phone: fc.constant({}),
  url: fc.constant({}),
  hidden: fc.constant({ query: 'ref' }),
  select: fc.record({ options: choices(6), other: fc.boolean() }),
  radio: fc.record({ options: choices(6), other: fc.boolean() }),
  multiselect: fc
    .record({ options: choices(6), other: fc.boolean() })
    .chain(body => chosen(body).map(validate => ({ ...body, validate }))),
  ranking: fc
    .record({ options: choices(4) })
    .chain(body => fc.oneof(fc.constant({}), chosen(body)).map(validate => ({ ...body, validate }))),
  matrix: fc.record({ rows: choices(4), columns: choices(4) }),
  checkbox: fc.constant({}),
  consent: fc.constant({ text: 'I agree to the [terms](https://example.com/terms)' }),
  rating: fc.record({ validate: fc.record({ max: fc.integer({ min: 2, max: 10 }) }) }, { requiredKeys: [] }),
  scale: fc.record(
    { validate: fc.record({ min: fc.nat(1), max: fc.integer({ min: 2, max: 10 }) }, { requiredKeys: [] }) },
    { requiredKeys: [] },
  ),
  file: fc.record({ validate: fc.record({ maxFiles: fc.integer({ min: 1, max: 3 }) }) }, { requiredKeys: [] }),
  statement: fc.constant({ text: 'Nearly there.' }),
  page: fc.constant({ label: 'Page two' }),
  calculated: fc.constant({ compute: { op: '+', args: [1, 2] } }),
} satisfies Record<FieldType, fc.Arbitrary<Body>>;

const takesRequired = (type: FieldType) => isOneOf(fieldTypes[type].properties, 'required');
const isOneOf = (names: readonly string[], name: string) => names.includes(name);

const types = Object.keys(bodies) as FieldType[];
const fields = fc
  .tuple(fieldIds, fc.constantFrom(...types), fc.boolean())
  .chain(([id, type, required]) =>
    (bodies[type] as fc.Arbitrary<Body>).map(
      (body): Field => ({ id, type, ...body, ...(takesRequired(type) && { required }) }),
    ),
  );

/** The fields of a form that keeps all rules. */
export const validFields: fc.Arbitrary<Field[]> = fc.uniqueArray(fields, {
  minLength: 1,
  maxLength: 8,
  selector: ({ id }) => id,
});

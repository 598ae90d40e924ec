import fc from 'fast-check';
import type { Field } from '../../../../shared/domain/fields/field.ts';

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
const bodies: fc.Arbitrary<Omit<Field, 'id'>> = fc.oneof(
  fc.record(
    { type: fc.constant('text' as const), validate: fc.oneof(lengths, lengthsAndPattern) },
    { requiredKeys: ['type'] },
  ),
  fc.record({ type: fc.constant('email' as const), validate: lengths }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('textarea' as const), validate: lengths }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('number' as const), validate: ranges }, { requiredKeys: ['type'] }),
  fc.record({
    type: fc.constant('select' as const),
    options: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 }),
  }),
  fc.record({ type: fc.constant('date' as const) }),
  fc.record({ type: fc.constant('file' as const) }),
);

/** The fields of a form that keeps all rules. */
export const validFields: fc.Arbitrary<Field[]> = fc
  .uniqueArray(fc.tuple(fieldIds, bodies, fc.boolean()), { minLength: 1, maxLength: 8, selector: ([id]) => id })
  .map(parts => parts.map(([id, body, required]) => ({ id, ...body, required })));

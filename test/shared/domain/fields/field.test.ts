import { expect, it } from '@jest/globals';
import { type Field, maxLengthOf } from '../../../../shared/domain/fields/field.ts';

it.each<[Pick<Field, 'type' | 'validate'>, number]>([
  [{ type: 'text' }, 10_000],
  [{ type: 'textarea' }, 100_000],
  [{ type: 'email' }, 254],
  [{ type: 'text', validate: { pattern: 'x' } }, 1_000],
  [{ type: 'email', validate: { pattern: 'x' } }, 254],
  [{ type: 'text', validate: { maxLength: 20 } }, 20],
  [{ type: 'text', validate: { maxLength: 20_000, pattern: 'x' } }, 20_000],
  [{ type: 'textarea', validate: { maxLength: 20 } }, 20],
  [{ type: 'email', validate: { maxLength: 20 } }, 20],
  [{ type: 'email', validate: { maxLength: 1_000 } }, 254],
  [{ type: 'select' }, Number.POSITIVE_INFINITY],
  [{ type: 'number' }, Number.POSITIVE_INFINITY],
])('an answer to %j has so many characters at most', (field, most) => expect(maxLengthOf(field)).toBe(most));

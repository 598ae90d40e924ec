import type { FromSchema } from 'json-schema-to-ts';
import type { getForm } from '../../contracts/forms/forms.ts';

/** A question of a form. */
export type Field = FromSchema<typeof getForm.response>['fields'][number];

export type FieldType = Field['type'];

/** The longest answers, in Unicode code points, where a field's `validate.maxLength` does not say otherwise. */
export const answerLengthMax = {
  text: 10_000,
  textarea: 100_000,
  /** RFC 5321, 4.5.3.1.3: a path of 256 with its angle brackets. A `maxLength` can only lower it. */
  email: 254,
  /** With a pattern, which costs time for each character, and where no `maxLength` says how many there may be. */
  pattern: 1_000,
} as const;

/** The longest answer a field takes, in Unicode code points; infinite for types whose answers have a form of their own. */
export function maxLengthOf({ type, validate }: Pick<Field, 'type' | 'validate'>): number {
  if (type !== 'text' && type !== 'textarea' && type !== 'email') return Number.POSITIVE_INFINITY;
  const usual = type === 'text' && validate?.pattern !== undefined ? answerLengthMax.pattern : answerLengthMax[type];
  const longest = validate?.maxLength ?? usual;
  return type === 'email' ? Math.min(longest, answerLengthMax.email) : longest;
}

import type { FromSchema } from 'json-schema-to-ts';
import type { field } from '../../contracts/forms/fields.ts';

/** A question of a form. */
export type Field = FromSchema<typeof field>;

/** A field as pages see it. */
export type PublicField = Omit<Field, 'pii' | 'identifies'> & {
  readonly consentId?: string;
  readonly unsaved?: boolean;
  /** The number of places left, by the value of each option with a limit. */
  readonly left?: Readonly<Record<string, number>>;
};

export type FieldType = Field['type'];

/** A name in a field's `validate`. */
export type ValidateRule = keyof NonNullable<Field['validate']>;

/** A choice: a text, or a value with the label that people read. */
export type Choice = NonNullable<Field['options']>[number];

export const choiceValue = (choice: Choice): string => (typeof choice === 'string' ? choice : choice.value);
export const choiceLabel = (choice: Choice): string => (typeof choice === 'string' ? choice : choice.label);

/** The longest answers in Unicode code points, unless a field's `validate.maxLength` sets another limit. */
export const answerLengthMax = {
  text: 10_000,
  textarea: 100_000,
  /** RFC 5321, 4.5.3.1.3: a path of 256 with its angle brackets. A `maxLength` can only lower it. */
  email: 254,
  /** The limit for answers with a pattern and no `maxLength`, because a pattern costs time for each character. */
  pattern: 1_000,
  /** The types from here on have no `maxLength`. */
  hidden: 2_048,
  url: 2_048,
  other: 200,
} as const;

/**
 * Returns the longest answer of a field in Unicode code points; infinite for types whose answers have their own form.
 */
export function maxLengthOf({ type, validate }: Pick<Field, 'type' | 'validate'>): number {
  if (type !== 'text' && type !== 'textarea' && type !== 'email') return Number.POSITIVE_INFINITY;
  const usual = type === 'text' && validate?.pattern !== undefined ? answerLengthMax.pattern : answerLengthMax[type];
  const longest = validate?.maxLength ?? usual;
  return type === 'email' ? Math.min(longest, answerLengthMax.email) : longest;
}

/** Returns the lowest and the highest answer to a rating or a scale. */
export function pointsOf({ type, validate = {} }: Pick<Field, 'type' | 'validate'>): { min: number; max: number } {
  const { min, max } = validate;
  if (type === 'rating') return { min: 1, max: Number(max ?? 5) };
  return { min: Number(min ?? 0), max: Number(max ?? 10) };
}

/** The property of a submission with the consent IDs of the texts that its sender showed. */
export const consentsName = '_consents';

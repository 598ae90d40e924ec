import type { Choice } from '../fields/field.ts';
import type { Form } from '../forms/form.ts';

type CountedField = {
  readonly fieldId: string;
  readonly choices?: readonly { readonly value: string; readonly kind: string }[];
};

const limitOf = (options: readonly Choice[] = [], value: string): number | undefined =>
  options.flatMap(option => (typeof option !== 'string' && option.value === value ? [option.limit] : []))[0];

/** Returns the summary of a field whose options have their limits, and the places that are left. */
export function withPlaces<F extends CountedField>(
  field: F,
  { fields }: Pick<Form, 'fields'>,
  left: Readonly<Record<string, number>> | undefined,
): F {
  if (!left || !field.choices) return field;
  const options = fields.find(({ id }) => id === field.fieldId)?.options;
  const choices = field.choices.map(choice => {
    const limit = choice.kind === 'option' ? limitOf(options, choice.value) : undefined;
    return limit === undefined ? choice : { ...choice, limit, left: left[choice.value] };
  });
  return { ...field, choices };
}

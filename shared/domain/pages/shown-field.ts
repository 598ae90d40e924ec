import { type Choice, choiceLabel, choiceValue, type PublicField, pointsOf } from '../fields/field.ts';

/** The names of controls besides the IDs of fields. No ID contains these characters. */
export const controlName = {
  /** The name of a matrix row. */
  row: (fieldId: string, row: string) => `${fieldId}[${row}]`,
  /** The name of the free text in place of an option. */
  other: (fieldId: string) => `${fieldId}[]other`,
};

/** The value of the option whose text has its own control. It has a private-use character, so no option has it. */
export const otherValue = '\uE000other';

export function rangeOf(field: PublicField): number[] {
  const { min, max } = pointsOf(field);
  return Array.from({ length: Math.max(0, max - min + 1) }, (_, index) => min + index);
}

/** The maximum number of a form's controls: more than most forms have, and few enough to be read at once. */
export const controlsMax = 1000;

/**
 * Returns the choices by the names that people may type: labels, and values where another choice has that label. A
 * value always means its own choice.
 */
export const choicesByName = (choices: readonly Choice[]): ReadonlyMap<string, Choice> =>
  new Map([
    ...choices.map(choice => [choiceLabel(choice), choice] as const).reverse(),
    ...choices.map(choice => [choiceValue(choice), choice] as const),
  ]);

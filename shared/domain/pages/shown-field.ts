import { type Choice, choiceLabel, choiceValue } from '../fields/field.ts';

/** The part of a field that a page shows. */
export type ShownField = {
  readonly id: string;
  readonly type: string;
  readonly label?: string;
  readonly required?: boolean;
  readonly placeholder?: string;
  readonly help?: string;
  readonly default?: unknown;
  readonly autocomplete?: string;
  readonly validate?: Readonly<Record<string, unknown>>;
  readonly options?: readonly Choice[];
  readonly other?: boolean;
  readonly lowLabel?: string;
  readonly highLabel?: string;
  readonly text?: string;
  readonly rows?: readonly Choice[];
  readonly columns?: readonly Choice[];
  readonly query?: string;
  readonly visibleIf?: unknown;
};

/** The names of controls besides the IDs of fields. No ID contains these characters. */
export const controlName = {
  /** The name of a matrix row. */
  row: (fieldId: string, row: string) => `${fieldId}[${row}]`,
  /** The name of the free text in place of an option. */
  other: (fieldId: string) => `${fieldId}[]other`,
};

/** The value of the option whose text has its own control. It has a private-use character, so no option has it. */
export const otherValue = '\uE000other';

export const rangeOf = ({ type, validate = {} }: ShownField): number[] => {
  const least = type === 'rating' ? 1 : Number(validate.min ?? 0);
  const greatest = Number(validate.max ?? (type === 'rating' ? 5 : 10));
  return Array.from({ length: Math.max(0, greatest - least + 1) }, (_, index) => least + index);
};

/** The most controls of a form: more than most forms have, and few enough to be read at once. */
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

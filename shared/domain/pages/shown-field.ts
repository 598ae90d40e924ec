import { type Choice, choiceLabel, choiceValue } from '../fields/field.ts';

/** What a page shows of a field. */
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

/** What the controls of a form are called besides the ids of its fields: no id has these characters in it. */
export const controlName = {
  /** Of the row of a matrix. */
  row: (fieldId: string, row: string) => `${fieldId}[${row}]`,
  /** Of the text that stands in the place of an option. */
  other: (fieldId: string) => `${fieldId}[]other`,
};

/** The value of the option whose text stands in a control of its own. A character for private use, so that no option has it. */
export const otherValue = '\uE000other';

export const rangeOf = ({ type, validate = {} }: ShownField): number[] => {
  const least = type === 'rating' ? 1 : Number(validate.min ?? 0);
  const greatest = Number(validate.max ?? (type === 'rating' ? 5 : 10));
  return Array.from({ length: Math.max(0, greatest - least + 1) }, (_, index) => least + index);
};

/** How many controls a form may be sent with: more than most forms have, and few enough to be read at once. */
export const controlsMax = 1000;

/**
 * The choices by the names that people may type for them: labels, and values where another choice has that label. A value always
 * names its own choice.
 */
export const choicesByName = (choices: readonly Choice[]): ReadonlyMap<string, Choice> =>
  new Map([
    ...choices.map(choice => [choiceLabel(choice), choice] as const).reverse(),
    ...choices.map(choice => [choiceValue(choice), choice] as const),
  ]);

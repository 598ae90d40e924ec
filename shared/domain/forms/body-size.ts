import { answerLengthMax, type Choice, choiceValue, type Field, type FieldType, maxLengthOf } from '../fields/field.ts';
import type { Form } from './form.ts';

const bytesMin = 32_768;
const bytesMax = 131_072;

/** JSON may write a character as `\uXXXX`. */
const bytesOfCharacter = 6;

/** Enough for names, punctuation and the text of another option. */
const charactersOfOthers = 300;

/** Returns the largest body that a page may send to a form without `limits`: as much as its fields can take. */
export function bodyBytesOf({ fields }: Pick<Form, 'fields'>): number {
  const characters = fields.reduce((sum, field) => sum + charactersOf(field), 0);
  return Math.min(Math.max(characters * bytesOfCharacter, bytesMin), bytesMax);
}

const charactersOf = (field: Field): number => field.id.length + charactersOfOthers + lengths[field.type](field);

const lengthOf = (choices: readonly Choice[] = []): number =>
  choices.reduce((sum, choice) => sum + choiceValue(choice).length + 3, 0);

const longestOption = ({ options = [] }: Field): number =>
  Math.max(0, ...options.map(option => choiceValue(option).length));

const short = () => 0;

/** The longest answers beyond what every field has room for. */
const lengths: Readonly<Record<FieldType, (field: Field) => number>> = {
  text: maxLengthOf,
  textarea: maxLengthOf,
  hidden: () => answerLengthMax.hidden,
  url: () => answerLengthMax.url,
  select: longestOption,
  radio: longestOption,
  multiselect: ({ options }) => lengthOf(options),
  ranking: ({ options }) => lengthOf(options),
  matrix: ({ rows, columns = [] }) => {
    const longest = Math.max(0, ...columns.map(column => choiceValue(column).length));
    return lengthOf(rows) + (rows ?? []).length * (longest + 3);
  },
  ...{ email: short, number: short, currency: short, date: short, time: short, phone: short },
  ...{ checkbox: short, consent: short, rating: short, scale: short, file: short },
  ...{ calculated: short, statement: short, page: short },
};

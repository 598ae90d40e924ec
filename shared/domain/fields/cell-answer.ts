import { type Choice, choiceLabel, choiceValue, type Field, type FieldType } from './field.ts';
import { numberIn, truthIn } from './sent-text.ts';

/** Returns the value of the choice that a text names, by its value or else by its label. */
const choiceIn = (choices: readonly Choice[] = [], text: string): string => valuesOf(choices).get(text) ?? text;

const valuesOf = (choices: readonly Choice[]): ReadonlyMap<string, string> =>
  new Map([
    ...choices.map(choice => [choiceLabel(choice), choiceValue(choice)] as const),
    ...choices.map(choice => [choiceValue(choice), choiceValue(choice)] as const),
  ]);

type CellReader = (field: Field, text: string) => unknown;

const numeric: CellReader = (_, text) => numberIn(text);
/** Reads `€12.50` and `12.50 EUR`. */
const amount: CellReader = (_, text) => numberIn(text.replace(/^[^\d.+-]+|[^\d.]+$/g, ''));
const trimmed: CellReader = (_, text) => text.trim();
const truth: CellReader = (_, text) => truthIn(text) ?? text;
const option: CellReader = ({ options }, text) => choiceIn(options, text);

const asIs: CellReader = (_, text) => text;

const readers: Readonly<Record<FieldType, CellReader>> = {
  ...{ text: asIs, email: asIs, textarea: asIs, phone: asIs, url: asIs, hidden: asIs, file: asIs },
  ...{ number: numeric, currency: amount, rating: numeric, scale: numeric },
  ...{ checkbox: truth, consent: truth },
  ...{ date: trimmed, time: trimmed },
  ...{ select: option, radio: option, multiselect: optionsIn, ranking: optionsIn },
  matrix: ({ columns }, text) => choiceIn(columns, text),
  ...{ calculated: asIs, statement: asIs, page: asIs },
};

/**
 * Returns the answer in a cell of a field's column, or in that of a matrix row; undefined for an empty cell. It is the
 * inverse of how an export writes answers, unless an option contains `; `.
 */
export const answerInCell = (field: Field, text: string): unknown =>
  text === '' ? undefined : readers[field.type](field, text);

/** Our separator first, then those of others. */
const separators = ['; ', ', ', ';', ',', '\n'];

function optionsIn({ options = [], other }: Field, text: string): string[] {
  const values = valuesOf(options);
  // A free text may contain any of the other separators.
  const readings = (other ? separators.slice(0, 1) : separators).map(by => split(values, text, by));
  return readings.reduce((best, reading) => (reading.unknown < best.unknown ? reading : best)).texts;
}

type Split = { readonly texts: string[]; readonly unknown: number; readonly endsUnknown?: boolean };

/** More parts than any list of options has. */
const partsMax = 1000;

/**
 * Splits a text so that as few parts as possible are not options. An option may contain the separator, and a part that
 * is not an option is one text, whatever it contains.
 */
function split(values: ReadonlyMap<string, string>, text: string, separator: string): Split {
  const parts = text.split(separator);
  if (parts.length > partsMax) return { texts: [text], unknown: parts.length };
  const longest = Math.max(1, ...[...values.keys()].map(value => value.split(separator).length));
  const best: Split[] = [{ texts: [], unknown: 0 }];
  for (let end = 1; end <= parts.length; end++) {
    const readings = Array.from({ length: Math.min(longest, end) }, (_, index) => {
      const value = values.get(parts.slice(end - 1 - index, end).join(separator));
      const before = best[end - 1 - index] as Split;
      return value === undefined ? [] : [{ texts: [...before.texts, value], unknown: before.unknown }];
    }).flat();
    const unknown = withUnknown(best[end - 1] as Split, parts[end - 1] as string, separator);
    best.push(readings.reduce((least, reading) => (reading.unknown < least.unknown ? reading : least), unknown));
  }
  return best.at(-1) as Split;
}

function withUnknown({ texts, unknown, endsUnknown }: Split, part: string, separator: string): Split {
  const joined = endsUnknown ? [...texts.slice(0, -1), `${texts.at(-1)}${separator}${part}`] : [...texts, part];
  return { texts: joined, unknown: unknown + 1, endsUnknown: true };
}

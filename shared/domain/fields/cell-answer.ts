import { type Choice, choiceLabel, choiceValue, type Field } from './field.ts';

/** The number that a text is, as JSON writes one; any other text stays one, for the rules of its field to refuse. */
export const numberIn = (text: string): number | string =>
  /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : text;

const truths: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', '1', 'x'].map(text => [text, true] as const),
  ...['false', 'no', '0'].map(text => [text, false] as const),
]);

/** The value of what can be chosen that a text names, by its value or else by its label. */
const choiceIn = (choices: readonly Choice[] = [], text: string): string => valuesOf(choices).get(text) ?? text;

const valuesOf = (choices: readonly Choice[]): ReadonlyMap<string, string> =>
  new Map([
    ...choices.map(choice => [choiceLabel(choice), choiceValue(choice)] as const),
    ...choices.map(choice => [choiceValue(choice), choiceValue(choice)] as const),
  ]);

type Read = (field: Field, text: string) => unknown;

const numeric: Read = (_, text) => numberIn(text);
const trimmed: Read = (_, text) => text.trim();
const truth: Read = (_, text) => truths.get(text.trim().toLowerCase()) ?? text;
const option: Read = ({ options }, text) => choiceIn(options, text);

const readers: Readonly<Partial<Record<Field['type'], Read>>> = {
  ...{ number: numeric, rating: numeric, scale: numeric },
  ...{ checkbox: truth, consent: truth },
  ...{ date: trimmed, time: trimmed },
  ...{ select: option, radio: option, multiselect: optionsIn, ranking: optionsIn },
  matrix: ({ columns }, text) => choiceIn(columns, text),
};

/**
 * What a cell of a table answers in the column of a field: the answer, or of a matrix that to one of its rows; undefined
 * for an empty cell. The opposite of how an export writes answers, as far as no option has `; ` in it.
 */
export const answerInCell = (field: Field, text: string): unknown =>
  text === '' ? undefined : (readers[field.type] ?? ((_, text) => text))(field, text);

/** Ours first; then how others join what was chosen. */
const separators = ['; ', ', ', ';', ',', '\n'];

function optionsIn({ options = [], other }: Field, text: string): string[] {
  const values = valuesOf(options);
  // Where people may write a text of their own, it may have any of the others in it.
  const readings = (other ? separators.slice(0, 1) : separators).map(by => split(values, text, by));
  return readings.reduce((best, reading) => (reading.unknown < best.unknown ? reading : best)).texts;
}

type Split = { readonly texts: string[]; readonly unknown: number; readonly endsUnknown?: boolean };

/** More than any list of options comes to. */
const partsMax = 1000;

/**
 * A text taken apart so that as few parts as can be are no options: an option may have the separator in it, and what is
 * none of them is one text, whatever it has in it.
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

import type { FieldType, ValidateRule } from '../fields/field.ts';
import {
  type AskedField,
  boundInWords,
  kindsInWords,
  oneOf,
  sizeInWords,
  type WordingKey,
  type Words,
} from './in-words.ts';
import { fill } from './template.ts';

/** The longest limit of a line that is worth a hint. Longer limits fit whatever people write. */
const lineMax = 100;

type Hint = (field: AskedField, words: Words) => string | undefined;

/** Returns a hint of what a field accepts: "Between 18 and 120". Returns undefined when there is nothing to say. */
export const hintText: Hint = (field, words) => hints[field.type]?.(field, words);

type Range = {
  readonly both: WordingKey;
  readonly min: WordingKey;
  readonly max: WordingKey;
  readonly same?: WordingKey;
};

const numbers: Range = { both: 'hintBetween', min: 'hintMin', max: 'hintMax' };
const times: Range = { both: 'hintBetween', min: 'hintEarliest', max: 'hintLatest' };
const lengths: Range = { both: 'hintLengths', min: 'hintMinLength', max: 'hintMaxLength' };
const choices: Range = { both: 'hintSelected', min: 'hintMinSelected', max: 'hintMaxSelected', same: 'hintExactly' };

/** A hint on a range, by the names of its rules. */
const range =
  (names: readonly [string, string], keys: Range): Hint =>
  ({ type, validate = {} }, { texts, lang }) => {
    const say = (key: WordingKey, ...bounds: unknown[]) =>
      fill(
        texts[key],
        lang,
        bounds.map(bound => boundInWords(type, bound, lang)),
      );
    const [min, max] = names.map(name => validate[name as ValidateRule]);
    if (min !== undefined && min === max && keys.same) return say(keys.same, min);
    if (min !== undefined && max !== undefined) return say(keys.both, min, max);
    if (min !== undefined) return say(keys.min, min);
    return max === undefined ? undefined : say(keys.max, max);
  };

const lengthsHint = range(['minLength', 'maxLength'], lengths);

/** A line has a hint only where its limits are ones that people meet. */
const lineHint: Hint = (field, words) => {
  const { minLength, maxLength } = field.validate ?? {};
  return Number(minLength) > 1 || Number(maxLength) <= lineMax ? lengthsHint(field, words) : undefined;
};

const domainsHint: Hint = ({ validate: { domains } = {} }, { texts, lang }) =>
  domains &&
  fill(texts.hintDomains, lang, [
    oneOf(
      [domains].flat().map(one => `@${one}`),
      lang,
    ),
  ]);

const fileHint: Hint = ({ validate: { accept, maxBytes, maxFiles } = {} }, words) => {
  const { texts, lang } = words;
  const parts = [
    Array.isArray(accept) && fill(texts.hintTypes, lang, [kindsInWords(accept, words)]),
    maxBytes !== undefined && fill(texts.hintSize, lang, [sizeInWords(Number(maxBytes), lang)]),
    Number(maxFiles) > 1 && fill(texts.hintFiles, lang, [Number(maxFiles)]),
  ].filter(part => typeof part === 'string');
  return parts.length > 0 ? parts.join(' · ') : undefined;
};

const numbersHint = range(['min', 'max'], numbers);
const timesHint = range(['min', 'max'], times);
const choicesHint = range(['minSelected', 'maxSelected'], choices);

const amountHint: Hint = (field, words) => {
  const { currency = '' } = field;
  const name = new Intl.DisplayNames(words.lang, { type: 'currency' }).of(currency);
  return [`${name} (${currency})`, numbersHint(field, words)].filter(part => part !== undefined).join(' · ');
};

const hints: Readonly<Record<FieldType, Hint | undefined>> = {
  text: lineHint,
  textarea: lengthsHint,
  email: domainsHint,
  number: numbersHint,
  currency: amountHint,
  date: timesHint,
  time: timesHint,
  multiselect: choicesHint,
  ranking: choicesHint,
  file: fileHint,
  ...{ phone: undefined, url: undefined, select: undefined, radio: undefined, matrix: undefined },
  ...{ checkbox: undefined, consent: undefined, rating: undefined, scale: undefined },
  ...{ hidden: undefined, calculated: undefined, statement: undefined, page: undefined },
};

import { fill } from './template.ts';
import {
  type AskedField,
  boundInWords,
  kindsInWords,
  oneOf,
  sizeInWords,
  type WordingKey,
  type Words,
} from './words.ts';

/** The longest limit of a line that is worth a hint. Longer limits fit whatever people write. */
const lineMax = 100;

/** Returns a hint of what a field accepts: "Between 18 and 120". Returns undefined when there is nothing to say. */
export function hintText(field: AskedField, words: Words): string | undefined {
  const { texts, lang } = words;
  const { type, validate = {} } = field;
  const say = (key: WordingKey, ...values: (string | number)[]) => fill(texts[key], lang, values);
  const range = (names: readonly [string, string], keys: Range, inWords: (bound: unknown) => string | number) => {
    const [min, max] = names.map(name => validate[name]);
    if (min !== undefined && min === max && keys.same) return say(keys.same, inWords(min));
    if (min !== undefined && max !== undefined) return say(keys.both, inWords(min), inWords(max));
    if (min !== undefined) return say(keys.min, inWords(min));
    return max === undefined ? undefined : say(keys.max, inWords(max));
  };
  const bounded = (bound: unknown) => boundInWords(type, bound, lang);
  switch (type) {
    case 'number':
      return range(['min', 'max'], numbers, bounded);
    case 'date':
    case 'time':
      return range(['min', 'max'], times, bounded);
    case 'multiselect':
    case 'ranking':
      return range(['minSelected', 'maxSelected'], choices, Number);
    case 'text':
    case 'textarea':
      if (!(Number(validate.minLength) > 1) && type === 'text' && !(Number(validate.maxLength) <= lineMax)) return;
      return range(['minLength', 'maxLength'], lengths, Number);
    case 'email':
      return validate.domains
        ? say(
            'hintDomains',
            oneOf(
              [validate.domains].flat().map(one => `@${one}`),
              lang,
            ),
          )
        : undefined;
    case 'file':
      return fileHint(validate, words);
    default:
      return undefined;
  }
}

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

function fileHint(
  { accept, maxBytes, maxFiles }: NonNullable<AskedField['validate']>,
  words: Words,
): string | undefined {
  const { texts, lang } = words;
  const parts = [
    Array.isArray(accept) && fill(texts.hintTypes, lang, [kindsInWords(accept, words)]),
    maxBytes !== undefined && fill(texts.hintSize, lang, [sizeInWords(Number(maxBytes), lang)]),
    Number(maxFiles) > 1 && fill(texts.hintFiles, lang, [Number(maxFiles)]),
  ].filter(part => typeof part === 'string');
  return parts.length > 0 ? parts.join(' · ') : undefined;
}
